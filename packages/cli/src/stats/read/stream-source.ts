// Reads a stream, or one of unspool's recordings, into a consumer of lines. The lines of a recording have times.

import { parseObject } from "@unspool/protocol/kit";
import { createLineReader } from "@unspool/protocol/lines";
import { getRecordedOutput, isRecordingHeader } from "../../source/unwrap-recording.ts";
import { detectSourceKind } from "../../source/source-kind.ts";

/** Gets what one process of the CLI wrote to stdout. */
export interface StreamConsumer {
  push(chunk: Uint8Array | string): void;
  end(): void;
}

/** Creates a consumer. @param clock returns the time of the current line, if it is known */
export type CreateConsumer = (clock?: () => number | undefined) => StreamConsumer;

/** Bytes that are read before the kind of the source is decided. */
const DETECTION_BYTES = 4096;

/** Returns the number of bytes read. */
export async function readStreamSource(
  chunks: AsyncIterable<Uint8Array>,
  createConsumer: CreateConsumer,
): Promise<number> {
  let bytes = 0;
  let start: Buffer = Buffer.alloc(0);
  let consumer: StreamConsumer | undefined;
  const begin = (): void => {
    consumer = detectSourceKind(start) === "recording" ? createRecordingConsumer(createConsumer) : createConsumer();
    consumer.push(start);
  };
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (consumer !== undefined) consumer.push(chunk);
    else {
      start = Buffer.concat([start, chunk]);
      if (start.length >= DETECTION_BYTES) begin();
    }
  }
  if (consumer === undefined && start.length > 0) begin();
  consumer?.end();
  return bytes;
}

function createRecordingConsumer(createConsumer: CreateConsumer): StreamConsumer {
  let startedAt: number | undefined;
  let now: number | undefined;
  const clock = (): number | undefined => now;
  let consumer = createConsumer(clock);
  const lines = createLineReader(({ text }) => {
    const recorded = parseObject(text) ?? {};
    if (isRecordingHeader(recorded)) {
      // Another run in the same file is another process, whose counts start at 0.
      consumer.end();
      consumer = createConsumer(clock);
      const started = recorded["startedAt"];
      startedAt = typeof started === "string" ? Date.parse(started) || undefined : undefined;
    }
    const { t } = recorded;
    now = startedAt === undefined || typeof t !== "number" ? undefined : startedAt + t;
    const output = getRecordedOutput(recorded);
    if (output !== undefined) consumer.push(output);
  });
  return {
    push: (chunk) => lines.push(chunk),
    end() {
      lines.end();
      consumer.end();
    },
  };
}
