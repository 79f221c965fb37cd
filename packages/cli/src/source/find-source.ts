// Finds the source that an argument names: `-`, a file, or else a session of this machine.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError, type Io } from "../cli/io.ts";

/** The form of an id or its beginning: a path has a dot or a slash. */
const ID = /^[\w-]{1,128}$/;

/** Returns `-` or a path. The file may be missing if the argument cannot be an id. @throws {UsageError} */
export async function findSource(arg: string, io: Io): Promise<string> {
  if (arg === "-" || !ID.test(arg) || existsSync(resolve(io.cwd, arg))) return arg;
  const { findSession, openSessions } = await import("../sessions/find-session.ts");
  const session = await findSession(await openSessions(io), arg);
  if (session !== undefined) return session.file;
  throw new UsageError(
    `There is no file ${arg}, and no session of this machine starts with that id. See: unspool sessions`,
  );
}
