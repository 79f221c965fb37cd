// What a test can ask about the starts of a simulated CLI, from their log: how it was called, what it was told, and which
// replies of the scenario nobody asked for. The executable and the simulator in process answer alike.

import type { InputMessage } from "@unspool/protocol";
import { ScenarioError } from "../scenario/error.ts";
import { replyLists } from "../scenario/reply-lists.ts";
import type { Scenario } from "../scenario/types.ts";
import type { LogEntry } from "./log.ts";

/** One start of the simulated CLI. */
export interface ObservedCall {
  /** As the caller gave them. */
  readonly args: readonly string[];
  /** The working directory it was started in. */
  readonly cwd: string;
  /** The lines of its stdin as they came; with text input, all of it as one. */
  readonly lines: readonly string[];
  /** Whether the caller has ended its stdin. */
  readonly isInputEnded: boolean;
}

/** What the starts of a simulated CLI were told and have said, all of them together. */
export interface Observed<Call extends ObservedCall = ObservedCall> {
  /** What was written to the stdin of all starts, in order. Lines that are no JSON are left out: see `calls`. */
  received(): readonly InputMessage[];
  /** Every start, in order. */
  calls(): readonly Call[];
  /**
   * Places of the scenario's replies that no start has said, as in `turns[1].replies[0]`: those of turns, of their notices
   * and of sub-agents. `otherwise` is never among them.
   */
  unplayed(): readonly string[];
  /** @throws {ScenarioError} `unplayed-scenario`, with the places, unless every reply of the scenario was said */
  assertPlayed(): void;
}

/** @param read everything that was logged so far */
export function observe(
  scenario: Scenario,
  read: () => readonly LogEntry[],
): Observed<ObservedCall & { readonly pid: number }> {
  const unplayed = (): readonly string[] => unplayedOf(scenario, read());
  return {
    received: () => read().flatMap((entry) => (entry.type === "input" ? messagesOf(entry.text) : [])),
    calls: () => callsOf(read()),
    unplayed,
    assertPlayed() {
      const places = unplayed();
      if (places.length > 0) throw unplayedScenario(places);
    },
  };
}

function callsOf(entries: readonly LogEntry[]): readonly (ObservedCall & { readonly pid: number })[] {
  return entries.flatMap((start, index) => {
    if (start.type !== "start") return [];
    const { pid, args, cwd } = start;
    const later = entries.slice(index + 1).filter((entry) => entry.pid === pid);
    // The number of a process that has ended may be given to another.
    const next = later.findIndex(({ type }) => type === "start");
    const own = next === -1 ? later : later.slice(0, next);
    const lines = own.flatMap((entry) => (entry.type === "input" ? [entry.text] : []));
    return [{ pid, args, cwd, lines, isInputEnded: own.some(({ type }) => type === "end") }];
  });
}

function unplayedOf(scenario: Scenario, entries: readonly LogEntry[]): readonly string[] {
  const said = new Set(entries.flatMap((entry) => (entry.type === "reply" ? [entry.place] : [])));
  const places = replyLists(scenario).flatMap(({ place, replies }) => replies.map((_, index) => `${place}[${index}]`));
  return places.filter((place) => !said.has(place));
}

function unplayedScenario(places: readonly string[]): ScenarioError {
  const count = places.length === 1 ? "1 reply was" : `${places.length} replies were`;
  const problems = places.map((place) => ({ place, path: pathOf(place), message: "was not asked for" }));
  const lines = problems.map(({ place, message }) => `  ${place} ${message}`);
  return new ScenarioError(
    "unplayed-scenario",
    [`${count} not played. Send the prompts that reach them, or take them out of the scenario.`, ...lines].join("\n"),
    { problems },
  );
}

function pathOf(place: string): readonly (string | number)[] {
  return [...place.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) =>
    index === undefined ? step : Number(index),
  );
}

function messagesOf(line: string): readonly InputMessage[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? [value as InputMessage] : [];
  } catch {
    return [];
  }
}
