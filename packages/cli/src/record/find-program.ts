// Finds the program after `--`, in a form that can be started without a shell.

import { isAbsolute, resolve } from "node:path";
import { EXIT, UsageError, type Io } from "../cli/io.ts";

export interface Program {
  readonly command: string;
  /** Arguments before the flags. */
  readonly args: readonly string[];
}

/** A script runs with this Node. A `claude` that is not on the PATH is searched in the folders of its installers. */
export async function findProgram(arg: string, io: Io): Promise<Program> {
  if (/\.[cm]?js$/i.test(arg)) return { command: io.node ?? "node", args: [resolve(io.cwd, arg)] };
  if (arg !== "claude") return { command: arg, args: [] };
  return find(arg, io);
}

/** Returns the path of the program, for a shim. */
export async function findProgramFile(arg: string, io: Io): Promise<string> {
  const { command, args } = await find(arg, io);
  const file = args[0] ?? command;
  if (!isAbsolute(file)) throw new UsageError(`"${arg}" was not found: give its path.`, EXIT.noClaude);
  return file;
}

async function find(arg: string, io: Io): Promise<Program> {
  const { locateClaude } = await import("@unspool/client");
  const named = arg === "claude" ? undefined : arg.includes("/") ? resolve(io.cwd, arg) : arg;
  const { command, args } = locateClaude({ executable: named, env: io.env });
  return { command, args };
}
