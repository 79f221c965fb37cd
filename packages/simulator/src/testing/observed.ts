// What a test can find out about the runs of a simulated CLI from their log: arguments, input, and replies of the scenario
// that were never requested. It works the same for the executable and in process.

import type { InputMessage } from "@unspool/protocol";
import { ScenarioError } from "../check/scenario-error.ts";
import { listReplyLists } from "../scenario/play/reply-lists.ts";
import type { Scenario } from "../scenario/types.ts";
import type { LogEntry } from "../cli/run-log.ts";

/** One run of the simulated CLI. */
export interface ObservedCall {
  /** The arguments of the caller. */
  readonly args: readonly string[];
  /** The working directory it was started in. */
  readonly cwd: string;
  /** The lines of its stdin. Text input is one item. */
  readonly lines: readonly string[];
  /** Whether the caller has ended its stdin. */
  readonly isInputEnded: boolean;
}

/** What all runs of a simulated CLI received and played. */
export interface Observed<Call extends ObservedCall = ObservedCall> {
  /** Returns the messages written to stdin, of all runs in order. Lines that are not JSON are only in `calls()`. */
  received(): readonly InputMessage[];
  /** Returns all runs in order. */
  calls(): readonly Call[];
  /**
   * Returns the replies that no run has played, as in `turns[1].replies[0]`: those of turns, of their notices and of
   * sub-agents. Replies of `otherwise` are never listed.
   */
  unplayed(): readonly string[];
  /** @throws {ScenarioError} `unplayed-scenario` if replies of the scenario were not played; `problems` lists them */
  assertPlayed(): void;
}

/** @param read returns everything that was logged so far */
export function observe(
  scenario: Scenario,
  read: () => readonly LogEntry[],
): Observed<ObservedCall & { readonly pid: number }> {
  const unplayed = (): readonly string[] => listUnplayed(scenario, read());
  return {
    received: () => read().flatMap((entry) => (entry.type === "input" ? parseMessages(entry.text) : [])),
    calls: () => listCalls(read()),
    unplayed,
    assertPlayed() {
      const locations = unplayed();
      if (locations.length > 0) throw createUnplayedError(locations);
    },
  };
}

function listCalls(entries: readonly LogEntry[]): readonly (ObservedCall & { readonly pid: number })[] {
  return entries.flatMap((start, index) => {
    if (start.type !== "start") return [];
    const { pid, args, cwd } = start;
    const later = entries.slice(index + 1).filter((entry) => entry.pid === pid);
    // The system may reuse the pid of a process that has ended.
    const next = later.findIndex(({ type }) => type === "start");
    const own = next === -1 ? later : later.slice(0, next);
    const lines = own.flatMap((entry) => (entry.type === "input" ? [entry.text] : []));
    return [{ pid, args, cwd, lines, isInputEnded: own.some(({ type }) => type === "end") }];
  });
}

function listUnplayed(scenario: Scenario, entries: readonly LogEntry[]): readonly string[] {
  const said = new Set(entries.flatMap((entry) => (entry.type === "reply" ? [entry.location] : [])));
  const locations = listReplyLists(scenario).flatMap(({ location, replies }) =>
    replies.map((_, index) => `${location}[${index}]`),
  );
  return locations.filter((location) => !said.has(location));
}

function createUnplayedError(locations: readonly string[]): ScenarioError {
  const count = locations.length === 1 ? "1 reply was" : `${locations.length} replies were`;
  const problems = locations.map((location) => ({ location, path: parsePath(location), message: "was not asked for" }));
  const lines = problems.map(({ location, message }) => `  ${location} ${message}`);
  return new ScenarioError(
    "unplayed-scenario",
    [`${count} not played. Send the prompts that reach them, or take them out of the scenario.`, ...lines].join("\n"),
    { problems },
  );
}

function parsePath(location: string): readonly (string | number)[] {
  return [...location.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) =>
    index === undefined ? step : Number(index),
  );
}

function parseMessages(line: string): readonly InputMessage[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? [value as InputMessage] : [];
  } catch {
    return [];
  }
}
