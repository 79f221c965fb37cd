// What the executable was called with and what it got, written down for tests: each entry is one line of JSON at the end
// of the file that UNSPOOL_SIMULATE_LOG names. Synchronous, so that nothing is lost however the process ends; prompts
// stand in it, so it is its user's only.

import { appendFileSync, readFileSync } from "node:fs";

export const LOG_VARIABLE = "UNSPOOL_SIMULATE_LOG";

export type LogEntry =
  | { readonly type: "start"; readonly pid: number; readonly args: readonly string[]; readonly cwd: string }
  /** One line of stdin without its LF; with text input, all of it. */
  | { readonly type: "input"; readonly pid: number; readonly text: string }
  /** The end of stdin. */
  | { readonly type: "end"; readonly pid: number };

export interface InputLog {
  input(text: string): void;
  end(): void;
}

/** The log of this process, begun with its start; undefined if nobody asked for one. */
export function openInputLog(process: NodeJS.Process): InputLog | undefined {
  const file = process.env[LOG_VARIABLE];
  if (file === undefined || file === "") return undefined;
  const { pid } = process;
  const add = (entry: LogEntry): void => appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  add({ type: "start", pid, args: process.argv.slice(2), cwd: process.cwd() });
  return {
    input: (text) => add({ type: "input", pid, text }),
    end: () => add({ type: "end", pid }),
  };
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
