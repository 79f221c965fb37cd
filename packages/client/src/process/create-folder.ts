// Creates a folder and its parents. Node's `recursive` loops for ever if a parent exists and nothing can be created in it, as
// below /proc (Node 20 to 24).

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

const MODE = 0o700;

/** Creates a folder that only its owner can enter. @throws the system's error */
export function createFolder(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; ; path = dirname(path)) {
    const code = makeOne(path);
    if (code === undefined) break;
    // The root: there is no other parent to create.
    if (code !== "ENOENT" || path === dirname(path)) throw createFolderError(code, path);
    missing.push(path);
  }
  for (const path of missing.toReversed()) {
    const code = makeOne(path);
    if (code !== undefined) throw createFolderError(code, path);
  }
}

/** Returns the error code, or `undefined` if the folder exists now. */
function makeOne(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: MODE });
    return undefined;
  } catch (error) {
    const { code = "EIO" } = error as NodeJS.ErrnoException;
    return code === "EEXIST" ? undefined : code;
  }
}

function createFolderError(code: string, path: string): Error {
  return Object.assign(new Error(`${path} cannot be made (${code})`), { code });
}
