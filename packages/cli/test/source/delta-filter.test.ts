// Dropping deltas changes nothing else: blocks, results and line numbers stay the same for any chunk boundaries.
import { createDecoder, type Event } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { createDeltaFilter } from "../../src/source/delta-filter.ts";
import { listRuns, loadRun } from "../../../../fixtures/load.ts";

/** Also the starts: pieces that a finished line contradicts make one more of them. */
const PIECES: ReadonlySet<Event["type"]> = new Set([
  ...(["text-start", "thinking-start", "tool-call-start", "text-delta", "thinking-delta", "tool-call-delta"] as const),
  ...(["message-start", "message-end"] as const),
]);

/** What a reader of whole blocks sees. When a block has ended is not told alike, where a finished line brings it. */
function blocks(chunks: readonly Uint8Array[], isFiltered: boolean): unknown[] {
  const events: unknown[] = [];
  const decoder = createDecoder({
    onEvent(event) {
      if (PIECES.has(event.type)) return;
      const { line, uuid: _uuid, at: _at, ...rest } = event;
      events.push(
        event.type === "malformed" || event.type === "tool-result" || event.type === "turn-end"
          ? { line, ...rest }
          : rest,
      );
    },
  });
  const input = isFiltered ? createDeltaFilter((bytes) => decoder.push(bytes)) : decoder;
  for (const chunk of chunks) input.push(chunk);
  input.end();
  decoder.end();
  return events;
}

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
    bytes.subarray(place * size, (place + 1) * size),
  );
}

describe("the delta filter", () => {
  it.each([...listRuns("recordings"), ...listRuns("scenarios")])(
    "keeps the events of %s the same, deltas aside",
    (id) => {
      const bytes = loadRun(id).stdout;
      const whole = blocks([bytes], false);
      expect(blocks([bytes], true)).toEqual(whole);
      expect(blocks(cut(bytes, 1013), true)).toEqual(whole);
    },
  );

  it("keeps the deltas of an unfinished block", () => {
    const event = (value: object): string =>
      `${JSON.stringify({ type: "stream_event", event: value, session_id: "s", parent_tool_use_id: null })}\n`;
    const started =
      event({ type: "message_start", message: { id: "m", role: "assistant", model: "x", content: [] } }) +
      event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }) +
      event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "half of a sen" } });
    const texts = blocks([Buffer.from(started)], true).filter((one) => (one as Event).type === "text-end");
    expect(texts).toMatchObject([{ text: "half of a sen", aborted: true }]);
  });

  it("drops most of a stream with partial messages", () => {
    const bytes = loadRun("recordings/demo/fix-the-test").stdout;
    let passed = 0;
    const filter = createDeltaFilter((piece) => (passed += piece.length));
    filter.push(bytes);
    filter.end();
    expect(passed).toBeLessThan(bytes.length);
    expect(passed).toBeGreaterThan(0);
  });
});
