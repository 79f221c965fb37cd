import { describe, expect, test } from "vitest";
import { createPool } from "../../src/batch/pool.ts";
import { colours, collect, countedSpawn, manualClock, quiet, until } from "./support.ts";

describe("a pool", () => {
  test("starts sessions before they are needed", async () => {
    const counted = countedSpawn(colours);
    await using pool = createPool({ spawn: counted.spawn, size: 2 });
    await pool.warm();
    expect([pool.ready, pool.busy, counted.counts.started]).toEqual([2, 0, 2]);
    const turn = pool.ask("red");
    // The prompt is written synchronously, as no process has to be started.
    expect(turn.status).toBe("running");
    expect((await turn).text).toBe("Red it is.");
  });

  test("uses a session for one prompt, ends it, and replaces it", async () => {
    const counted = countedSpawn(colours);
    const pool = createPool({ spawn: counted.spawn, size: 1, max: 1 });
    await pool.warm();
    for (const [place, colour] of ["red", "red", "red"].entries()) {
      expect((await pool.ask(colour)).text).toBe("Red it is.");
      await pool.warm();
      expect([counted.counts.started, counted.counts.alive]).toEqual([place + 2, 1]);
    }
    await pool.close();
    expect(counted.counts.alive).toBe(0);
  });

  test("starts sessions for prompts that find none up to `max`, and lets the rest wait in order", async () => {
    const counted = countedSpawn(colours);
    await using pool = createPool({ spawn: counted.spawn, size: 1, max: 3 });
    const turns = ["red", "green", "blue", "red", "green", "blue"].map((colour) => pool.ask(colour));
    expect(turns.map(({ status, queuePosition }) => [status, queuePosition]).slice(3)).toEqual([
      ["queued", 0],
      ["queued", 1],
      ["queued", 2],
    ]);
    expect(pool.waiting).toBe(3);
    const texts = (await Promise.all(turns)).map(({ text }) => text);
    expect(texts).toEqual(["Red it is.", "Green it is.", "Blue it is.", "Red it is.", "Green it is.", "Blue it is."]);
    expect(counted.counts.mostAlive).toBeLessThanOrEqual(3);
  });

  test("gives a waiting prompt a turn like any other", async () => {
    const counted = countedSpawn(colours);
    await using pool = createPool({ spawn: counted.spawn, size: 1, max: 1 });
    const first = pool.ask("red");
    const second = pool.ask("green");
    expect([second.id, second.cause, second.status, second.queuePosition]).toEqual(["", "prompt", "queued", 0]);
    const early = collect(second);
    const words = collect(second.textStream);
    const frames = second.toResponse().text();
    const stream = second.toReadableStream().getReader();
    const leaves = second[Symbol.asyncIterator]();
    const left = leaves.next();
    await leaves.return?.();
    expect((await left).done).toBe(true);
    await first;
    const result = await second;
    expect(second.status).toBe("ended");
    expect(second.id).toMatch(/^[0-9a-f-]{36}$/);
    const late = await collect(second.events);
    expect(await early).toEqual(late);
    expect((await stream.read()).value).toEqual(late[0]);
    expect((await words).join("")).toBe("Green it is.");
    expect(await frames).toContain("event: result\n");
    expect(late.at(-1)).toMatchObject({ type: "turn-end", text: result.text });
  });

  test("hands a session over to the caller, and no longer counts it", async () => {
    const counted = countedSpawn(colours);
    const pool = createPool({ spawn: counted.spawn, size: 1, max: 1 });
    await using session = await pool.session();
    expect(pool.busy).toBe(0);
    await pool.warm();
    expect(counted.counts.alive).toBe(2);
    await pool.close();
    expect((await session.ask("red")).text).toBe("Red it is.");
    expect((await session.ask("green")).text).toBe("Green it is.");
  });

  test("rejects a failed turn, and continues with others", async () => {
    const counted = countedSpawn(colours);
    await using pool = createPool({ spawn: counted.spawn, size: 1 });
    await expect(pool.ask("broken")).rejects.toMatchObject({ code: "turn-failed" });
    expect(await pool.ask("broken", { reject: false })).toMatchObject({ code: "turn-failed" });
    expect((await pool.ask("red")).text).toBe("Red it is.");
  });
});

