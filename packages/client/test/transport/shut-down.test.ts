import { fakeClaude } from "@unspool/simulator/testing";
import { expect, onTestFinished, test } from "vitest";
import { SYSTEM_CLOCK } from "../../src/clock.ts";
import { getProcessInfo } from "../../src/process/process-table.ts";
import { shutDown } from "../../src/transport/shut-down.ts";
import { createChildTransport } from "../../src/transport/child-transport.ts";
import type { Transport } from "../../src/transport/types.ts";
import { collect, start, temporaryRegistry } from "./collect.ts";
import { script } from "./launch.ts";

const clock = SYSTEM_CLOCK;

test("a program that ends with its input is not killed", async () => {
  const { transport, exited, has } = start("process.stdin.resume(); console.log('up')");
  await has("up");
  expect(await shutDown({ transport, exited, clock, graceMs: 30_000 })).toEqual({ step: "end-of-input", isGone: true });
  expect(await exited).toEqual({ code: 0, signal: null });
});

test("a program that stays after its input gets SIGTERM", async () => {
  const { transport, exited, has } = start("console.log('up'); setTimeout(() => 0, 1e6)");
  await has("up");
  const result = await shutDown({ transport, exited, clock, graceMs: 20, killMs: 30_000 });
  expect(result).toEqual({ step: "SIGTERM", isGone: true });
  expect(await exited).toEqual({ code: null, signal: "SIGTERM" });
});

test("a program that ignores SIGTERM, and its child too, gets SIGKILL", async () => {
  const ignoring = "process.on('SIGTERM', () => 0); setTimeout(() => 0, 1e6)";
  const { transport, exited, has, stdout } = start(
    `${ignoring}; const c = require('child_process').spawn(process.execPath, ['-e', "${ignoring}; console.log(process.pid + '.')"], { stdio: 'inherit' })`,
  );
  await has(".");
  const result = await shutDown({ transport, exited, clock, graceMs: 20, killMs: 500 });
  expect(result).toEqual({ step: "SIGKILL", isGone: true });
  expect(getProcessInfo(Number.parseInt(stdout(), 10))?.isZombie ?? true).toBe(true);
});

test("a program blocked on its full pipe is read to the end", async () => {
  const { transport, exited, stdout } = start("process.stdout.write('x'.repeat(5_000_000)); process.stdin.resume()");
  transport.pause();
  expect(await shutDown({ transport, exited, clock, graceMs: 30_000 })).toMatchObject({ step: "end-of-input" });
  expect(stdout()).toHaveLength(5_000_000);
});

test("earlier steps can be skipped", async () => {
  const { transport, exited, has } = start("process.stdin.resume(); console.log('up')");
  await has("up");
  expect(await shutDown({ transport, exited, clock, from: "SIGKILL" })).toEqual({ step: "SIGKILL", isGone: true });
  expect(await exited).toEqual({ code: null, signal: "SIGKILL" });
});

test("a transport that never reports its exit does not block close()", async () => {
  const asked: string[] = [];
  const transport: Transport = {
    pid: undefined,
    write: () => undefined,
    endInput: () => void asked.push("end"),
    pause: () => undefined,
    resume: () => undefined,
    kill: (signal) => asked.push(signal) > 0,
    unref: () => undefined,
    ref: () => undefined,
  };
  const exited = new Promise(() => undefined);
  expect(await shutDown({ transport, exited, clock, graceMs: 1, killMs: 1 })).toEqual({
    step: "SIGKILL",
    isGone: false,
  });
  expect(asked).toEqual(["end", "SIGTERM", "SIGKILL"]);
});

test("a fake claude that ignores the end of input and SIGTERM is killed", async () => {
  const fake = fakeClaude({ scenario: "greeting", faults: [{ fault: "no-exit" }, { fault: "ignore-sigterm" }] });
  onTestFinished(() => fake.cleanup());
  const { transport, exited, has } = collect(createChildTransport({ registry: temporaryRegistry() }), {
    ...script(""),
    command: fake.path,
    args: ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
  });
  transport.write('{"type":"user","message":{"role":"user","content":"hello"}}\n');
  await has('"type":"result"');
  expect(await shutDown({ transport, exited, clock, graceMs: 200, killMs: 200 })).toEqual({
    step: "SIGKILL",
    isGone: true,
  });
});
