import type { Event, Json } from "@unspool/protocol";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SYSTEM_CLOCK } from "../../../src/clock.ts";
import { ClaudeError } from "../../../src/errors.ts";
import { stringifyDeep } from "../../../src/turn/web/deep-json.ts";
import type { TurnResponseOptions } from "../../../src/turn/web/response-types.ts";
import { TurnError } from "../../../src/turn/turn-error.ts";
import type { TurnFields } from "../../../src/turn/types.ts";
import { FIELDS } from "../turn-fields.ts";
import { toReadableStream, toSseResponse as toResponse } from "../../../src/turn/web/response.ts";

const delta = (text: string): Event => ({ type: "text-delta", agent: null, line: 1, messageId: "m", block: 0, text });

/** Its response, with the clock of the system. */
function toSseResponse(
  source: AsyncIterable<Event>,
  settled: PromiseLike<TurnFields>,
  options: TurnResponseOptions = {},
): Response {
  const read = (): AsyncIterableIterator<Event> => source[Symbol.asyncIterator]() as AsyncIterableIterator<Event>;
  const log = { keep: () => undefined, keeps: () => true, read };
  return toResponse({ tag: "t", log, settled }, options, SYSTEM_CLOCK);
}

interface Source extends AsyncIterable<Event> {
  readonly asked: number;
  readonly hasLeft: boolean;
}

/** Events on demand; `error` comes after them. */
function createSource(events: readonly Event[], error?: unknown): Source {
  const seen = { asked: 0, hasLeft: false };
  return Object.assign(seen, {
    [Symbol.asyncIterator]: (): AsyncIterator<Event> => ({
      next() {
        const value = events[seen.asked];
        seen.asked += 1;
        if (value !== undefined) return Promise.resolve({ done: false, value });
        if (error !== undefined) return Promise.reject(error as Error);
        return Promise.resolve({ done: true, value: undefined });
      },
      return() {
        seen.hasLeft = true;
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  });
}

/** Parses messages as a browser does. */
function readFrames(body: string): { readonly name: string; readonly data: unknown }[] {
  const frames = body.split("\n\n");
  expect(frames.pop()).toBe("");
  return frames.map((frame) => {
    const [id = "", name = "", data = "", ...rest] = frame.split(/\r\n|\r|\n/);
    expect(id).toMatch(/^id: \w+-(end|\d+)$/);
    expect(rest).toEqual([]);
    return { name: name.replace("event: ", ""), data: JSON.parse(data.replace("data: ", "")) as unknown };
  });
}

describe("deeply nested values", () => {
  const deep = (levels: number): Json => {
    let value: Json = { end: ["\u2028", null, true, 1.5] };
    for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [0, value, "x"] : { a: value, b: {} };
    return value;
  };
  const call = (input: Json): Event => ({
    type: "tool-call-end",
    agent: null,
    line: 1,
    messageId: "m",
    block: 0,
    toolUseId: "t",
    name: "Deep",
    input,
  });

  it("are sent like any other value, and so are the events after them", async () => {
    const response = toSseResponse(createSource([call(deep(20_000)), delta("after")]), Promise.resolve(FIELDS));
    const frames = readFrames(await response.text());
    expect(frames.map(({ name }) => name)).toEqual(["tool-call-end", "text-delta", "result"]);
  });

  it("are written as JSON.stringify writes them, to the depth that it supports", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(stringifyDeep(value)).toBe(JSON.stringify(value));
      }),
    );
    expect(stringifyDeep(deep(50))).toBe(JSON.stringify(deep(50)));
    expect(stringifyDeep({ a: undefined, b: 1 })).toBe('{"b":1}');
  });
});

