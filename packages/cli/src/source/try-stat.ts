// Returns the stats of a file, or undefined if there are none: it is missing, a loop of links, or its name is too long. The
// error is reported when the file is opened.

import { statSync, type Stats } from "node:fs";

export function tryStat(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
