// Runs real hosts, because only a process can show whether Node stays alive.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHost, runHost } from "../process/run-host.ts";

let folder: string;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "unspool-test-"));
  file = await buildHost(folder, new URL("in-process-host.ts", import.meta.url));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(way: string, limit: string): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const running = runHost(file, [way, limit]);
  const { code } = await running.exited;
  return { code, stdout: running.stdout() };
}

test.each([
  ["simulator", "signal", "aborted"],
  ["simulator", "timeouts", "watchdog"],
  ["simulator", "budget", "budget-exceeded"],
  ["recording", "signal", "aborted"],
  ["recording", "timeouts", "watchdog"],
  ["recording", "budget", "budget-exceeded"],
])("a hanging turn over the %s keeps Node alive until the %s ends it", async (way, limit, ending) => {
  expect(await run(way, limit)).toEqual({ code: 0, stdout: `${ending}\n` });
});

test.each(["simulator", "recording"])("an idle unref'd session over the %s lets Node exit", async (way) => {
  expect(await run(way, "unref")).toEqual({ code: 0, stdout: "success\n" });
});
