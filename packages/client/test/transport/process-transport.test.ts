import { spawn } from "node:child_process";
import { simulate } from "@unspool/simulator";
import { expect, test } from "vitest";
import { getProcessInfo } from "../../src/process/process-table.ts";
import { createProcessTransport } from "../../src/transport/process-transport.ts";
import type { SpawnedProcess } from "../../src/transport/types.ts";
import { collect } from "./collect.ts";
import { script } from "./launch.ts";

const PROMPT = '{"type":"user","message":{"role":"user","content":"hello"}}\n';

test("the simulator in this process answers over the transport", async () => {
  const { transport, exited, stdout, exits } = collect(
    createProcessTransport(() => simulate()),
    script(""),
  );
  transport.write(PROMPT);
  transport.endInput();
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(stdout()).toContain('"type":"result"');
  expect(exits()).toBe(1);
});

test("a pause holds back the simulator's output without losing any", async () => {
  const { transport, exited, stdout, exits } = collect(
    createProcessTransport(() => simulate({ faults: [{ fault: "flood", lines: 20_000 }] })),
    script(""),
  );
  transport.pause();
  transport.write(PROMPT);
  transport.endInput();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(stdout()).toBe("");
  expect(exits()).toBe(0);
  transport.resume();
  await exited;
  expect(stdout().split("\n").length).toBeGreaterThan(20_000);
});

test("a simulated grandchild that keeps stdout open does not hold up the end", async () => {
  const { transport, exited } = collect(
    createProcessTransport(() => simulate({ faults: [{ fault: "grandchild", ms: 600_000 }] })),
    script(""),
  );
  transport.write(PROMPT);
  transport.endInput();
  expect(await exited).toMatchObject({ code: 0 });
}, 30_000);

test("a kill ends the simulator", async () => {
  const { transport, exited } = collect(
    createProcessTransport(() => simulate()),
    script(""),
  );
  expect(transport.kill("SIGTERM")).toBe(true);
  expect(await exited).toMatchObject({ code: 143 });
  expect(transport.kill("SIGTERM")).toBe(false);
});

test("accepts a child process of Node", async () => {
  const { transport, exited, stdout, stderr } = collect(
    createProcessTransport(({ command, args }) => spawn(command, args)),
    script("process.stdin.pipe(process.stdout); console.error('said')"),
  );
  transport.pause();
  transport.write("through\n");
  transport.resume();
  transport.endInput();
  expect(await exited).toEqual({ code: 0, signal: null });
  expect([stdout(), stderr()]).toEqual(["through\n", "said\n"]);
});

test("a child process that ends while paused loses nothing", async () => {
  const { transport, exited, stdout, exits } = collect(
    createProcessTransport(({ command, args }) => spawn(command, args)),
    script("process.stdout.write('o'.repeat(50_000))"),
  );
  transport.pause();
  await expect.poll(() => getProcessInfo(transport.pid ?? 0), { timeout: 30_000 }).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(exits()).toBe(0);
  transport.resume();
  await exited;
  expect(stdout()).toHaveLength(50_000);
});

test("a child process that never started is reported as an exit with its error", async () => {
  const { exited, exits } = collect(
    createProcessTransport(() => spawn("/nowhere/claude")),
    script(""),
  );
  expect((await exited).error).toMatchObject({ code: "ENOENT" });
  expect(exits()).toBe(1);
});

test("a spawn that throws is reported as an exit with its error", async () => {
  const { exited, transport } = collect(
    createProcessTransport(() => {
      throw new Error("not today");
    }),
    script(""),
  );
  transport.write("x\n");
  expect((await exited).error).toMatchObject({
    code: "start-failed",
    message: expect.stringContaining("not today") as string,
  });
});

test("reports an error of stdout with the exit", async () => {
  const broken: SpawnedProcess = {
    stdin: { write: () => undefined, end: () => undefined },
    stdout: (async function* () {
      yield new TextEncoder().encode("first\n");
      throw new Error("connection lost");
    })(),
    kill: () => true,
    exited: new Promise((resolve) => setTimeout(() => resolve({ code: 1, signal: null }), 50)),
  };
  const { exited, stdout } = collect(
    createProcessTransport(() => broken),
    script(""),
  );
  expect(await exited).toMatchObject({ code: 1, error: { message: "connection lost" } });
  expect(stdout()).toBe("first\n");
});

test("a program without an exit event ends with its stdout", async () => {
  const { exited } = collect(
    createProcessTransport(() => ({
      stdin: { write: () => undefined, end: () => undefined },
      stdout: (async function* () {
        yield new TextEncoder().encode("all\n");
      })(),
      kill: () => true,
    })),
    script(""),
  );
  expect(await exited).toEqual({ code: null, signal: null });
});
