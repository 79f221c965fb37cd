// A file's facts, or undefined for whatever cannot be looked at: missing, a loop of links, a name that is too long.
// Whoever opens it then says why not.

import { statSync, type Stats } from "node:fs";

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