describe("a readable stream", () => {
  it("yields every event in order, and reads nothing ahead", async () => {
    const source = createSource([delta("a"), delta("b")]);
    const reader = toReadableStream(source).getReader();
    await Promise.resolve();
    expect(source.asked).toBe(0);
    expect(await reader.read()).toEqual({ done: false, value: delta("a") });
    expect(source.asked).toBe(1);
    expect(await reader.read()).toEqual({ done: false, value: delta("b") });
    expect((await reader.read()).done).toBe(true);
  });

  it("stops reading its source when it is cancelled", async () => {
    const source = createSource([delta("a"), delta("b")]);
    const reader = toReadableStream(source).getReader();
    await reader.read();
    await reader.cancel();
    expect(source.hasLeft).toBe(true);
  });

  it("can be cancelled while it waits for an event that never comes", async () => {
    let hasLeft = false;
    let tellAsked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      tellAsked = resolve;
    });
    const silent: AsyncIterable<Event> = {
      [Symbol.asyncIterator]: () => ({
        next() {
          tellAsked();
          return new Promise(() => undefined);
        },
        return() {
          hasLeft = true;
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    };
    const reader = toReadableStream(silent).getReader();
    const reading = reader.read();
    await isAsked;
    await reader.cancel();
    expect((await reading).done).toBe(true);
    expect(hasLeft).toBe(true);
  });

  it("fails with the error of its source", async () => {
    const reader = toReadableStream(createSource([], new ClaudeError("process-ended", "gone"))).getReader();
    await expect(reader.read()).rejects.toThrow("gone");
  });
});

describe("a response of server-sent events", () => {
  it("has one message for each event, and the result last", async () => {
    const response = toSseResponse(createSource([delta("a\nb\r\u2028c")]), Promise.resolve(FIELDS));
    const body = await response.text();
    expect(body).not.toContain("\u2028");
    const { data: _none, ...told } = FIELDS;
    expect(readFrames(body)).toEqual([
      { name: "text-delta", data: delta("a\nb\r\u2028c") },
      { name: "result", data: told },
    ]);
  });

  it("leaves out the CLI's answers to the host, which name the account", async () => {
    const answer = {
      type: "control-response",
      agent: null,
      line: 1,
      requestId: "unspool-1",
      subtype: "success",
      payload: { account: { email: "somebody@example.com" } },
    } as const;
    const response = toSseResponse(createSource([answer, delta("a")]), Promise.resolve(FIELDS));
    expect(readFrames(await response.text()).map(({ name }) => name)).toEqual(["text-delta", "result"]);
  });

  it("has headers against buffering, beside those of the caller", () => {
    const init = { status: 201, headers: { "X-Mine": "1", "Content-Type": "text/plain" } };
    const { status, headers } = toSseResponse(createSource([]), Promise.resolve(FIELDS), init);
    expect(status).toBe(201);
    expect(Object.fromEntries(headers)).toEqual({
      "cache-control": "no-cache",
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
      "x-mine": "1",
    });
  });

  const failed = new TurnError("process-ended", "It ended.", { ...FIELDS, outcome: "error" }, { stderr: "sk-secret" });

  it.each([
    ["its events do", createSource([], failed), () => new Promise<never>(() => undefined)],
    ["it is rejected", createSource([]), () => Promise.reject(failed)],
    ["it is returned, with reject: false", createSource([]), () => Promise.resolve(failed as unknown as TurnFields)],
  ])("sends code, message and fields, but no details, when the turn fails: %s", async (_name, source, settle) => {
    const body = await toSseResponse(source, settle()).text();
    expect(body).not.toContain("sk-secret");
    expect(body).not.toContain("web.test");
    const [frame] = readFrames(body);
    expect(frame).toMatchObject({
      name: "error",
      data: { code: "process-ended", message: "It ended.", outcome: "error", text: "done" },
    });
  });

  it("hides errors of the host's own code", async () => {
    const body = await toSseResponse(createSource([]), Promise.reject(new Error("password=1"))).text();
    expect(body).not.toContain("password");
    expect(readFrames(body)).toMatchObject([{ name: "error", data: { code: "unknown" } }]);
  });

  it("sends an error if the data cannot be written as JSON", async () => {
    const body = await toSseResponse(createSource([]), Promise.resolve({ ...FIELDS, data: 1n })).text();
    expect(readFrames(body)).toMatchObject([{ name: "error", data: { code: "invalid-data" } }]);
  });

  it("does not stop the turn when the client disconnects", async () => {
    const source = createSource([delta("a"), delta("b")]);
    const response = toSseResponse(source, Promise.reject(failed));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    expect(source.hasLeft).toBe(true);
  });
});
