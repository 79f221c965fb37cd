// Bytes of a file or a pipe → lines of UTF-8, as every reader here wants them: UTF-16, JSON arrays and JSON over several
// lines are made into lines. A binary file is refused by one sentence, instead of one for each of its lines.

import { createLineNormalizer } from "@unspool/protocol";
import { UsageError } from "../cli/io.ts";

/** What a look at the beginning takes in: nearly every binary format has a NUL in it by then. */
const LOOK_BYTES = 1024;
const BINARY_STARTS = ["1f8b", "28b52ffd", "504b0304", "425a68", "fd377a585a"];

/** UTF-32, and UTF-16 without its mark: JSON whose every letter has a NUL beside it. */
const WIDE = /^(?:fffe0000|0000feff|(?:7b|5b)00)/;

/** @param name how the source is called in what people read @throws {UsageError} if it is binary */
export async function* asLines(chunks: AsyncIterable<Uint8Array>, name: string): AsyncIterable<Uint8Array> {
  let out: Uint8Array[] = [];
  // Its bytes may be those of the chunk, which is the reader's until it asks for the next one.
  const normalizer = createLineNormalizer((bytes) => out.push(bytes));
  let isLooked = false;
  for await (const chunk of chunks) {
    if (!isLooked && isBinary(chunk)) {
      throw new UsageError(`${name} is a binary file: give stream-json, a recording, or a transcript.`);
    }
    isLooked ||= chunk.length > 0;
    normalizer.push(chunk);
    yield* out;
    out = [];
  }
  normalizer.end();
  yield* out;
}

/** Looks at the beginning. UTF-16 is full of NULs and begins with its mark. What begins like JSON may have one in a broken line. */
export function isBinary(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOK_BYTES));
  const hex = start.subarray(0, 8).toString("hex");
  if (WIDE.test(hex)) return true;
  if (hex.startsWith("fffe") || hex.startsWith("feff") || /^(?:efbbbf)?(?:20|09|0a|0d)*(?:7b|5b)/.test(hex))
    return false;
  return start.includes(0) || BINARY_STARTS.some((known) => hex.startsWith(known));
}
