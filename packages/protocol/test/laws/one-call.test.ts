// Law: within a message a tool use id names one call. The call starts once, or restarts at the same block index, in any
// order of its lines. (This holds within one message only: some streams reuse ids in the next.)

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Event } from "../../src/index.ts";
import { loadRuns } from "../../../../fixtures/load.ts";
import { almostValidMessage } from "./damage.ts";
import { decodeEvents } from "./observe.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";
import { anyLine, blockStart, delta, line, start, TOOL } from "./stream-lines.ts";

/** Returns the calls that start a second time at another index. `nameOf` identifies a call. */
function splitCalls(events: readonly Event[], nameOf: (event: Event & { messageId: string }) => unknown[]): string[] {
  const places = new Map<string, string>();
  const forgotten = new Map<string, string>();
  const retracted = new Set<string | undefined>();
  const split: string[] = [];
  for (const event of events) {
    // A call is forgotten at the end of its turn or session, or when it is retracted. Then it may start again.
    if (event.type === "turn-end" || event.type === "session-init") forget(places, forgotten, event.sessionId);
    if (event.type === "message-retracted") retracted.add(event.messageId);
    if (event.type !== "tool-call-start" || retracted.has(event.messageId)) continue;
    const name = JSON.stringify([event.sessionId, event.agent, event.toolUseId, ...nameOf(event)]);
    const place = `${event.messageId} ${event.block}`;
    const before = places.get(name);
    // Such a call may also continue: a message can outlive the init line of the next turn.
    const isAllowed = event.restart ? (before ?? forgotten.get(name)) === place : before === undefined;
    if (!isAllowed) split.push(name);
    places.set(name, place);
  }
  return split;
}

/** The turn of another session continues. (Seed 1636233486: a result of `t` between two starts of one call in `s`.) */
function forget(places: Map<string, string>, forgotten: Map<string, string>, sessionId: string | undefined): void {
  const own = JSON.stringify([sessionId]).slice(0, -1);
  for (const [name, place] of places) {
    if (!name.startsWith(`${own},`)) continue;
    places.delete(name);
    forgotten.set(name, place);
  }
}

const byMessage = ({ messageId }: { messageId: string }): unknown[] => [messageId];
const join = (lines: readonly string[]): string[] => lines.map((each) => `${each}\n`);

/** Number of lines decoded on either side of a swap: enough for its message, instead of thousands. */
const NEARBY = 12;

describe("a tool use id names one call", () => {
  it("in recordings in which a line of a call is swapped with its neighbour", () => {
    const split: string[] = [];
    let swaps = 0;
    for (const { id: file, lines } of loadRuns("recordings")) {
      const isCall = lines.map((each) => each.includes('"type":"tool_use"'));
      for (let place = 1; place < lines.length; place += 1) {
        if (!isCall[place - 1] && !isCall[place]) continue;
        swaps += 1;
        const from = Math.max(0, place - 1 - NEARBY);
        // The first line tells which program wrote the stream.
        const before = [...(from > 0 ? lines.slice(0, 1) : []), ...lines.slice(from, place - 1)];
        const after = lines.slice(place + 1, place + 1 + NEARBY);
        const swapped = [...before, lines[place] as string, lines[place - 1] as string, ...after];
        // No CLI reuses an id, so here an id names one call of its agent, not only of its message.
        for (const name of splitCalls(decodeEvents(join(swapped)), () => [])) split.push(`${file} ${place} ${name}`);
      }
    }
    expect(split).toEqual([]);
    expect(swaps).toBeGreaterThan(1000);
  });

  it("in almost valid messages in any order", () => {
    const message = almostValidMessage().map((each) => JSON.stringify(each));
    const small = anyLine.map((make) => make(0));
    checkProperty(
      "one call, any order",
      // At most as many lines as messages are remembered.
      fc.property(fc.array(fc.oneof(message, small), { maxLength: 16 }), (lines) => {
        // Agents are forgotten when their task is done, and not every event shows that.
        const events = decodeEvents(join(lines)).filter(({ agent }) => agent === null);
        expect(splitCalls(events, byMessage)).toEqual([]);
      }),
      scaleRuns(1000),
    );
  });
});

