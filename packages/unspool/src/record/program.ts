// Which program stands behind `--`, as something that can be started without a shell.

import { isAbsolute, resolve } from "node:path";
import { EXIT, UsageError, type Io } from "../cli/io.ts";

export interface Program {
  readonly command: string;
  /** Words before the flags. */
  readonly args: readonly string[];
}

/** As it is; a script by this Node. A bare `claude` that is not on the PATH is looked for where installers put it. */
export async function programOf(word: string, io: Io): Promise<Program> {
  if (/\.[cm]?js$/i.test(word)) return { command: io.node ?? "node", args: [resolve(io.cwd, word)] };
  if (word !== "claude") return { command: word, args: [] };
  return find(word, io);
}

/** The file, for a shim that is to find it without looking. */
export async function locate(word: string, io: Io): Promise<string> {
  const { command, args } = await find(word, io);
  const file = args[0] ?? command;
  if (!isAbsolute(file)) throw new UsageError(`"${word}" is not found: give its path.`, EXIT.noClaude);
  return file;
}

async function find(word: string, io: Io): Promise<Program> {
  const { locateClaude } = await import("@unspool/client");
  const named = word === "claude" ? undefined : word.includes("/") ? resolve(io.cwd, word) : word;
  const { command, args } = locateClaude({ executable: named, env: io.env });
  return { command, args };
}
