// What a simulated CLI was called with, what it got and what it said of its scenario, written down for tests. The executable
// appends each entry as one line of JSON to the file that UNSPOOL_SIMULATE_LOG names: synchronously, so that nothing is lost
// however the process ends; prompts stand in it, so it is its user's only. In process the entries are a list.

import { appendFileSync, readFileSync } from "node:fs";

export const LOG_VARIABLE = "UNSPOOL_SIMULATE_LOG";

/** `pid` tells the starts apart; in process it is a count. */
export type LogEntry =
  | { readonly type: "start"; readonly pid: number; readonly args: readonly string[]; readonly cwd: string }
  /** One line of stdin without its LF; with text input, all of it. */
  | { readonly type: "input"; readonly pid: number; readonly text: string }
  /** The end of stdin. */
  | { readonly type: "end"; readonly pid: number }
  /** A reply of the scenario was said, as in `turns[0].replies[1]`. */
  | { readonly type: "reply"; readonly pid: number; readonly place: string };

/** The log of one start. */
export interface RunLog {
  input(text: string): void;
  end(): void;
  reply(place: string): void;
}

export interface LoggedStart {
  readonly pid: number;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Begins the log of one start. */
export function beginLog(start: LoggedStart, add: (entry: LogEntry) => void): RunLog {
  const { pid } = start;
  add({ type: "start", ...start });
  return {
    input: (text) => add({ type: "input", pid, text }),
    end: () => add({ type: "end", pid }),
    reply: (place) => add({ type: "reply", pid, place }),
  };
}

/** The log of this process, begun with its start; undefined if nobody asked for one. */
export function openLogFile(process: NodeJS.Process): RunLog | undefined {
  const file = process.env[LOG_VARIABLE];
  if (file === undefined || file === "") return undefined;
  return beginLog({ pid: process.pid, args: process.argv.slice(2), cwd: process.cwd() }, (entry) =>
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 }),
  );
}

/** Everything in a log. A file that is not there yet is an empty one. */
export function readLog(file: string): readonly LogEntry[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    // A last line without its LF is still being written.
    return lines.slice(0, -1).map((line) => JSON.parse(line) as LogEntry);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