describe("a call starts only once although", () => {
  const input = { a: 1 };
  const piece = (json: string): string => line(delta(0, { type: "input_json_delta", partial_json: json }), 0);
  const begins = line(start("m"), 1);
  const call = line(blockStart(0, TOOL), 2);
  const stops = [line({ type: "content_block_stop", index: 0 }, 3), line({ type: "message_stop" }, 4)];
  const finished = (content: readonly object[]): string =>
    JSON.stringify({ type: "assistant", message: { id: "m", content }, session_id: "s", parent_tool_use_id: null });
  const whole = { ...TOOL, input };
  const once = ["message-start", "tool-call-start", "tool-call-delta", "tool-call-end", "message-end"];
  const text = ["text-start", "text-delta", "text-end"];
  const typesOf = (lines: readonly string[]): string[] => decodeEvents(join(lines)).map(({ type }) => type);

  it("its finished line comes before its deltas", () => {
    expect(typesOf([begins, finished([whole]), call, piece('{"a":'), piece("1}"), ...stops])).toEqual(once);
  });

  it("its first line comes before message_start", () => {
    expect(typesOf([call, begins, piece('{"a":1}'), finished([whole]), ...stops])).toEqual(once);
  });

  it("its line contains another, new block", () => {
    const types = typesOf([begins, call, piece('{"a":1}'), finished([{ type: "text", text: "b" }, whole]), ...stops]);
    expect(types.toSorted()).toEqual([...once, ...text].toSorted());
  });

  it("a line names it twice", () => {
    expect(typesOf([finished([whole, whole])])).toEqual(once);
  });

  it("its block index changes before it is complete", () => {
    const again = line(blockStart(1, TOOL), 5);
    const events = decodeEvents(join([begins, call, again, finished([whole]), ...stops]));
    const starts = events.filter((event) => event.type === "tool-call-start");
    expect(starts.map(({ block, restart }) => [block, restart])).toEqual([
      [0, undefined],
      [0, true],
    ]);
  });

  it("the stream starts in the middle of its message", () => {
    const first = finished([{ type: "text", text: "b" }]);
    const second = line(blockStart(1, TOOL), 2);
    const piece1 = line(delta(1, { type: "input_json_delta", partial_json: '{"a":1}' }), 3);
    const types = typesOf([first, second, piece1, finished([whole]), ...stops]);
    expect(types.toSorted()).toEqual([...once, ...text].toSorted());
  });
});

it("two calls that start at the same block index stay separate", () => {
  const other = { ...TOOL, id: "toolu_2" };
  const events = decodeEvents(
    join([
      line(start("m"), 1),
      line(blockStart(0, TOOL), 2),
      line(blockStart(0, other), 3),
      line(delta(0, { type: "input_json_delta", partial_json: '{"a":1}' }), 4),
    ]),
  );
  const pieces = events.filter((event) => event.type === "tool-call-delta");
  expect(pieces.map(({ toolUseId, block }) => [toolUseId, block])).toEqual([["toolu_2", 1]]);
});

it("a call that comes again after its message was retracted is a new call", () => {
  const begins = [line(start("m"), 1), line(blockStart(0, TOOL), 2)];
  const finished = {
    type: "assistant",
    message: { id: "m", content: [TOOL] },
    session_id: "s",
    parent_tool_use_id: null,
  };
  const attempt = [...begins, JSON.stringify(finished)];
  const broken = line({ type: "message_stop" }, 3, { abandoned_blocks: { from_block_index: 0 } });
  const events = decodeEvents(join([...attempt, broken, ...attempt]));
  const types = events.filter(({ type }) => type === "message-retracted" || type === "tool-call-end");
  expect(types.map(({ type }) => type)).toEqual(["tool-call-end", "message-retracted", "tool-call-end"]);
});

it("a call that moves to the index of a later one does not take its deltas, on the fast and the general path", () => {
  const input = (index: number, number: number): string =>
    line(delta(index, { type: "input_json_delta", partial_json: "[" }), number);
  const first = [line(start("m"), 1), line(blockStart(0, TOOL), 2), input(0, 3), input(0, 4)];
  const second = [line(blockStart(1, { ...TOOL, id: "toolu_2" }), 5), input(1, 6)];
  const lines = [...first, ...second, line(blockStart(1, TOOL), 7), input(1, 8)];
  const events = decodeEvents(join(lines));
  const last = events.findLast((event) => event.type === "tool-call-delta");
  expect([last?.line, last?.toolUseId]).toEqual([8, "toolu_2"]);
  // No template matches CR LF.
  expect(events).toEqual(decodeEvents([lines.map((each) => `${each}\r\n`).join("")]));
});
