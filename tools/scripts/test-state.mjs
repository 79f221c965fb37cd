// Before each file of tests: a state folder of its own. Sessions of the simulator have the same ids in every run, so files
// that run side by side would find them locked by one another; and nobody's own folder is touched.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "unspool-state-"));
process.env["UNSPOOL_STATE_DIR"] = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
