// As the CLI runs commands: in a session of their own, which no signal to its group reaches.

import { describe, expect, onTestFinished, test } from "vitest";
import { listProcesses, getProcessInfo } from "../../src/process/process-table.ts";
import { trackDetachedProcesses } from "../../src/process/detached-processes.ts";
import { isRunning, start } from "./collect.ts";

const POLL = { timeout: 20_000 };
const SLEEPS = "setInterval(() => 0, 1e6)";
const DEAF = `process.on('SIGTERM', () => 0); ${SLEEPS}`;

/** Starts one outside of its group, tells its number, and ends at the end of its input without a thought for it. */
const leaving = (stray: string): string => `
const { spawn } = require("node:child_process");
const child = spawn(process.execPath, ["-e", ${JSON.stringify(stray)}], { detached: true, stdio: "ignore" });
console.log(child.pid);
process.stdin.resume().on("end", () => process.exit(0));`;

const startLeaving = (stray: string) => startTelling(leaving(stray));

/** A program whose first line is the number of somebody it has started. */
async function startTelling(code: string) {
  const running = start(code);
  await expect.poll(running.stdout, { timeout: 20_000 }).toMatch(/^\d+\n$/);
  const pid = Number(running.stdout());
  expect(isRunning(pid)).toBe(true);
  onTestFinished(() => (isRunning(pid) ? void process.kill(pid, "SIGKILL") : undefined));
  return { ...running, pid };
}

test.each([
  ["the end of its input", "end-of-input", SLEEPS],
  ["SIGTERM", "SIGTERM", SLEEPS],
  ["SIGKILL", "SIGKILL", SLEEPS],
  ["the end of its input, and hears no SIGTERM", "end-of-input", DEAF],
] as const)("whom a program leaves behind at %s is gone when its end is told", async (_name, step, stray) => {
  const { transport, exited, pid } = await startLeaving(stray);
  if (step === "end-of-input") transport.endInput();
  else transport.kill(step);
  await exited;
  expect(isRunning(pid)).toBe(false);
});

test.each(["linux", "darwin"])(
  "strays are found as %s finds them, and not those of the program's own group",
  async (platform) => {
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
  },
);

describe.runIf(process.platform === "linux")("a program that somebody else kills", () => {
  const inOwnSession = (command: string, args: readonly string[], input: "ignore" | "pipe"): string => `
const { spawn } = require("node:child_process");
spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, { detached: true, stdio: ["${input}", "inherit", "ignore"] });
process.stdin.resume();`;

  test.each([
    ["ends at SIGTERM", SLEEPS],
    ["hears no SIGTERM", DEAF],
  ])("leaves nobody whom it has started outside of its group, also one that %s", async (_name, stray) => {
    const { transport, exited, pid } = await startLeaving(stray);
    process.kill(transport.pid ?? 0, "SIGKILL");
    await exited;
    expect(isRunning(pid)).toBe(false);
  });

  test("takes with it what a command has started in turn, in another session", async () => {
    const command = `${leaving(SLEEPS)} ${SLEEPS}`;
    const { transport, exited, pid } = await startTelling(inOwnSession(process.execPath, ["-e", command], "pipe"));
    process.kill(transport.pid ?? 0, "SIGKILL");
    await exited;
    expect(isRunning(pid)).toBe(false);
  });

  test.each(["nohup sleep 1000", "setsid sleep 1000"])(
    "lets `%s &` live, which has left on purpose",
    async (command) => {
      // As the CLI runs a command: by a shell in a session of its own, which ends at once.
      const { transport, exited, pid } = await startTelling(
        inOwnSession("/bin/bash", ["-c", `${command} > /dev/null 2>&1 & echo $!`], "ignore"),
      );
      const { group = 0, session } = getProcessInfo(pid) ?? {};
      // Gone are the shell, and whoever leads the session of a program that did not begin one itself.
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
