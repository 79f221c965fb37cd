import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRunning } from "../transport/collect.ts";
import { openRegistry } from "../../src/process/registry.ts";
import { buildHost, runHost, type RunningHost } from "./run-host.ts";

/** Ignores all signals but SIGKILL. */
const STUBBORN =
  "for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(s, () => 0); console.log('up'); setInterval(() => 0, 1e6)";
const CIVIL = "console.log('up'); setInterval(() => 0, 1e6)";

let folder: string;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "unspool-test-"));
  file = await buildHost(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function host(count: number, deed: string, child: string): Promise<RunningHost> {
  const running = runHost(file, [join(folder, "children"), String(count), deed, child]);
  await running.said("ready");
  return running;
}

async function expectNobodyLeft({ children }: RunningHost, count: number): Promise<void> {
  expect(children).toHaveLength(count);
  const alive = (): readonly number[] => children.filter(isRunning);
  await expect.poll(alive, { timeout: 20_000 }).toEqual([]);
  expect(openRegistry(join(folder, "children")).entries()).toEqual([]);
}

describe.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("a host that gets %s", (signal) => {
  test("ends by that signal together with its children", async () => {
    const running = await host(2, "wait", CIVIL);
    running.process.kill(signal);
    expect(await running.exited).toEqual({ code: null, signal });
    await expectNobodyLeft(running, 2);
  });
});

test("children that ignore the signal are killed before the host ends", async () => {
  const running = await host(2, "wait", STUBBORN);
  running.process.kill("SIGTERM");
  expect(await running.exited).toEqual({ code: null, signal: "SIGTERM" });
  await expectNobodyLeft(running, 2);
});

test("a host that calls process.exit keeps its code, and leaves no process", async () => {
  const running = await host(2, "exit", STUBBORN);
  expect(await running.exited).toEqual({ code: 5, signal: null });
  await expectNobodyLeft(running, 2);
});

test("a host that throws ends as usual, and leaves no process", async () => {
  const running = await host(2, "throw", STUBBORN);
  expect(await running.exited).toEqual({ code: 1, signal: null });
  await expectNobodyLeft(running, 2);
});

test("a host with only unref'd programs ends, and leaves no process", async () => {
  const running = await host(2, "unref", STUBBORN);
  expect(await running.exited).toEqual({ code: 0, signal: null });
  await expectNobodyLeft(running, 2);
});

test("a listener of signal-exit, which leaves the exit to others, does not swallow the signal", async () => {
  const running = await host(1, "polite", CIVIL);
  running.process.kill("SIGINT");
  expect(await running.exited).toEqual({ code: null, signal: "SIGINT" });
  await expectNobodyLeft(running, 1);
});

test.each(["own-listener", "once-listener"])(
  "a host with an %s handles the signal itself, and its children stay alive",
  async (deed) => {
    const running = await host(1, deed, CIVIL);
    running.process.kill("SIGINT");
    await running.said("own");
    expect(running.stdout()).toContain("own");
    expect(isRunning(running.children[0] ?? 0)).toBe(true);
    running.process.kill("SIGTERM");
    expect(await running.exited).toEqual({ code: null, signal: "SIGTERM" });
    await expectNobodyLeft(running, 1);
  },
);

test("a signal during the cleanup of the last child still ends the host", async () => {
  const running = await host(1, "late-signal", "console.log('up'); setTimeout(() => process.exit(), 300)");
  expect(await running.exited).toEqual({ code: null, signal: "SIGTERM" });
  await expectNobodyLeft(running, 1);
});
