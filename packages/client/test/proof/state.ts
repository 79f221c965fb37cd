// A state folder of their own for the tests of a file: neither the user's registry nor another file's is touched.

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

export interface OwnState {
  /** The programs that are still in the registry. */
  readonly registered: () => readonly string[];
}

export function useOwnState(): OwnState {
  const folder = mkdtempSync(join(tmpdir(), "unspool-proof-state-"));
  process.env["UNSPOOL_STATE_DIR"] = folder;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    registered() {
      try {
        return readdirSync(join(folder, "children"));
      } catch {
        return [];
      }
    },
  };
}
