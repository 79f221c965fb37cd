import { readdirSync } from "node:fs";
import { fakeClaude } from "@unspool/simulator/testing";
import { expect, onTestFinished, test } from "vitest";
import { getProcessInfo } from "../../src/process/process-table.ts";
import { createChildTransport } from "../../src/transport/child-transport.ts";
import { collect, isRunning, start, temporaryRegistry } from "./collect.ts";
import { script } from "./launch.ts";

/** Zombies do not run: in a container without init nobody buries them. */

test("a program reads its input, and its exit is reported once with its code", async () => {
  const { transport, exited, stdout, exits } = start(
    "process.stdin.pipe(process.stdout).on('close', () => 0); process.stdin.on('end', () => process.exitCode = 3)",
  );
  transport.write("one\n");
  transport.write("two\n");
  transport.endInput();
  expect(await exited).toEqual({ code: 3, signal: null });
  expect(stdout()).toBe("one\ntwo\n");
  expect(exits()).toBe(1);
});

test("a fake claude answers a prompt over the transport", async () => {
  const fake = fakeClaude({ scenario: "greeting" });
  onTestFinished(() => fake.cleanup());
  const { transport, exited, stdout } = collect(createChildTransport({ registry: temporaryRegistry() }), {
    ...script(""),
    command: fake.path,
    args: ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
  });
  transport.write('{"type":"user","message":{"role":"user","content":"hello"}}\n');
  transport.endInput();
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(stdout()).toContain('"type":"result"');
});

test("a missing program is reported as an exit with a reason", async () => {
  const { exited, transport } = collect(createChildTransport({ registry: temporaryRegistry() }), {
    ...script(""),
    command: "/nowhere/claude",
  });
  transport.write("nobody reads this\n");
  const { error } = await exited;
  expect(error).toMatchObject({ code: "start-failed", message: expect.stringContaining("/nowhere/claude") as string });
  expect(transport.kill("SIGTERM")).toBe(false);
});

test("a missing working directory is named as the reason", async () => {
  const { exited } = start("", { cwd: "/nowhere/at/all" });
  const { error } = await exited;
  expect(error?.message).toContain('the working directory "/nowhere/at/all" does not exist');
});

test("an invalid argument is reported as an exit, and does not throw", async () => {
  const { exited, exits } = start("", { args: ["a\0b"] });
  expect((await exited).error).toMatchObject({ code: "start-failed" });
  expect(exits()).toBe(1);
});

test("writing to a program that closed its stdin does not throw", async () => {
  const { transport, exited, has } = start(
    "process.stdin.destroy(); require('fs').closeSync(0); console.log('closed'); setTimeout(() => process.exit(7), 300)",
  );
  await has("closed");
  for (let count = 0; count < 50; count += 1) transport.write("x".repeat(100_000));
  transport.endInput();
  transport.write("after the end\n");
  expect((await exited).code).toBe(7);
});

test("a flood on stderr does not block the program, even while stdout is paused", async () => {
  const { transport, exited, stderr } = start(
    "process.stderr.write('e'.repeat(3_000_000), () => process.stdout.write('done', () => process.exit(0)))",
  );
  transport.pause();
  await expect.poll(() => stderr().length, { timeout: 30_000 }).toBe(3_000_000);
  transport.resume();
  expect((await exited).code).toBe(0);
});

test("a paused reader gets all data after the end of the program, and only then the exit", async () => {
  const { transport, exited, stdout, stderr, exits } = start(
    "process.stdout.write('o'.repeat(50_000)); process.stderr.write('over')",
  );
  transport.pause();
  await expect.poll(() => stderr(), { timeout: 30_000 }).toBe("over");
  // It has ended and its last words are in the pipe; a second of quiet must not make anybody give up on them.
  await expect.poll(() => getProcessInfo(transport.pid ?? 0), { timeout: 30_000 }).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(exits()).toBe(0);
  transport.resume();
  await exited;
  expect(stdout()).toHaveLength(50_000);
});

