// A folder and those above it. Node's own `recursive` goes round for ever where a folder is there and nothing can be made in
// it, as below /proc (Node 20 to 24).

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

const MODE = 0o700;

/** Makes a folder that is for its owner only. @throws the system's error */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; ; path = dirname(path)) {
    const code = makeOne(path);
    if (code === undefined) break;
    // Again the same folder: its parent was made or found, and it still cannot be.
    if (code !== "ENOENT" || path === dirname(path)) throw failure(code, path);
    missing.push(path);
  }
  for (const path of missing.toReversed()) {
    const code = makeOne(path);
    if (code !== undefined) throw failure(code, path);
  }
}

/** @returns undefined if it is there now, else why not */
function makeOne(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: MODE });
    return undefined;
  } catch (error) {
    const { code = "EIO" } = error as NodeJS.ErrnoException;
    return code === "EEXIST" ? undefined : code;
  }
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${path} cannot be made (${code})`), { code });
}
