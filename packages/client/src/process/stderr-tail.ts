// The end of a program's stderr, for error messages: bounded, cut at whole characters, and without secrets.

import { redactText, type RedactOptions } from "@unspool/protocol/redact";

const TAIL_BYTES = 8 * 1024;
/** More is kept than is shown: secrets are redacted before the cut, as half a key would not be recognised. */
const KEPT_BYTES = 2 * TAIL_BYTES;

export class StderrTail {
  readonly #redact: RedactOptions;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  /** @param redact values that are always secret */
  constructor(redact: RedactOptions = {}) {
    this.#redact = redact;
  }

  push(chunk: Uint8Array): void {
    // A copy, because a small chunk would keep its whole 64 KiB buffer alive.
    const piece = new Uint8Array(chunk.subarray(-KEPT_BYTES));
    this.#chunks.push(piece);
    this.#bytes += piece.length;
    let first = this.#chunks[0];
    while (first !== undefined && this.#bytes - first.length >= KEPT_BYTES) {
      this.#chunks.shift();
      this.#bytes -= first.length;
      first = this.#chunks[0];
    }
    // Many tiny chunks cost more than their bytes.
    if (this.#chunks.length > 256) {
      const joined = new Uint8Array(Buffer.concat(this.#chunks).subarray(-KEPT_BYTES));
      this.#chunks = [joined];
      this.#bytes = joined.length;
    }
  }

  /** Number of bytes held. */
  get size(): number {
    return this.#bytes;
  }

  get text(): string {
    const all = Buffer.concat(this.#chunks);
    const kept = decode(all.subarray(-KEPT_BYTES));
    return decode(Buffer.from(redactText(kept, this.#redact)).subarray(-TAIL_BYTES)).trim();
  }
}

/** Drops the rest of a character that was cut at the front: at most three continuation bytes. */
function decode(bytes: Uint8Array): string {
  let from = 0;
  while (from < 3 && ((bytes[from] ?? 0) & 0b1100_0000) === 0b1000_0000) from += 1;
  return Buffer.from(bytes.subarray(from)).toString("utf8");
}
