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

test("a session that is let go lets Node end while it is idle, not before its answers have come", async () => {
  const running = runHost(file, [fake.path, "true", "hello", "again"]);
  expect(await running.exited).toEqual({ code: 0, signal: null });
  expect(words(running)).toEqual(["success", "success", "idle", "answered"]);
  await expectNobodyLeft(running);
});

test("so does one that was never asked anything", async () => {
  const running = runHost(file, [fake.path, "true"]);
  expect(await running.exited).toEqual({ code: 0, signal: null });
  expect(words(running)).toEqual(["idle", "answered"]);
  await expectNobodyLeft(running);
});

test("any other keeps Node alive while it is idle, until it is closed", async () => {
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
