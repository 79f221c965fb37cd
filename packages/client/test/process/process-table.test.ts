import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { killGroup, toTaskkillCommand } from "../../src/process/kill-group.ts";
import { getProcessInfo, isGroupAlive, isSameStart } from "../../src/process/process-table.ts";

test("a process has a start time, and a missing one has none", () => {
  expect(getProcessInfo(process.pid)).toMatchObject({ isZombie: false, start: expect.any(Number) as number });
  expect(getProcessInfo(2 ** 22 + 12_345)).toBeUndefined();
});

test.runIf(process.platform === "linux")("`ps` agrees with /proc, and reports a start time near now", () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => 0, 1e6)"], { stdio: "ignore", detached: true });
  onTestFinished(() => void child.kill("SIGKILL"));
  const pid = child.pid ?? 0;
  const started = Date.now();
  const facts = getProcessInfo(pid, "darwin");
  expect(facts).toMatchObject({ group: pid, isZombie: false });
  expect(isSameStart(facts?.start, started, "darwin")).toBe(true);
  expect(isSameStart(facts?.start, started - 10_000, "darwin")).toBe(false);
  expect(isSameStart(facts?.start, undefined, "darwin")).toBe(false);
});

test("a group is alive until its last process is gone", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => 0, 1e6)"], { stdio: "ignore", detached: true });
  const pid = child.pid ?? 0;
  expect(isGroupAlive(pid)).toBe(true);
  expect(killGroup(pid, "SIGKILL")).toBe(true);
  await new Promise((resolve) => child.once("exit", resolve));
  expect(isGroupAlive(pid)).toBe(false);
  expect(killGroup(pid, "SIGKILL")).toBe(false);
});

test("never sends a signal to our own group, to all processes, or to an invalid group", () => {
  for (const group of [0, 1, -1, Number.NaN, 1.5]) expect(killGroup(group, "SIGKILL")).toBe(false);
});

test("ends the process tree with the system's taskkill on Windows", () => {
  expect(toTaskkillCommand(42, { SystemRoot: "D:\\Win" })).toEqual({
    command: "D:\\Win\\System32\\taskkill.exe",
    args: ["/PID", "42", "/T", "/F"],
  });
});