test("a pause stops the program at its pipe", async () => {
  const { transport, exited, stdout, stderr } = start(
    "let n = 0; const go = () => { while (n++ < 200) { process.stderr.write('.'); if (!process.stdout.write('x'.repeat(100_000))) return process.stdout.once('drain', go); } }; go()",
  );
  transport.pause();
  await expect.poll(() => stderr().length, { timeout: 30_000 }).toBeGreaterThan(0);
  // Long enough for all output if there were no backpressure.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(stderr().length).toBeLessThan(20);
  transport.resume();
  await exited;
  expect(stdout()).toHaveLength(20_000_000);
});

test("a grandchild that keeps stdout open is killed with its group before the exit is reported", async () => {
  const { exited, stdout } = start(
    "const c = require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => 0, 1e6)'], { stdio: 'inherit' }); console.log(c.pid); c.unref(); setTimeout(() => process.exit(4), 50)",
  );
  expect((await exited).code).toBe(4);
  expect(isRunning(Number(stdout()))).toBe(false);
});

test("a detached grandchild that keeps stdout open does not delay the exit", async () => {
  const { exited, stdout } = start(
    "const c = require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => 0, 1e6)'], { stdio: 'inherit', detached: true, env: {} }); console.log(c.pid); c.unref(); setTimeout(() => process.exit(5), 50)",
  );
  // Without the id variable in its environment it is not recognised, and stays alive.
  expect((await exited).code).toBe(5);
  const stranger = Number(stdout());
  expect(isRunning(stranger)).toBe(true);
  process.kill(stranger, "SIGKILL");
});

test("a grandchild without a pipe is gone when the exit is reported", async () => {
  const { exited, stdout } = start(
    "const c = require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => 0, 1e6)'], { stdio: 'ignore' }); console.log(c.pid); c.unref(); setTimeout(() => process.exit(0), 50)",
  );
  await exited;
  expect(isRunning(Number(stdout()))).toBe(false);
});

test("a signal reaches the whole group, and none is sent after the end", async () => {
  const { transport, exited, has, stdout } = start(
    "const c = require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => 0, 1e6)'], { stdio: 'ignore' }); console.log(c.pid + '.'); setTimeout(() => 0, 1e6)",
  );
  await has(".");
  expect(transport.kill("SIGTERM")).toBe(true);
  expect(await exited).toEqual({ code: null, signal: "SIGTERM" });
  expect(isRunning(Number.parseInt(stdout(), 10))).toBe(false);
  expect(transport.kill("SIGKILL")).toBe(false);
});

test("a program is in the registry while it lives", async () => {
  const registry = temporaryRegistry();
  const { transport, exited } = collect(createChildTransport({ registry }), script("process.stdin.resume()"));
  expect(registry.entries().map(({ entry }) => entry)).toMatchObject([{ pid: transport.pid, hostPid: process.pid }]);
  transport.endInput();
  await exited;
  expect(readdirSync(registry.folder)).toEqual([]);
});

test("signal listeners are installed only while a program lives", async () => {
  const counts = (): readonly number[] =>
    ["exit", "SIGINT", "SIGTERM", "SIGHUP"].map((event) => process.listenerCount(event));
  // Listeners go two rounds of the loop after the program, so that a signal which came meanwhile is heard.
  const twoRounds = (): Promise<void> =>
    new Promise((done) => setImmediate(() => setImmediate(() => setImmediate(done))));
  await twoRounds();
  const before = counts();
  const { transport, exited } = start("process.stdin.resume()");
  expect(counts()).toEqual(before.map((count) => count + 1));
  transport.endInput();
  await exited;
  await twoRounds();
  expect(counts()).toEqual(before);
});

test("a program gets its id variable and no other extra variable", async () => {
  const { exited, stdout } = start("console.log(Object.keys(process.env).sort().join())");
  await exited;
  expect(stdout()).toBe("PATH,UNSPOOL_CHILD\n");
});
