// Time and output grow linearly with the input, for any order and any ids of its lines. Two sizes of one shape are
// compared with a wide margin that quadratic growth would still exceed by far.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  agentTree,
  createDecoder,
  endSession,
  failedTools,
  finalText,
  initialState,
  openTools,
  reduce,
  usageByAgent,
  usageByModel,
  type Event,
} from "../../src/index.ts";
import { renderShape, shape, type Shape, type Step } from "./growth-shapes.ts";
import { checkProperty } from "../../../../tools/testing/property.ts";

const FEW = 200;
const TIMES = 8;
/**
 * Limits for the ratio between the two sizes: 8 is linear, 64 would be quadratic. Searches that stop after 256 or 1024
 * steps are shorter in the small size, so a random shape has a higher limit.
 */
const MOST = 24;
const MOST_OF_ANY = 44;
/** Times below this are noise and are not compared. */
const LEAST_MS = 5;

interface Cost {
  readonly decodeMs: number;
  readonly reduceMs: number;
  readonly selectMs: number;
  readonly output: number;
}

function costOf(lines: readonly string[]): Cost {
  const events: Event[] = [];
  const bytes = new TextEncoder().encode(`${lines.join("\n")}\n`);
  const decodeMs = cpuMs(() => {
    const decoder = createDecoder({ onEvent: (event) => events.push(event) });
    for (let place = 0; place < bytes.length; place += 65_536) decoder.push(bytes.subarray(place, place + 65_536));
    decoder.end();
  });
  let state = initialState();
  const reduceMs = cpuMs(() => {
    for (const event of events) state = reduce(state, event);
    state = endSession(state);
  });
  const selectMs = cpuMs(() => {
    for (const select of [agentTree, failedTools, finalText, openTools, usageByAgent, usageByModel]) select(state);
  });
  return { decodeMs, reduceMs, selectMs, output: events.reduce((sum, event) => sum + sizeOf(event), 0) };
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}

function sizeOf(event: Event): number {
  const text = "text" in event ? event.text : "partialJson" in event ? event.partialJson : "";
  return 100 + text.length + ("uuids" in event ? 36 * event.uuids.length : 0);
}

/** Returns what grows faster than linearly in all of three attempts; another process may slow down one of them. */
function excessOf(makeLines: (rounds: number) => readonly string[], rounds: number, most: number): readonly string[] {
  let found: readonly string[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const small = costOf(makeLines(rounds));
    const large = costOf(makeLines(rounds * TIMES));
    found = (["decodeMs", "reduceMs", "selectMs"] as const)
      .filter((part) => large[part] > most * Math.max(small[part], LEAST_MS))
      .map((part) => `${part}: ${small[part]} → ${large[part]}`);
    if (large.output > 3 * TIMES * small.output) return [`output: ${small.output} → ${large.output}`];
    if (found.length === 0) return [];
  }
  return found;
}

it("any shape of lines takes linear time", () => {
  checkProperty(
    "growth",
    fc.property(shape, (phases) => {
      expect(excessOf((rounds) => renderShape(phases, rounds), FEW, MOST_OF_ANY)).toEqual([]);
    }),
    12,
  );
});

describe("linear time and output for", () => {
  const step = (line: Step["line"], block: Step["block"], more: Partial<Step> = {}): Step => ({
    line,
    block,
    message: "same",
    uuid: "none",
    agent: "none",
    session: "same",
    ...more,
  });
  const shapes: Record<string, Shape> = {
    "calls of a transcript, and as many agents that search for their call": [
      [step("call", "up")],
      [step("sidechain", "up")],
    ],
    "agents that search for missing calls": [[step("call", "same")], [step("sidechain", "down")]],
    "calls that are confirmed in reverse": [
      [step("messageStart", "same")],
      [step("toolStart", "up")],
      [step("tool", "down")],
    ],
    "a text that continues after each of its ends": [
      [step("messageStart", "same")],
      [step("textStart", "same")],
      [step("textDelta", "same"), step("stop", "same"), step("messageDelta", "same")],
    ],
    "calls after a block that never ends": [
      [step("otherStart", "same"), step("toolStart", "up")],
      [step("tool", "up")],
    ],
    "blocks of one message that are retracted one by one": [
      [step("tool", "up", { uuid: "up" })],
      [step("superseding", "up", { uuid: "none" })],
    ],
    "models that no result has named": [
      [step("text", "up", { message: "up" })],
      [step("turnEnd", "up", { message: "up" })],
      [step("text", "up", { message: "up" })],
    ],
  };
  // Large enough to show quadratic growth with a small factor.
  it.each(Object.entries(shapes))("%s", (_, phases) => {
    expect(excessOf((rounds) => renderShape(phases, rounds), 500, MOST)).toEqual([]);
  });

  it("one line with many blocks", () => {
    const makeLine = (count: number): string => {
      const content = Array.from({ length: count }, (_, index) => ({ type: "text", text: `${index}` }));
      return JSON.stringify({ type: "assistant", message: { id: "m", content } });
    };
    expect(excessOf((rounds) => [makeLine(rounds)], 5000, MOST)).toEqual([]);
  });
});

it("a text that is reopened again and again is complete, and is not sent again each time", () => {
  const lines = renderShape([[{ line: "messageStart", ...NAMES }]], 1);
  const rounds: Step[] = (["textDelta", "stop", "messageDelta"] as const).map((line) => ({ line, ...NAMES }));
  lines.push(...renderShape([[{ line: "textStart", ...NAMES }]], 1), ...renderShape([rounds], 500));
  const blocks = new Map<number, string>();
  const decoder = createDecoder({
    onEvent(event) {
      if (event.type === "text-start") blocks.set(event.block, "");
      if (event.type === "text-delta") blocks.set(event.block, `${blocks.get(event.block)}${event.text}`);
    },
  });
  decoder.push(`${lines.join("\n")}\n`);
  decoder.end();
  expect([...blocks.values()].join("")).toBe("piece of text ".repeat(500));
});

const NAMES = { message: "same", block: "same", uuid: "none", agent: "none", session: "same" } as const;