describe("a cancelled turn of a pool", () => {
  test("stops if it is running, and its session is replaced", async () => {
    const counted = countedSpawn(colours);
    await using pool = createPool({ spawn: counted.spawn, size: 1, max: 1 });
    const abort = new AbortController();
    const turn = pool.ask("endless", { signal: abort.signal });
    for await (const event of turn) if (event.type === "text-delta") break;
    abort.abort();
    await expect(turn).rejects.toMatchObject({ code: "aborted", text: "On and on." });
    expect((await pool.ask("red")).text).toBe("Red it is.");
    expect(counted.counts.started).toBeGreaterThanOrEqual(2);
  });

  test("leaves the queue without using a session", async () => {
    const counted = countedSpawn(colours);
    await using pool = createPool({ spawn: counted.spawn, size: 1, max: 1 });
    const running = pool.ask("red");
    const abort = new AbortController();
    const aborted = pool.ask("green", { signal: abort.signal });
    const interrupted = pool.ask("green", { reject: false });
    const last = pool.ask("blue");
    expect(last.queuePosition).toBe(2);
    abort.abort(new Error("enough"));
    await interrupted.interrupt();
    expect(last.queuePosition).toBe(0);
    await expect(aborted).rejects.toMatchObject({ code: "aborted", cause: { message: "enough" } });
    expect(await interrupted).toMatchObject({ code: "interrupted" });
    await expect(pool.ask("red", { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    await Promise.all([running, last]);
    expect(counted.counts.started).toBe(2);
  });
});

describe("a warm session", () => {
  test("is replaced after maxIdleMs", async () => {
    const clock = manualClock();
    const counted = countedSpawn(colours);
    await using pool = createPool({ spawn: counted.spawn, size: 2, max: 2, maxIdleMs: 1000, clock });
    await pool.warm();
    clock.advance(999);
    await quiet();
    expect(counted.counts.started).toBe(2);
    clock.advance(1);
    await until(() => counted.counts.started === 4);
    await pool.warm();
    expect(counted.counts.alive).toBe(2);
  });

  test("is replaced after it has died", async () => {
    const clock = manualClock();
    const counted = countedSpawn(colours);
    await using pool = createPool({ spawn: counted.spawn, size: 2, clock });
    await pool.warm();
    counted.killAll();
    await until(() => counted.counts.alive === 0 && pool.ready === 0);
    await quiet();
    // The pool waits before it restarts them, as the cause of their death may persist.
    expect(counted.counts.started).toBe(2);
    await expect(pool.warm()).rejects.toMatchObject({ code: "process-ended" });
    clock.advance(1000);
    await pool.warm();
    expect(counted.counts.started).toBe(4);
  });

  test("is not replaced while it is in use", async () => {
    const clock = manualClock();
    const counted = countedSpawn(colours);
    await using pool = createPool({ spawn: counted.spawn, size: 1, max: 1, maxIdleMs: 1000, clock, timeouts: false });
    await pool.warm();
    const turn = pool.ask("endless");
    for await (const event of turn) if (event.type === "text-delta") break;
    clock.advance(5000);
    await quiet();
    expect([turn.status, counted.counts.started]).toEqual(["running", 1]);
    const stopping = turn.interrupt();
    await expect(turn).rejects.toMatchObject({ code: "interrupted" });
    await stopping;
  });
});

describe("a pool whose sessions cannot be started", () => {
  test("fails the prompt with the reason, and retries less and less often", async () => {
    const clock = manualClock();
    let isBroken = true;
    const counted = countedSpawn(() => (isBroken ? { faults: [{ fault: "exit", code: 7 }] } : { scenario: colours }));
    await using pool = createPool({ size: 2, max: 4, spawn: counted.spawn, clock });
    await expect(pool.warm()).rejects.toMatchObject({ code: "process-ended", details: { exitCode: 7 } });
    await quiet();
    expect(counted.counts.started).toBe(2);
    // Each prompt and each session request causes one attempt.
    await expect(pool.ask("red")).rejects.toMatchObject({ code: "process-ended", details: { exitCode: 7 } });
    await expect(pool.session()).rejects.toMatchObject({ code: "process-ended" });
    await quiet();
    expect(counted.counts.started).toBe(4);
    clock.advance(1000);
    await quiet();
    expect(counted.counts.started).toBe(6);
    clock.advance(1999);
    await quiet();
    expect(counted.counts.started).toBe(6);
    clock.advance(1);
    await quiet();
    expect(counted.counts.started).toBe(8);
    isBroken = false;
    expect((await pool.ask("red")).text).toBe("Red it is.");
    clock.advance(4000);
    await pool.warm();
    expect(pool.ready).toBe(2);
  });
});

describe("a pool that is closed", () => {
  test("settles everything and leaves no process", async () => {
    const counted = countedSpawn(colours);
    const pool = createPool({ spawn: counted.spawn, size: 2, max: 2, shutdown: { graceMs: 1 } });
    const running = pool.ask("endless", { reject: false });
    for await (const event of running) if (event.type === "text-delta") break;
    const others = [pool.ask("endless"), pool.ask("red")].map((turn) => turn.catch((error: unknown) => error));
    const session = pool.session().catch((error: unknown) => error);
    const warm = pool.warm().catch((error: unknown) => error);
    await pool.close();
    expect(counted.counts.alive).toBe(0);
    expect(await running).toMatchObject({ code: "session-closed", text: "On and on." });
    for (const settled of [...others, session, warm]) expect(await settled).toMatchObject({ code: "session-closed" });
    await pool.close();
  });

  test("rejects new prompts and sessions", async () => {
    const counted = countedSpawn(colours);
    const pool = createPool({ spawn: counted.spawn, size: 1 });
    await pool.close();
    await expect(pool.ask("red")).rejects.toMatchObject({ code: "session-closed" });
    await expect(pool.session()).rejects.toMatchObject({ code: "session-closed" });
    await expect(pool.warm()).rejects.toMatchObject({ code: "session-closed" });
    await quiet();
    expect(counted.counts.alive).toBe(0);
  });
});

describe("options of a pool", () => {
  test.each([
    [{ size: 0 }, "size"],
    [{ size: 2, max: 1 }, "max"],
    [{ size: 1, maxIdleMs: 0 }, "maxIdleMs"],
    [{ size: 1, resume: "x" }, "resume"],
    [{ size: 1, record: "all.jsonl" }, "record"],
    [{ size: 1, modle: "sonnet" }, "modle"],
    [{ size: 1, maxIdelMs: 5 }, "Did you mean `maxIdleMs`"],
  ])("are rejected if they are invalid: %j", (options, name) => {
    const counted = countedSpawn(colours);
    expect(() => createPool({ spawn: counted.spawn, ...options })).toThrow(name);
    expect(counted.counts.started).toBe(0);
  });
});
