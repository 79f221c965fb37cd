// `decode` takes any iterable of chunks and yields events at the consumer's pace.

import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { decode } from "../../src/decode.ts";
import type { Event } from "../../src/translate/events.ts";

const line = (name: string): string => `{"type":"${name}"}\n`;
const nameOf = (event: Event): string => (event.type === "unknown" ? event.wireType : event.type);

async function namesOf(events: AsyncIterable<Event>): Promise<string[]> {
  const names: string[] = [];
  for await (const event of events) names.push(nameOf(event));
  return names;
}

/** A source that logs the calls made to it. */
async function* source(log: string[], chunks: readonly string[]): AsyncGenerator<string> {
  try {
    for (const chunk of chunks) {
      log.push("read");
      yield chunk;
    }
    log.push("done");
  } finally {
    log.push("closed");
  }
}

describe("decode accepts", () => {
  it("an async iterable", async () => {
    expect(await namesOf(decode(source([], [line("a"), line("b") + line("c")])))).toEqual(["a", "b", "c"]);
  });

  it("a sync iterable of text and bytes, split anywhere", async () => {
    expect(await namesOf(decode(['{"type":', new TextEncoder().encode('"é"}'), "\n", line("b")]))).toEqual(["é", "b"]);
  });

  it("a string, which is an iterable of characters", async () => {
    expect(await namesOf(decode(`${line("😀")}{"type":"last"}`))).toEqual(["😀", "last"]);
  });

  it("a Node stream", async () => {
    expect(await namesOf(decode(Readable.from([Buffer.from(line("a")), Buffer.from(line("b"))])))).toEqual(["a", "b"]);
  });

  it("a web stream", async () => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(line("a")));
        controller.close();
      },
    });
    expect(await namesOf(decode(stream))).toEqual(["a"]);
  });

  it("an empty iterable", async () => {
    expect(await namesOf(decode([]))).toEqual([]);
  });

  it("the options of a decoder, and rejects the same invalid ones", async () => {
    expect(await namesOf(decode([line("a long name"), line("b")], { maxLineBytes: 15 }))).toEqual(["malformed", "b"]);
    await expect(namesOf(decode([], { maxLineBytes: 0 }))).rejects.toThrow(RangeError);
  });
});

describe("decode yields", () => {
  it("a last line without LF, and end events for open blocks", async () => {
    const open = JSON.stringify({
      type: "stream_event",
      event: { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    });
    expect(await namesOf(decode([open]))).toEqual(["message-start", "text-start", "text-end", "message-end"]);
  });

  it("nothing before the first read, and does not read ahead of the consumer", async () => {
    const log: string[] = [];
    const events = decode(source(log, [line("a") + line("b"), line("c"), "half", "", line("d")]));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(log).toEqual([]);
    const reads = [];
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      reads.push(`${nameOf(next.value)} after ${log.length}`);
    }
    expect(reads).toEqual(["a after 1", "b after 1", "c after 2", "malformed after 5"]);
    expect(log.at(-1)).toBe("closed");
  });

  it("each event before it waits for the next chunk", async () => {
    let release: (() => void) | undefined;
    async function* slow(): AsyncGenerator<string> {
      yield line("a");
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      yield line("b");
    }
    const events = decode(slow());
    expect((await events.next()).value).toMatchObject({ wireType: "a" });
    const second = events.next();
    await new Promise((resolve) => setTimeout(resolve, 1));
    release?.();
    expect((await second).value).toMatchObject({ wireType: "b" });
  });
});

describe("decode closes", () => {
  it("its source when the consumer stops early", async () => {
    const log: string[] = [];
    for await (const event of decode(source(log, [line("a") + line("b"), line("c")]))) {
      expect(nameOf(event)).toBe("a");
      break;
    }
    expect(log).toEqual(["read", "closed"]);
  });

  it("its source when the consumer throws", async () => {
    const log: string[] = [];
    const consume = async (): Promise<void> => {
      for await (const event of decode(source(log, [line("a"), line("b")]))) throw new Error(nameOf(event));
    };
    await expect(consume()).rejects.toThrow("a");
    expect(log).toEqual(["read", "closed"]);
  });

  it("a sync source", async () => {
    let isClosed = false;
    function* chunks(): Generator<string> {
      try {
        yield line("a");
        yield line("b");
      } finally {
        isClosed = true;
      }
    }
    for await (const event of decode(chunks())) {
      expect(nameOf(event)).toBe("a");
      break;
    }
    expect(isClosed).toBe(true);
  });

  it("a Node stream by destroying it", async () => {
    const stream = Readable.from([line("a"), line("b")]);
    for await (const event of decode(stream)) {
      expect(nameOf(event)).toBe("a");
      break;
    }
    expect(stream.destroyed).toBe(true);
  });
});

it("decode throws an error of its source after all events before it", async () => {
  const cause = new Error("pipe broke");
  async function* broken(): AsyncGenerator<string> {
    yield line("a") + line("b");
    yield line("c");
    throw cause;
  }
  const seen: string[] = [];
  const consume = async (): Promise<void> => {
    for await (const event of decode(broken())) seen.push(nameOf(event));
  };
  await expect(consume()).rejects.toBe(cause);
  expect(seen).toEqual(["a", "b", "c"]);
});
