// Custom transports and programs that break their contract: every promise settles, and no error is thrown where it cannot
// be caught.
import { spawn as spawnChild } from "node:child_process";
import { spawnSimulated } from "@unspool/simulator";
import { fakeClaude } from "@unspool/simulator/testing";
import { expect, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import type { Transport, TransportFactory } from "../../src/transport/types.ts";
import { Pending } from "../chaos/pending.ts";

const METHODS = ["write", "waitingBytes", "endInput", "pause", "resume", "kill", "unref", "ref"] as const;

/** Every method throws. */
function broken(): Transport {
  const methods = METHODS.map((name) => [
    name,
    () => {
      throw new Error(`${name} is broken`);
    },
  ]);
  return { pid: undefined, ...Object.fromEntries(methods) } as Transport;
}

async function play(options: SessionOptions): Promise<{ readonly code?: string; readonly message?: string }> {
  const session = createClaude({ ...options, requestTimeoutMs: 200, shutdown: { graceMs: 50, killMs: 50 } }).session();
  const pending = new Pending();
  const turn = pending.track("turn", session.ask("Hello.", { reject: false }));
  await pending.track("ready", session.ready()).catch(() => undefined);
  void pending.track("interrupt", session.interrupt());
  void pending.track("close", session.close());
  expect(await pending.wait(10_000)).toEqual([]);
  expect(pending.problems).toEqual([]);
  expect(session.isClosed).toBe(true);
  return (await turn) as { code?: string; message?: string };
}

test("a transport whose methods throw does not prevent the end of the session", async () => {
  expect(await play({ transport: broken, unref: true })).toMatchObject({ code: expect.any(String) as string });
});

test("a factory that returns no transport fails the start", async () => {
  const transport = (() => undefined) as unknown as TransportFactory;
  expect(await play({ transport })).toMatchObject({
    code: "start-failed",
    message: expect.stringContaining("instead of a transport") as string,
  });
});

test("ignores data of a transport after its exit", async () => {
  const transport: TransportFactory = (_launch, handlers) => {
    setTimeout(() => {
      handlers.onExit({ code: 3, signal: null });
      expect(() => handlers.onData(Buffer.from('{"type":"result"}\n'))).not.toThrow();
      handlers.onExit({ code: 0, signal: null });
    }, 10);
    return { ...broken(), write: () => undefined };
  };
  expect(await play({ transport })).toMatchObject({
    code: "process-ended",
    message: expect.stringContaining("exit code 3") as string,
  });
});

test("output that cannot be read ends the session, and is not thrown at the transport", async () => {
  const signals: string[] = [];
  const transport: TransportFactory = (_launch, handlers) => {
    setTimeout(() => expect(() => handlers.onData({} as Uint8Array)).not.toThrow(), 10);
    const kill = (signal: string): boolean => {
      signals.push(signal);
      handlers.onExit({ code: null, signal });
      return true;
    };
    return { ...broken(), write: () => undefined, kill };
  };
  expect(await play({ transport })).toMatchObject({ code: "protocol-violation" });
  expect(signals).toContain("SIGKILL");
});

test("refuses a `spawn` that returns a promise, even a rejected one", async () => {
  const spawn = (async () => {
    throw new Error("later");
  }) as unknown as NonNullable<SessionOptions["spawn"]>;
  expect(await play({ spawn })).toMatchObject({ message: expect.stringContaining("returned a promise") as string });
});

test("ignores rejected promises of a program", async () => {
  const rejects = (): Promise<never> => Promise.reject(new Error("broken pipe"));
  const spawn: SessionOptions["spawn"] = (launch) => {
    const claude = spawnSimulated()(launch);
    const write = (lines: string): Promise<never> => {
      claude.stdin.write(lines);
      return rejects();
    };
    const end = (): Promise<never> => {
      claude.stdin.end();
      return rejects();
    };
    return { ...claude, stdin: { write, end }, exited: claude.exited.then(() => undefined as never) };
  };
  const session = createClaude({ spawn }).session();
  expect((await session.ask("Hello.")).outcome).toBe("success");
  await session.close();
});

test("a program's pipes may have an encoding", async () => {
  await using fake = fakeClaude({ scenario: "greeting", faults: [{ fault: "stderr-flood", bytes: 1000 }] });
  let heard = 0;
  const session = createClaude({
    executable: fake.path,
    env: { ANTHROPIC_API_KEY: "made-up" },
    onStderr: (line) => (heard += line.length),
    spawn({ command, args, cwd, env }) {
      const child = spawnChild(command, args, { cwd, env });
      child.stdout.setEncoding("utf8");
      child.stderr.setEncoding("utf8");
      return child;
    },
  }).session();
  expect((await session.ask("Hello.")).outcome).toBe("success");
  await session.close();
  expect(heard).toBeGreaterThan(900);
});
