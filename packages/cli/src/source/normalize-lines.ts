// Normalizes the bytes of a file or a pipe to lines of UTF-8: UTF-16, JSON arrays and JSON over several lines become lines.
// Rejects a binary file with one message, instead of one for each of its lines.

import { createLineNormalizer } from "@unspool/protocol";
import { UsageError } from "../cli/io.ts";

/** Bytes that are checked: nearly every binary format has a NUL in them. */
const CHECKED_BYTES = 1024;
const BINARY_STARTS = ["1f8b", "28b52ffd", "504b0304", "425a68", "fd377a585a"];

/** UTF-32, and UTF-16 without byte-order mark: JSON with a NUL beside every letter. */
const WIDE = /^(?:fffe0000|0000feff|(?:7b|5b)00)/;

/** @param name of the source in messages @throws {UsageError} if it is binary */
export async function* normalizeLines(chunks: AsyncIterable<Uint8Array>, name: string): AsyncIterable<Uint8Array> {
  let out: Uint8Array[] = [];
  // The bytes may share the memory of the chunk, which is valid until the next one is requested.
  const normalizer = createLineNormalizer((bytes) => out.push(bytes));
  let isChecked = false;
  for await (const chunk of chunks) {
    if (!isChecked && isBinary(chunk)) {
      throw new UsageError(`${name} is a binary file: give stream-json, a recording, or a transcript.`);
    }
    isChecked ||= chunk.length > 0;
    normalizer.push(chunk);
    yield* out;
    out = [];
  }
  normalizer.end();
  yield* out;
}

/** Checks the first bytes. NULs are allowed after a UTF-16 mark, and in what starts like JSON: a broken line may have one. */
export function isBinary(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, CHECKED_BYTES));
  const hex = start.subarray(0, 8).toString("hex");
  if (WIDE.test(hex)) return true;
  if (hex.startsWith("fffe") || hex.startsWith("feff") || /^(?:efbbbf)?(?:20|09|0a|0d)*(?:7b|5b)/.test(hex))
    return false;
  return start.includes(0) || BINARY_STARTS.some((known) => hex.startsWith(known));
}
