// The state folder of this file of tests, which tools/scripts/test-state.mjs has made.

import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The programs that are still in the registry. */
export function registered(): readonly string[] {
  try {
    return readdirSync(join(process.env["UNSPOOL_STATE_DIR"] ?? "", "children"));
  } catch {
    return [];
  }
}
