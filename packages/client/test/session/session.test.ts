import type { Event } from "@unspool/protocol";
import { loadReadyMade, say, scenario, spawnSimulated, type Scenario } from "@unspool/simulator";
import { describe, expect, test } from "vitest";
import { createClaude, type Claude } from "../../src/claude.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import type { Turn } from "../../src/turn/types.ts";
import { lastMessage } from "./last-message.ts";

const simulated = (plays: Scenario, options: SessionOptions = {}, version?: string): Claude =>
  createClaude({
    spawn: spawnSimulated({ scenario: plays, ...(version === undefined ? {} : { version }) }),
    ...options,
  });

const three = scenario("three").turn(say.text("One.")).turn(say.text("Two.")).turn(say.text("Three."));

const long = scenario("long")
  .turn(say.text("word ".repeat(2000)))
  .turn(say.text("Short."));

describe("a turn", () => {
  test("is a promise of its result", async () => {
    const result = await simulated(await loadReadyMade("tools")).ask("Look around.", {
      permissionMode: "bypassPermissions",
    });
    expect(result.outcome).toBe("success");
    expect(result.toolCalls.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "Bash succeeded",
      "Bash failed",
      "Bash succeeded",
    ]);
    expect(result.text).not.toBe("");
    expect(result.costUsd).toBeGreaterThan(0);
    expect(result.sessionId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("is an async iterable of its events, and its text too", async () => {
    const turn = simulated(three).ask("One?");
    const [events, pieces, result] = await Promise.all([collect(turn), collect(turn.textStream), turn]);
    expect(events.at(-1)?.type).toBe("turn-end");
    expect(pieces.join("")).toBe("One.");
    expect(result.text).toBe("One.");
  });

  test("continues when a reader leaves early", async () => {
    await using session = simulated(three).session();
    for await (const event of session.ask("One?")) if (event.type === "text-delta") break;
    expect((await session.ask("Two?")).text).toBe("Two.");
  });
});

describe("a session", () => {
  test.each(["1.0.128", "2.0.76", "2.1.74", "2.1.200", "2.1.325"])(
    "answers each prompt with its own result (%s)",
    async (version) => {
      await using session = simulated(three, {}, version).session();
      const turns = [session.ask("One?"), session.ask("Two?"), session.ask("Three?")];
      expect(turns.map(({ queuePosition }) => queuePosition)).toEqual([0, 1, 2]);
      expect((await Promise.all(turns)).map(({ text }) => text)).toEqual(["One.", "Two.", "Three."]);
    },
  );
});

describe("stopping", () => {
  test("an interrupted turn rejects with what came before, and the session goes on", async () => {
    await using session = simulated(long).session();
    const turn = session.ask("Talk.");
    for await (const event of turn) if (event.type === "text-delta") break;
    await turn.interrupt();
    await expect(turn).rejects.toMatchObject({ code: "interrupted", outcome: "interrupted" });
    expect((await session.ask("Again.")).text).toBe("Short.");
  });

  test("a turn that is interrupted before its start ends", async () => {
    await using session = simulated(long).session();
    const turn = session.ask("Talk.");
    await turn.interrupt();
    await expect(turn).rejects.toMatchObject({ code: "interrupted" });
  });

  test("an aborted signal ends the turn, and takes one out of the queue", async () => {
    await using session = simulated(long).session();
    const running = new AbortController();
    const queued = new AbortController();
    const first = session.ask("Talk.", { signal: running.signal });
    const second = session.ask("Never.", { signal: queued.signal });
    queued.abort();
    await expect(second).rejects.toMatchObject({ code: "aborted" });
    for await (const event of first) if (event.type === "text-delta") break;
    running.abort(new Error("enough"));
    await expect(first).rejects.toMatchObject({ code: "aborted", cause: { message: "enough" } });
  });

  test("with reject: false a failed turn resolves with its error", async () => {
    const result = await simulated(await loadReadyMade("api-error")).ask("Hello.", { reject: false });
    expect(result.outcome).toBe("error");
    expect(result).toMatchObject({ code: "turn-failed", name: "TurnError" });
  });

  test("close() rejects queued turns, and a closed session rejects new ones", async () => {
    const session = simulated(long).session();
    const running = session.ask("Talk.");
    const queued = session.ask("Never.");
    for await (const event of running) if (event.type === "text-delta") break;
    const [closed, first, second] = await Promise.allSettled([session.close(), running, queued]);
    expect(closed.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "session-closed" } });
    // The end of input lets a turn finish.
    expect(first.status).toBe("fulfilled");
    await expect(session.ask("Too late.")).rejects.toMatchObject({ code: "session-closed" });
    await expect(session.setModel("haiku")).rejects.toMatchObject({ code: "session-closed" });
    await expect(session.idle()).rejects.toMatchObject({ code: "session-closed" });
  });

  test("a CLI that dies fails the turn with its exit code and everything that came before", async () => {
    const dies = createClaude({
      spawn: spawnSimulated({ scenario: long, faults: [{ fault: "exit", code: 7, afterLines: 12 }] }),
    });
    const turn = dies.ask("Talk.");
    const events: Event[] = [];
    const read = (async () => {
      for await (const event of turn) events.push(event);
    })();
    await expect(turn).rejects.toMatchObject({ code: "process-ended", details: { exitCode: 7 } });
    await expect(read).rejects.toMatchObject({ code: "process-ended" });
    const text = events.flatMap((event) => (event.type === "text-delta" ? [event.text] : [])).join("");
    expect(text).not.toBe("");
    await turn.catch((error: unknown) => expect(error).toMatchObject({ text }));
  });
});

