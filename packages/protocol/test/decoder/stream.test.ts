// The decoder as a web stream, with the types that a user sees.

import { ReadableStream as NodeReadableStream } from "node:stream/web";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { DecoderStats } from "../../src/decoder.ts";
import { DecoderStream } from "../../src/stream.ts";
import type { Event } from "../../src/translate/events.ts";

const line = (name: string): string => `{"type":"${name}"}\n`;
const nameOf = (event: Event): string => (event.type === "unknown" ? event.wireType : event.type);

function streamOf<Chunk>(chunks: readonly Chunk[]): ReadableStream<Chunk> {
  return new ReadableStream<Chunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function namesOf(events: AsyncIterable<Event>): Promise<string[]> {
  const names: string[] = [];
  for await (const event of events) names.push(nameOf(event));
  return names;
}

describe("DecoderStream", () => {
  it("decodes a pipe of bytes, as from a response, into typed events", async () => {
    const bytes = new TextEncoder().encode(line("a") + line("é"));
    const events = streamOf([bytes.subarray(0, 9), bytes.subarray(9, 25), bytes.subarray(25)]).pipeThrough(
      new DecoderStream(),
    );
    expectTypeOf(events).toEqualTypeOf<ReadableStream<Event>>();
    expect(await namesOf(events)).toEqual(["a", "é"]);
  });

  it("decodes a pipe of text", async () => {
    expect(await namesOf(streamOf([line("a"), '{"type":"last"}']).pipeThrough(new DecoderStream()))).toEqual([
      "a",
      "last",
    ]);
  });

  it("works with the streams of node:stream/web", async () => {
    const source = new NodeReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(line("a")));
        controller.close();
      },
    });
    expect(await namesOf(source.pipeThrough(new DecoderStream()))).toEqual(["a"]);
  });

  it("decodes a response's body", async () => {
    const { body } = new Response(line("a") + line("b"));
    if (body === null) expect.fail("a response with text has a body");
    expect(await namesOf(body.pipeThrough(new DecoderStream()))).toEqual(["a", "b"]);
  });

  it("closes open blocks when its input ends", async () => {
    const open = JSON.stringify({
      type: "stream_event",
      event: { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    });
    const names = await namesOf(streamOf([open]).pipeThrough(new DecoderStream()));
    expect(names).toEqual(["message-start", "text-start", "text-end", "message-end"]);
  });

  it("accepts the options of a decoder, and rejects the same invalid ones", async () => {
    const short = streamOf([line("a long name"), line("b")]).pipeThrough(new DecoderStream({ maxLineBytes: 15 }));
    expect(await namesOf(short)).toEqual(["malformed", "b"]);
    expect(() => new DecoderStream({ maxLineBytes: -1 })).toThrow(RangeError);
  });

  it("has stats of the decoded input", async () => {
    const decoder = new DecoderStream();
    expectTypeOf(decoder.stats).toEqualTypeOf<DecoderStats>();
    expect(decoder.stats.lines).toBe(0);
    await namesOf(streamOf([line("a"), "\n"]).pipeThrough(decoder));
    expect(decoder.stats).toMatchObject({ lines: 2, events: 1, unknown: 1, bytes: 14 });
  });

  it("passes an error of its input on", async () => {
    const source = new ReadableStream<string>({
      pull(controller) {
        controller.error(new Error("pipe broke"));
      },
    });
    await expect(namesOf(source.pipeThrough(new DecoderStream()))).rejects.toThrow("pipe broke");
  });

  it("cancels its input when the consumer cancels", async () => {
    let reason: unknown;
    let count = 0;
    const source = new ReadableStream<string>({
      pull(controller) {
        count += 1;
        controller.enqueue(line(`n${count}`));
      },
      cancel(given) {
        reason = given ?? "cancelled";
      },
    });
    for await (const event of source.pipeThrough(new DecoderStream())) {
      expect(nameOf(event)).toBe("n1");
      break;
    }
    expect(reason).toBe("cancelled");
  });

  it("applies backpressure from a slow consumer to its input", async () => {
    let count = 0;
    const source = new ReadableStream<string>({
      pull(controller) {
        count += 1;
        controller.enqueue(line(`n${count}`));
      },
    });
    const reader = source.pipeThrough(new DecoderStream()).getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 10));
    // At most one chunk in each queue on the way.
    expect(count).toBeLessThan(6);
    await reader.cancel();
  });
});
