// As the CLI runs commands: in a session of their own, which no signal to its group reaches.

import { expect, onTestFinished, test } from "vitest";
import { createStrays } from "../../src/process/strays.ts";
import { isRunning, start } from "./collect.ts";

const SLEEPS = "setInterval(() => 0, 1e6)";
const DEAF = `process.on('SIGTERM', () => 0); ${SLEEPS}`;

/** Starts one outside of its group, tells its number, and ends at the end of its input without a thought for it. */
const leaving = (stray: string): string => `
const { spawn } = require("node:child_process");
const child = spawn(process.execPath, ["-e", ${JSON.stringify(stray)}], { detached: true, stdio: "ignore" });
console.log(child.pid);
process.stdin.resume().on("end", () => process.exit(0));`;

async function startLeaving(stray: string) {
  const running = start(leaving(stray));
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
    const strays = createStrays(transport.pid ?? 0, platform);
    expect(strays.areAlive).toBe(false);
    strays.note();
    expect(strays.areAlive).toBe(true);
    strays.kill("SIGKILL");
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
    expect(strays.areAlive).toBe(false);
    transport.endInput();
    expect(await exited).toMatchObject({ code: 0 });
  },
);
