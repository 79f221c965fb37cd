// Laws of reading a turn over a connection that breaks: wherever the body is cut, and however often, the reader's state is
// the one folded directly, each event comes once, and joined deltas give the text of the end.
import { createDecoder, initialState, reduce, type Event, type SessionState } from "@unspool/protocol";
import { createStore, serializeState } from "@unspool/protocol/store";
import { readTurn, type FetchTurn } from "@unspool/protocol/web";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SYSTEM_CLOCK } from "../../../src/clock.ts";
import { EventLog } from "../../../src/turn/event-log.ts";
import { isDelta, mergeDeltas } from "../../../src/turn/web/merge-deltas.ts";
import type { SseSource } from "../../../src/turn/web/sse-stream.ts";
import { toSseResponse } from "../../../src/turn/web/response.ts";
import { getSeed, scaleSlowRuns } from "../../../../../tools/testing/property.ts";
import { generatedLines } from "../generated-lines.ts";
import { RECORDINGS } from "../recorded-turns.ts";
import { FIELDS } from "../turn-fields.ts";
import { loadRun } from "../../../../../fixtures/load.ts";

/** A turn with these events, some of which are there and others come while it is read. */
function createTurn(events: readonly Event[]): SseSource {
  const log = new EventLog<Event>({ maxBehind: 1e9, maxKept: 1e9, onProgress: () => undefined });
  const rest = [...events];
  const feed = (): void => {
    for (const event of rest.splice(0, 7)) log.add(event);
    log.flush(1);
    if (rest.length === 0) log.end();
    else setImmediate(feed);
  };
  feed();
  return { tag: "t", log, settled: Promise.resolve(FIELDS) };
}

/** A server whose connections break after so many bytes each; the last one holds. */
function breaking(source: SseSource, cuts: readonly number[]): { readonly fetch: FetchTurn; readonly ids: string[] } {
  const ids: string[] = [];
  const fetch: FetchTurn = (_url, { headers }) => {
    const cut = cuts[ids.length];
    const lastEventId = headers["Last-Event-ID"] ?? null;
    ids.push(lastEventId ?? "");
    const response = toSseResponse(source, { lastEventId, mergeMs: 0 }, SYSTEM_CLOCK);
    if (cut === undefined || response.body === null) return Promise.resolve(response);
    return Promise.resolve(new Response(cutAfter(response.body, cut), { headers: response.headers }));
  };
  return { fetch, ids };
}

function cutAfter(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = bytes;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) {
        controller.close();
        return;
      }
      if (value.length < left) {
        left -= value.length;
        controller.enqueue(value);
        return;
      }
      controller.enqueue(value.subarray(0, left));
      await reader.cancel();
      // Half of the time it ends without a word, as with a proxy that is restarted.
      if (bytes % 2 === 0) controller.error(new Error("cut"));
      else controller.close();
    },
    cancel: () => reader.cancel(),
  });
}

/** Neighbouring deltas of a block as one: a reader may get them in other pieces. */
function merged(events: readonly Event[]): Event[] {
  const result: Event[] = [];
  for (const event of events) {
    const last = result.at(-1);
    const joined = last !== undefined && isDelta(last) && isDelta(event) ? mergeDeltas(last, event) : undefined;
    if (joined === undefined) result.push(event);
    else result[result.length - 1] = joined;
  }
  return result;
}

/** As plain data, without the number of events, which is that of the joined ones. */
function plain(state: SessionState): unknown {
  const { counts, ...rest } = serializeState(state).state as SessionState;
  const { events: _events, ...others } = counts;
  return JSON.parse(JSON.stringify({ ...rest, counts: others })) as unknown;
}

function decode(bytes: Uint8Array | string): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(bytes);
  decoder.end();
  return events;
}

function checkEnds(events: readonly Event[]): void {
  const open = new Map<string, string>();
  for (const event of events) {
    if (!("block" in event)) continue;
    const key = `${event.agent} ${event.messageId} ${event.block}`;
    if (event.type === "text-start" || event.type === "thinking-start") open.set(key, "");
    if (event.type === "text-delta" || event.type === "thinking-delta")
      open.set(key, (open.get(key) ?? "") + event.text);
    if (event.type === "text-end" || event.type === "thinking-end") expect(open.get(key)).toBe(event.text);
  }
}

async function checkTurn(all: readonly Event[], cuts: readonly number[]): Promise<string[]> {
  const events = all.filter(({ type }) => type !== "control-response");
  const { fetch, ids } = breaking(createTurn(all), cuts);
  const store = createStore();
  const seen: Event[] = [];
  const outcome = await readTurn("/turn", {
    fetch,
    store,
    onEvent: (event) => seen.push(event),
    wait: () => Promise.resolve(),
  });
  expect(outcome).toMatchObject({ type: "result", data: { text: FIELDS.text } });
  expect(merged(seen)).toEqual(JSON.parse(JSON.stringify(merged(events))));
  expect(plain(store.getSnapshot())).toEqual(plain(events.reduce(reduce, initialState())));
  checkEnds(seen);
  return ids;
}

const cuts = fc.array(fc.oneof(fc.nat(300), fc.nat(20_000)), { maxLength: 12 });

describe("law: a reader that reconnects sees every message once", () => {
  it.each(RECORDINGS)("in %s", async (name) => {
    const events = decode(loadRun(name).stdout);
    const [places = []] = fc.sample(cuts, { numRuns: 1, seed: getSeed() + name.length });
    await checkTurn(events, places);
  });

  it("in generated turns", async () => {
    await fc.assert(
      fc.asyncProperty(generatedLines, cuts, async (lines, places) => {
        await checkTurn(decode(`${lines.join("\n")}\n`), places);
      }),
      { numRuns: scaleSlowRuns(150), seed: getSeed() },
    );
  });

  it("if a small turn breaks at any byte", async () => {
    const [lines = []] = fc.sample(generatedLines, { numRuns: 1, seed: 7 });
    const events = decode(`${lines.join("\n")}\n`);
    const { length } = new Uint8Array(await toSseResponse(createTurn(events), {}, SYSTEM_CLOCK).arrayBuffer());
    const step = Math.max(1, Math.floor(length / 1500));
    for (let place = 0; place <= length; place += step) await checkTurn(events, [place]);
  });

  it("if the connection drops after every message", async () => {
    const [lines = []] = fc.sample(generatedLines, { numRuns: 1, seed: 11 });
    const events = decode(`${lines.join("\n")}\n`);
    const body = await toSseResponse(createTurn(events), { mergeMs: 0 }, SYSTEM_CLOCK).text();
    const ends = Array.from(body.matchAll(/\n\n/g), ({ index }) => Buffer.byteLength(body.slice(0, index + 2)));
    for (const end of ends.slice(0, -1)) expect(await checkTurn(events, [end])).toHaveLength(2);
  });
});
