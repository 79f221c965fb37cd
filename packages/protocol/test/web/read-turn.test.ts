// `readTurn`, the reader for web pages, with fake responses. The client's tests use a real server.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finalText, type Event } from "../../src/index.ts";
import { createStore } from "../../src/store.ts";
import { readTurn, type FetchTurn, type ReadTurnOptions } from "../../src/web.ts";
import { scaleRuns } from "../../../../tools/testing/property.ts";

const HEADERS = { "Content-Type": "text/event-stream; charset=utf-8" };

const delta = (text: string): Event => ({ type: "text-delta", agent: null, line: 3, messageId: "m", block: 0, text });
const message = (id: string, event: { readonly type: string }): string =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
const RESULT = 'id: t-end\nevent: result\ndata: {"outcome":"success","text":"done"}\n\n';

type Answer = string | Response | Error | (() => Response);

/** Returns a fetch that gives these responses in order and records the requests. */
function server(...answers: readonly Answer[]) {
  const asked: (string | undefined)[] = [];
  const waits: number[] = [];
  const fetch: FetchTurn = async (_url, { headers }) => {
    const answer = answers[asked.length] ?? new Error("nobody is there");
    asked.push(headers["Last-Event-ID"]);
    if (answer instanceof Error) throw answer;
    if (typeof answer === "function") return answer();
    return typeof answer === "string" ? new Response(answer, { headers: HEADERS }) : answer;
  };
  const options: ReadTurnOptions = {
    fetch,
    maxRetries: 3,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
  return { asked, waits, options };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

describe("readTurn", () => {
  it("reads to the result", async () => {
    const { asked, options } = server(`:\n\n${message("t-1", delta("a"))}${message("t-2", delta("b"))}${RESULT}`);
    const events: Event[] = [];
    const outcome = await readTurn("/turn", { ...options, onEvent: (event) => events.push(event) });
    expect(outcome).toEqual({ type: "result", data: { outcome: "success", text: "done" } });
    expect(events).toEqual([delta("a"), delta("b")]);
    expect(asked).toEqual([undefined]);
  });

  it("resumes after the last complete message when the connection is lost", async () => {
    const { asked, waits, options } = server(
      `${message("t-1", delta("a"))}${message("t-2", delta("b")).slice(0, 40)}`,
      new Error("offline"),
      new Response("", { status: 503 }),
      `${message("t-2", delta("b"))}${RESULT}`,
    );
    const store = createStore();
    const statuses: string[] = [];
    await readTurn("/turn", { ...options, store, onStatus: (status) => statuses.push(status) });
    expect(asked).toEqual([undefined, "t-1", "t-1", "t-1"]);
    expect(finalText(store.getSnapshot())).toBe("ab");
    expect(waits.map((ms, index) => ms <= 500 * 2 ** index && ms >= 250 * 2 ** index)).toEqual([true, true, true]);
    expect(statuses.join(" ")).toBe("connecting open waiting connecting waiting connecting waiting connecting open");
  });

  it("restarts from the store's state before the turn when the server says so", async () => {
    const { options } = server(
      message("old-1", delta("lost")),
      `event: reset\ndata: {}\n\n${message("new-1", delta("b"))}${RESULT}`,
    );
    const store = createStore();
    store.add(delta("before "));
    let resets = 0;
    await readTurn("/turn", { ...options, store, onReset: () => (resets += 1) });
    expect([finalText(store.getSnapshot()), resets]).toEqual(["before b", 1]);
  });

  it.each([
    ["a status that will not change", new Response("", { status: 404 }), { status: 404 }],
    ["something that is no stream of events", Response.json({}), { status: 200 }],
    ["nothing more to read", new Response(null, { status: 204 }), { status: 204 }],
  ])("gives up at once for %s", async (_name, answer, expected) => {
    const { asked, options } = server(answer);
    expect(await readTurn("/turn", options)).toMatchObject({ type: "failed", ...expected });
    expect(asked).toHaveLength(1);
  });

  it("gives up after the maximum number of attempts in a row without progress", async () => {
    const { asked, options } = server(message("t-1", delta("a")), "", "", "", "", "");
    const reason = "The connection was lost: the stream ended before the turn.";
    expect(await readTurn("/turn", options)).toEqual({ type: "failed", reason });
    expect(asked).toHaveLength(4);
  });

  it.each([
    ["The socket was closed.", "The connection was lost: The socket was closed."],
    ["offline", "The connection was lost: offline."],
  ])("ends the reason with one full stop when the error is %j", async (text, reason) => {
    const { options } = server(new Error(text));
    expect(await readTurn("/turn", { ...options, maxRetries: 0 })).toEqual({ type: "failed", reason });
  });

  it("stops when its signal aborts: before it starts, while it reads and while it waits", async () => {
    const aborted = { type: "aborted" };
    const { asked, options } = server(() => new Response(new ReadableStream(), { headers: HEADERS }), "");
    expect(await readTurn("/turn", { ...options, signal: AbortSignal.abort() })).toEqual(aborted);
    expect(asked).toEqual([]);
    const reading = new AbortController();
    const onStatus = (status: string): void => {
      if (status === "open") queueMicrotask(() => reading.abort());
    };
    expect(await readTurn("/turn", { ...options, signal: reading.signal, onStatus })).toEqual(aborted);
    const waiting = new AbortController();
    const { fetch } = options;
    const onWaiting = (status: string): void => {
      if (status === "waiting") queueMicrotask(() => waiting.abort());
    };
    expect(
      await readTurn("/turn", {
        ...(fetch === undefined ? {} : { fetch }),
        signal: waiting.signal,
        onStatus: onWaiting,
      }),
    ).toEqual(aborted);
  });

  it("reconnects when a connection has been silent for too long", async () => {
    const silent = (): Response =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(message("t-1", delta("a")))),
        }),
        { headers: HEADERS },
      );
    const { asked, options } = server(silent, RESULT);
    expect(await readTurn("/turn", { ...options, silenceMs: 20 })).toMatchObject({ type: "result" });
    expect(asked).toEqual([undefined, "t-1"]);
  });

  it("reports malformed and unknown messages, and continues", async () => {
    const data = (name: string, text: string): string => `event: ${name}\ndata: ${text}\n\n`;
    const { options } = server(
      [
        data("text-delta", "{"),
        data("text-delta", "3"),
        data("text-delta", '{"type":"notice","agent":null}'),
        data("turn-end", '{"type":"turn-end","agent":null,"line":1}'),
        data("tomorrow", '{"type":"tomorrow","agent":null,"line":9}'),
        RESULT,
      ].join(""),
    );
    const seen: string[] = [];
    const onEvent = (event: Event): void => {
      seen.push(event.type === "malformed" ? event.reason : event.type);
    };
    const store = createStore();
    expect(await readTurn("/turn", { ...options, store, onEvent })).toMatchObject({ type: "result" });
    expect(seen).toEqual(["not-json", "not-object", "bad-shape", "bad-shape", "unknown"]);
    expect(store.getSnapshot().counts).toMatchObject({ malformed: 4, unknown: 1 });
  });

  it("rejects with errors that the caller's callbacks throw", async () => {
    const thrown = new Error("mine");
    const fail = (): never => {
      throw thrown;
    };
    const { options } = server(message("t-1", delta("a")), message("t-1", delta("a")));
    await expect(readTurn("/turn", { ...options, onEvent: fail })).rejects.toBe(thrown);
    const store = createStore();
    store.subscribe(fail);
    await expect(readTurn("/turn", { ...options, store })).rejects.toBe(thrown);
  });

  it("rejects an invalid option", async () => {
    await expect(readTurn("/turn", { silenceMs: -1 })).rejects.toThrow("silenceMs is -1");
  });

  it("law: does not reject for any bytes", async () => {
    const name = fc.constantFrom("text-delta", "turn-end", "tool-result", "result", "reset", "x");
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.tuple(name, fc.jsonValue()).map(([type, value]) => {
        const event = isObject(value) ? { agent: null, ...value, type } : value;
        return new TextEncoder().encode(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(noise, { maxLength: 8 }), async (chunks) => {
        const body = Buffer.concat(chunks);
        const { options } = server(new Response(body, { headers: HEADERS }));
        const { type } = await readTurn("/turn", { ...options, maxRetries: 0, store: createStore() });
        expect(["failed", "result"]).toContain(type);
      }),
      { numRuns: scaleRuns(300) },
    );
  });
});
