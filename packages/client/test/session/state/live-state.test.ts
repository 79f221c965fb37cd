import { createDecoder, type Event } from "@unspool/protocol";
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { expect, test } from "vitest";
import { createClaude } from "../../../src/claude.ts";
import { createLiveState } from "../../../src/session/state/live-state.ts";

const start: Event = { type: "text-start", agent: null, line: 1, messageId: "m", block: 0 };
const piece: Event = { type: "text-delta", agent: null, line: 2, messageId: "m", block: 0, text: "a word " };
const LINE_BYTES = 300;

/** After how many pieces, each in a chunk of its own, something was folded though nobody looked. */
function piecesUntilFolded(isLimited: boolean): number {
  const folded: Event[] = [];
  const live = createLiveState({ isOneShot: true, isLimited, onFold: (event) => folded.push(event) });
  live.read(start);
  for (let pieces = 1; ; pieces += 1) {
    expect(live.hold(piece)).toBe(true);
    live.chunkRead(LINE_BYTES);
    if (folded.length === 1) continue;
    expect(folded.at(-1)).toMatchObject({ type: "text-delta", text: "a word ".repeat(pieces) });
    return pieces;
  }
}

test("deltas are held until the state is read, up to a limit", () => {
  expect(piecesUntilFolded(false)).toBe(Math.ceil((256 * 1024) / LINE_BYTES));
});

test("deltas are held for less time under a budget", () => {
  expect(piecesUntilFolded(true)).toBe(Math.ceil((16 * 1024) / LINE_BYTES));
});

test("reading the state folds all held deltas", () => {
  const live = createLiveState({ isOneShot: true, isLimited: false, onFold: () => undefined });
  live.read(start);
  for (let count = 0; count < 3; count += 1) live.hold(piece);
  expect(live.current.counts.events).toBe(4);
  expect(live.current.main.messages.at(-1)).toMatchObject({ type: "assistant" });
});

test("a session keeps the last 64 million characters of its text, and reports that it trimmed more", () => {
  const live = createLiveState({ isOneShot: false, isLimited: false, onFold: () => undefined });
  const decoder = createDecoder({ onEvent: (event) => live.read(event) });
  const text = "x".repeat(1024 * 1024);
  const tell = (number: number): void => {
    const message = { id: `msg_${number}`, role: "assistant", content: [{ type: "text", text }] };
    decoder.push(`${JSON.stringify({ type: "assistant", message })}\n`);
  };
  for (let number = 0; number < 60; number += 1) tell(number);
  expect(live.isTrimmed).toBe(false);
  for (let number = 60; number < 100; number += 1) tell(number);
  expect(live.isTrimmed).toBe(true);
  const lengths = live.current.main.messages.toArray().map((message) => {
    const block = message.type === "assistant" ? message.blocks.at(0) : undefined;
    return block?.type === "text" ? block.text.length : undefined;
  });
  expect(lengths).toHaveLength(100);
  expect(lengths[0]).toBe(0);
  expect(lengths.at(-1)).toBe(text.length);
  // Of the last 16, nobody knows yet that they have ended.
  expect(lengths.filter((length) => length === text.length)).toHaveLength(64 + 16);
});

test("spending counts held deltas", async () => {
  const plays = scenario("long").turn(say.text("word ".repeat(400)), say.hang());
  const session = createClaude({ spawn: spawnSimulated({ scenario: plays }) }).session({ shutdown: { graceMs: 10 } });
  let said = "";
  for await (const event of session.ask("Go.", { reject: false })) {
    if (event.type === "text-delta") said += event.text;
    if (said.length >= 1000) break;
  }
  const { tokens } = session.spending;
  expect(session.state.main.messages.length).toBeGreaterThan(0);
  expect([session.spending.tokens, tokens > 250]).toEqual([tokens, true]);
  await session.close();
});
