// What a person gave where a stream is wanted: `-`, a file, or, where there is no such file, a session of this machine.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError, type Io } from "../cli/io.ts";

/** How an id or its beginning looks: a path has a dot or a slash. */
const ID = /^[\w-]{1,128}$/;

/** @returns `-` or the path of a file, which may be missing if it cannot be an id @throws {UsageError} */
export async function findSource(word: string, io: Io): Promise<string> {
  if (word === "-" || !ID.test(word) || existsSync(resolve(io.cwd, word))) return word;
  const { findSession, sessionsOf } = await import("../sessions/find-session.ts");
  const session = await findSession(await sessionsOf(io), word);
  if (session !== undefined) return session.file;
  throw new UsageError(`There is no file ${word}, and no session of this machine begins so. See: unspool sessions`);
}
