import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { killGroup, killTreeWords } from "../../src/process/kill-group.ts";
import { factsOf, isGroupAlive, isSameStart } from "../../src/process/process-table.ts";

test("a process has a start, and one that is not there has none", () => {
  expect(factsOf(process.pid)).toMatchObject({ isZombie: false, start: expect.any(Number) as number });
  expect(factsOf(2 ** 22 + 12_345)).toBeUndefined();
});

test.runIf(process.platform === "linux")("`ps` tells the same as /proc, with a start near now", () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => 0, 1e6)"], { stdio: "ignore", detached: true });
  onTestFinished(() => void child.kill("SIGKILL"));
  const pid = child.pid ?? 0;
  const started = Date.now();
  const facts = factsOf(pid, "darwin");
  expect(facts).toMatchObject({ group: pid, isZombie: false });
  expect(isSameStart(facts?.start, started, "darwin")).toBe(true);
  expect(isSameStart(facts?.start, started - 10_000, "darwin")).toBe(false);
  expect(isSameStart(facts?.start, undefined, "darwin")).toBe(false);
});

test("a group is alive until its last one is gone", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => 0, 1e6)"], { stdio: "ignore", detached: true });
  const pid = child.pid ?? 0;
  expect(isGroupAlive(pid)).toBe(true);
  expect(killGroup(pid, "SIGKILL")).toBe(true);
  await new Promise((resolve) => child.once("exit", resolve));
  expect(isGroupAlive(pid)).toBe(false);
  expect(killGroup(pid, "SIGKILL")).toBe(false);
});

test("our own group, everybody, and what is no group are never sent a signal", () => {
  for (const group of [0, 1, -1, Number.NaN, 1.5]) expect(killGroup(group, "SIGKILL")).toBe(false);
});

test("on Windows the tree is ended by the system's own tool", () => {
  expect(killTreeWords(42, { SystemRoot: "D:\\Win" })).toEqual({
    command: "D:\\Win\\System32\\taskkill.exe",
    args: ["/PID", "42", "/T", "/F"],
  });
});
