import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fakeClaude, type FakeClaude } from "@unspool/simulator/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRunning } from "../transport/collect.ts";
import { buildHost, runHost, type RunningHost } from "./run-host.ts";

let folder: string;
let file: string;
let fake: FakeClaude;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "unspool-test-"));
  file = await buildHost(folder, new URL("unref-host.ts", import.meta.url));
  fake = fakeClaude({ scenario: "conversation" });
});
afterAll(() => {
  fake.cleanup();
  rmSync(folder, { recursive: true, force: true });
});

async function expectNobodyLeft({ children }: RunningHost): Promise<void> {
  expect(children.length).toBeGreaterThan(0);
  await expect.poll(() => children.filter(isRunning), { timeout: 20_000 }).toEqual([]);
}

test("an unref'd session lets Node exit while it is idle, and not before its answers", async () => {
  const running = runHost(file, [fake.path, "true", "hello", "again"]);
  expect(await running.exited).toEqual({ code: 0, signal: null });
  expect(words(running)).toEqual(["success", "success", "idle", "answered"]);
  await expectNobodyLeft(running);
});

test("an unref'd session without a prompt lets Node exit", async () => {
  const running = runHost(file, [fake.path, "true"]);
  expect(await running.exited).toEqual({ code: 0, signal: null });
  expect(words(running)).toEqual(["idle", "answered"]);
  await expectNobodyLeft(running);
});

test("other sessions keep Node alive until they are closed", async () => {
  const running = runHost(file, [fake.path, "false", "hello", "again"]);
  expect(await running.exited).toEqual({ code: 0, signal: null });
  expect(words(running)).toEqual(["success", "success", "idle", "answered", "still here", "closed"]);
  await expectNobodyLeft(running);
});

function words(running: RunningHost): readonly string[] {
  return running
    .stdout()
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("child"));
}