describe("steering and background tasks", () => {
  test.each(["2.1.325", "2.1.74"])(
    "a prompt sent while a tool runs is answered in the same turn (%s)",
    async (version) => {
      await using session = simulated(
        await loadReadyMade("queued-in-turn"),
        { permissionMode: "bypassPermissions" },
        version,
      ).session();
      const first = session.ask("one");
      let second: Turn | undefined;
      for await (const event of first)
        if (event.type === "tool-call-end") second = session.ask("two", { when: "steer" });
      expect((await first).text).toBe(version === "2.1.325" ? (await second!).text : (await first).text);
      await session.idle();
      expect(second!.status).toBe("ended");
    },
  );

  test.each(["2.1.325", "2.1.200", "2.1.74"])(
    "a turn that the CLI begins by itself is a turn of its own (%s)",
    async (version) => {
      await using session = simulated(
        await loadReadyMade("background-agents"),
        { permissionMode: "bypassPermissions" },
        version,
      ).session();
      const own: Promise<string>[] = [];
      session.onTurn((turn) => own.push(turn.then(({ text }) => text)));
      const first = await session.ask("Look around in the background.");
      await session.idle();
      const told = await Promise.all(own);
      // 2.1.74 keeps the result back until all are told of.
      if (version === "2.1.74") expect([first.text, told]).toEqual(["The other has come back.", []]);
      else
        expect([first.text, told]).toEqual([
          "Both are on their way.",
          ["One has come back.", "The other has come back."],
        ]);
      expect(session.state.backgroundTaskIds).toEqual([]);
    },
  );
});

describe("control", () => {
  test("requests are answered, and requests that a version does not know are refused", async () => {
    await using session = simulated(three).session();
    expect(session.state.status).toBe("starting");
    await session.ready();
    expect(session.state.status).toBe("idle");
    await session.setModel("haiku");
    await session.setPermissionMode("plan");
    expect(Array.isArray(await session.commands())).toBe(true);
    await expect(session.control("no_such_request")).rejects.toMatchObject({ code: "unsupported-request" });
  });

  test("a session can be compacted and forked", async () => {
    await using session = simulated(await loadReadyMade("compact")).session();
    await session.ask("hello");
    const turn = session.compact("Focus on auth");
    const events = await collect(turn);
    expect(events.some(({ type }) => type === "compaction")).toBe(true);
    await using branch = await session.fork();
    expect((await branch.ask("and now?")).sessionId).not.toBe(session.id);
  });

  test("a fork continues from the present, not from where the session was resumed", async () => {
    const launches: (readonly string[])[] = [];
    const start = spawnSimulated({ scenario: three });
    const claude = createClaude({ spawn: (launch) => (launches.push(launch.args), start(launch)) });
    await using session = claude.session(await lastMessage(claude.ask("One?", { partialMessages: false })));
    await session.ask("Two?");
    await using branch = await session.fork();
    await branch.ready();
    expect(launches.map((args) => args.includes("--resume-session-at"))).toEqual([false, true, false]);
  });

  test("a resumed session can be forked before its first turn, from the same message", async () => {
    const launches: (readonly string[])[] = [];
    const start = spawnSimulated({ scenario: three });
    const claude = createClaude({ spawn: (launch) => (launches.push(launch.args), start(launch)) });
    const from = await lastMessage(claude.ask("One?", { partialMessages: false }));
    await using session = claude.session(from);
    await session.ready();
    await using branch = await session.fork();
    const { text, sessionId } = await branch.ask("Two?");
    expect(text).toBe("Two.");
    expect(sessionId).not.toBe(from.resume);
    const [, , forked = []] = launches;
    expect(forked[forked.indexOf("--resume") + 1]).toBe(from.resume);
    expect(forked[forked.indexOf("--resume-session-at") + 1]).toBe(from.resumeAt);
  });

  test("a new session cannot be forked before its first turn", async () => {
    await using session = simulated(three).session();
    await session.ready();
    await expect(session.fork()).rejects.toMatchObject({ code: "invalid-option" });
  });
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
