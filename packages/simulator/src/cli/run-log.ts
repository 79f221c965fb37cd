// A log for tests: the arguments of each run, its input, and the replies it played. The executable appends each entry as a
// line of JSON to the file in UNSPOOL_SIMULATE_LOG, synchronously, so that nothing is lost however the process ends. The file
// contains prompts, so only its user may read it. In process the entries are a list.

import { appendFileSync, readFileSync } from "node:fs";

export const LOG_VARIABLE = "UNSPOOL_SIMULATE_LOG";

/** `pid` identifies the run; in process it is a counter. */
export type LogEntry =
  | { readonly type: "start"; readonly pid: number; readonly args: readonly string[]; readonly cwd: string }
  /** One line of stdin without its LF, or the whole text input. */
  | { readonly type: "input"; readonly pid: number; readonly text: string }
  /** The end of stdin. */
  | { readonly type: "end"; readonly pid: number }
  /** A reply of the scenario was played, as in `turns[0].replies[1]`. */
  | { readonly type: "reply"; readonly pid: number; readonly location: string };

/** The log of one run. */
export interface RunLog {
  input(text: string): void;
  end(): void;
  reply(location: string): void;
}

export interface LoggedRun {
  readonly pid: number;
  readonly args: readonly string[];
  readonly cwd: string;
}

export function beginLog(start: LoggedRun, add: (entry: LogEntry) => void): RunLog {
  const { pid } = start;
  add({ type: "start", ...start });
  return {
    input: (text) => add({ type: "input", pid, text }),
    end: () => add({ type: "end", pid }),
    reply: (location) => add({ type: "reply", pid, location }),
  };
}

/** Opens the log of this process. Undefined if UNSPOOL_SIMULATE_LOG is not set. */
export function openLogFile(process: NodeJS.Process): RunLog | undefined {
  const file = process.env[LOG_VARIABLE];
  if (file === undefined || file === "") return undefined;
  return beginLog({ pid: process.pid, args: process.argv.slice(2), cwd: process.cwd() }, (entry) =>
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 }),
  );
}

/** Reads a log. A missing file counts as empty. */
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
