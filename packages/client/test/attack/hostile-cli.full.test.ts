// Runs a program in place of claude that does what no real one does. Nothing may hang, only documented errors are thrown,
// every promise settles, and no process is left.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClaude } from "../../src/claude.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import type { Session } from "../../src/session/types.ts";
import type { Settled } from "../../src/turn/types.ts";
import { Pending } from "../chaos/pending.ts";

const program = fileURLToPath(new URL("hostile-cli.mjs", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "unspool-hostile-"));
const note = join(home, "note.txt");
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => {
  chmodSync(program, 0o755);
  process.on("unhandledRejection", onUnhandled);
});
afterAll(() => {
  process.off("unhandledRejection", onUnhandled);
  rmSync(home, { recursive: true });
});

interface Played {
  readonly first: Settled | undefined;
  readonly session: Session;
}

interface PlayOptions extends Pick<SessionOptions, "wrapTransport" | "permissions"> {
  readonly isSilent?: boolean;
  readonly size?: string;
}

/** Sends every kind of request at once, and then closes the session. */
async function play(
  mode: string,
  { isSilent = false, wrapTransport, permissions, size = "" }: PlayOptions = {},
): Promise<Played> {
  const mark = `${mode}-${process.pid}`;
  const session = createClaude({
    executable: program,
    env: { UNSPOOL_HOSTILE: mode, UNSPOOL_MARK: mark, UNSPOOL_NOTE: note + size, HOME: home, NODE_OPTIONS: undefined },
    persist: false,
    ...(isSilent ? { requestTimeoutMs: 500 } : {}),
    shutdown: { graceMs: 300, killMs: 300 },
    permissions: permissions ?? (async (request) => request.allow()),
    ...(wrapTransport === undefined ? {} : { wrapTransport }),
  }).session();
  const pending = new Pending();
  let first: Settled | undefined;
  const turn = pending.track("first turn", session.ask("one", { reject: false }));
  void turn.then((result) => (first = result));
  void pending.track("second turn", session.ask("two", { reject: false }));
  void pending.track("ready", session.ready());
  void pending.track("idle", session.idle());
  const model = pending.track("model", session.setModel("x"));
  void pending.track("usage", session.contextUsage());
  void pending.track("events", drain(session));
  // A silent CLI does not answer the turn, so this waits for the request timeout.
  await (isSilent ? Promise.race([turn, model]) : turn);
  void pending.track("interrupt", session.interrupt());
  void pending.track("close", session.close());
  expect(await pending.wait(15_000)).toEqual([]);
  expect(pending.problems).toEqual([]);
  expect(session.isClosed).toBe(true);
  // A process that detached on purpose is not killed.
  if (!mode.startsWith("detached")) expect(listProcessesMarked(mark)).toEqual([]);
  expect(unhandled).toEqual([]);
  return { first, session };
}

async function drain(session: Session): Promise<void> {
  const reader = session.events[Symbol.asyncIterator]();
  while ((await reader.next()).done !== true);
}

/** Lists the pids that have this mark in their environment. */
function listProcessesMarked(mark: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return (
        readFileSync(`/proc/${pid}/environ`, "utf8").includes(`UNSPOOL_MARK=${mark}`) &&
        readFileSync(`/proc/${pid}/cmdline`, "utf8") !== ""
      );
    } catch {
      return false;
    }
  });
}

describe.runIf(process.platform === "linux")("a hostile CLI", () => {
  it.each([
    "rubbish",
    "no-initialize",
    "exit-at-once",
    "exit-with-code",
    "dies-by-signal",
    "closes-stdout",
    "closes-stdin",
    "never-ends-a-turn",
    "ignores-signals",
    "never-reads",
  ])("fails the turn if it gives no answer: %s", async (mode) => {
    const { first } = await play(mode, { isSilent: true });
    expect(first).toBeInstanceOf(Error);
  });

  it.each([
    ["stderr-flood", "done"],
    ["10000-permissions", "answered 10000"],
    ["reads-late", "answered 40"],
    ["unknown-answers", "done"],
    ["odd-requests", "done"],
    ["refuses-all", "done"],
    ["result-twice", "done"],
    ["line-without-end", "done"],
    ["grandchildren", "done"],
    ["detached-grandchild", "done"],
  ])("does not prevent its answer from being read: %s", async (mode, text) => {
    const { first } = await play(mode);
    expect(first).toMatchObject({ text });
  });

  it.each(["same-request-ids", "results-without-prompts"])("does not settle a turn twice: %s", async (mode) => {
    const { first } = await play(mode);
    expect(first).toMatchObject({ outcome: "success" });
  });

  it("is killed before its first call if it runs in a wider permission mode", async () => {
    const { first } = await play("wider-mode");
    expect(first).toMatchObject({ code: "permission-mode-mismatch", details: { asked: "default", reported: "auto" } });
    // The call would have created this file.
    expect(existsSync(note)).toBe(false);
  });

  it("is ended if every line names another session, and leaves no locks", async () => {
    let most = 0;
    const locks = join(process.env["UNSPOOL_STATE_DIR"] ?? "", "locks");
    const { first } = await play("many-sessions", {
      wrapTransport: (transport) => (launch, handlers) =>
        transport(launch, {
          ...handlers,
          onData(chunk) {
            handlers.onData(chunk);
            most = Math.max(most, existsSync(locks) ? readdirSync(locks).length : 0);
          },
        }),
    });
    expect(first).toMatchObject({ code: "protocol-violation", message: expect.stringContaining("1000") as string });
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(20);
    expect(readdirSync(locks)).toEqual([]);
  });

  it("is ended if it sends endless requests and never reads the answers", async () => {
    const written: number[] = [];
    const { first } = await play("asks-for-ever", {
      wrapTransport: (transport) => (launch, handlers) => {
        const inner = transport(launch, handlers);
        const write = inner.write.bind(inner);
        inner.write = (lines) => {
          written.push(lines.length);
          write(lines);
        };
        return inner;
      },
    });
    expect(first).toMatchObject({ code: "input-blocked", message: expect.stringContaining("64 MB") as string });
    // The queue, the line above its limit, and the buffers of the pipe and the program.
    expect(written.reduce((sum, length) => sum + length, 0)).toBeLessThan(70 << 20);
  });

  it("is ended if it sends endless events without naming their turn", async () => {
    const { first } = await play("endless-undecided");
    expect(first).toMatchObject({ code: "protocol-violation", message: expect.stringContaining("8 MB") as string });
  });

  it.each([
    ["many", "2000 requests"],
    ["large", "64 MB of requests"],
  ])("is ended if it sends too %s requests while the host is slow", async (size, words) => {
    let asked = 0;
    const { first } = await play("asks-and-asks", {
      size,
      permissions: (request) => {
        asked += 1;
        return new Promise((resolve) => {
          request.signal.addEventListener("abort", () => resolve(request.deny("Too late.")), { once: true });
        });
      },
    });
    expect(first).toMatchObject({ code: "protocol-violation", message: expect.stringContaining(words) as string });
    expect(asked).toBeLessThanOrEqual(2000);
  });

  it("cannot delay close() by not reading a large prompt", async () => {
    const session = createClaude({
      executable: program,
      env: { UNSPOOL_HOSTILE: "never-reads", HOME: home },
      shutdown: { graceMs: 100, killMs: 300 },
    }).session();
    session.ready().catch(() => undefined);
    const turn = session.ask("x".repeat(20 << 20), { reject: false });
    await session.close();
    expect(await turn).toBeInstanceOf(Error);
  });
});
