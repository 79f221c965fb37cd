// The CLI runs commands in sessions of their own, which a signal to its process group does not reach.

import { describe, expect, onTestFinished, test } from "vitest";
import { listProcesses, getProcessInfo } from "../../src/process/process-table.ts";
import { trackDetachedProcesses } from "../../src/process/detached-processes.ts";
import { isRunning, start } from "./collect.ts";

const POLL = { timeout: 20_000 };
const SLEEPS = "setInterval(() => 0, 1e6)";
const DEAF = `process.on('SIGTERM', () => 0); ${SLEEPS}`;

/** Returns a program that starts a detached process, prints its pid, and exits at the end of input without killing it. */
const leaving = (stray: string): string => `
const { spawn } = require("node:child_process");
const child = spawn(process.execPath, ["-e", ${JSON.stringify(stray)}], { detached: true, stdio: "ignore" });
console.log(child.pid);
process.stdin.resume().on("end", () => process.exit(0));`;

const startLeaving = (stray: string) => startTelling(leaving(stray));

/** Starts a program that prints the pid of a process it has started as its first line. */
async function startTelling(code: string) {
  const running = start(code);
  await expect.poll(running.stdout, { timeout: 20_000 }).toMatch(/^\d+\n$/);
  const pid = Number(running.stdout());
  expect(isRunning(pid)).toBe(true);
  onTestFinished(() => (isRunning(pid) ? void process.kill(pid, "SIGKILL") : undefined));
  return { ...running, pid };
}

test.each([
  ["the end of input", "end-of-input", SLEEPS],
  ["SIGTERM", "SIGTERM", SLEEPS],
  ["SIGKILL", "SIGKILL", SLEEPS],
  ["the end of input, although it ignores SIGTERM", "end-of-input", DEAF],
] as const)("a detached process is gone when the exit is reported after %s", async (_name, step, stray) => {
  const { transport, exited, pid } = await startLeaving(stray);
  if (step === "end-of-input") transport.endInput();
  else transport.kill(step);
  await exited;
  expect(isRunning(pid)).toBe(false);
});

test.each(["linux", "darwin"])("finds only processes outside the program's group, as on %s", async (platform) => {
  const { transport, exited, pid } = await startLeaving(SLEEPS);
  const program = transport.pid ?? 0;
  const strays = trackDetachedProcesses(
    { id: "", pid: program, start: getProcessInfo(program, platform)?.start },
    platform,
  );
  expect(strays.areAlive).toBe(false);
  strays.scan();
  expect(strays.areAlive).toBe(true);
  strays.kill("SIGKILL");
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
  expect(strays.areAlive).toBe(false);
  transport.endInput();
  expect(await exited).toMatchObject({ code: 0 });
});

describe.runIf(process.platform === "linux")("a program killed by another process", () => {
  const inOwnSession = (command: string, args: readonly string[], input: "ignore" | "pipe"): string => `
const { spawn } = require("node:child_process");
spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, { detached: true, stdio: ["${input}", "inherit", "ignore"] });
process.stdin.resume();`;

  test.each([
    ["ends at SIGTERM", SLEEPS],
    ["ignores SIGTERM", DEAF],
  ])("leaves no detached process that %s", async (_name, stray) => {
    const { transport, exited, pid } = await startLeaving(stray);
    process.kill(transport.pid ?? 0, "SIGKILL");
    await exited;
    expect(isRunning(pid)).toBe(false);
  });

  test("leaves no detached process that a command has started", async () => {
    const command = `${leaving(SLEEPS)} ${SLEEPS}`;
    const { transport, exited, pid } = await startTelling(inOwnSession(process.execPath, ["-e", command], "pipe"));
    process.kill(transport.pid ?? 0, "SIGKILL");
    await exited;
    expect(isRunning(pid)).toBe(false);
  });

  test.each(["nohup sleep 1000", "setsid sleep 1000"])(
    "leaves `%s &` alive, which detached on purpose",
    async (command) => {
      // The CLI runs a command by a shell in a session of its own, which exits at once.
      const { transport, exited, pid } = await startTelling(
        inOwnSession("/bin/bash", ["-c", `${command} > /dev/null 2>&1 & echo $!`], "ignore"),
      );
      const { group = 0, session } = getProcessInfo(pid) ?? {};
      // Waits until the shell is gone, so that the process is alone in its session.
      await expect
        .poll(() => listProcesses().some((one) => one.pid !== pid && one.session === session), POLL)
        .toBe(false);
      expect(group).not.toBe(transport.pid);
      process.kill(transport.pid ?? 0, "SIGKILL");
      await exited;
      expect(isRunning(pid)).toBe(true);
    },
  );
});
