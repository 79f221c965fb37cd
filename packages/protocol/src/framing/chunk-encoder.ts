// Encodes text chunks as UTF-8. Chunks may be cut anywhere, even between the two halves of a surrogate pair.

/** Encodes chunks of one text. */
export interface ChunkEncoder {
  encode(chunk: string): Uint8Array;
  /** Returns the bytes of a half pair that was held back, or no bytes if there is none. */
  flush(): Uint8Array;
}

/** Creates an encoder that holds back the first half of a surrogate pair at the end of a chunk. */
export function createChunkEncoder(): ChunkEncoder {
  const encoder = new TextEncoder();
  let held = "";
  return {
    encode(chunk) {
      const text = held + chunk;
      const isCut = (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
      const end = text.length - (isCut ? 1 : 0);
      held = text.slice(end);
      return encoder.encode(text.slice(0, end));
    },
    flush() {
      const bytes = encoder.encode(held);
      held = "";
      return bytes;
    },
  };
}
