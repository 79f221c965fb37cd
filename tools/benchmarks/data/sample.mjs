// A sample of a session in the two compared forms: bytes in chunks, and split lines.

const CHUNK_BYTES = 64 * 1024;

/**
 * Takes lines until there are `bytes` bytes.
 *
 * Each line is a flat string made from its own bytes. As slices of one long string, a single non-ASCII character would make
 * every line a two-byte string and slow down JSON.parse. So JSON.parse gets its best form, which is the harder comparison.
 * @param {Iterable<string>} session
 * @param {number} bytes
 */
export function takeSample(session, bytes) {
  const buffers = [];
  let size = 0;
  for (const line of session) {
    buffers.push(Buffer.from(`${line}\n`));
    size += buffers.at(-1).length;
    if (size >= bytes) break;
  }
  const lines = buffers.map((buffer) => buffer.toString("utf8", 0, buffer.length - 1));
  return { bytes: size, chunks: splitIntoChunks(Buffer.concat(buffers)), lines };
}

/** Splits bytes as Node's pipes and files do: Buffers of 64 KiB, each with its own memory. */
export function splitIntoChunks(bytes) {
  const chunks = [];
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, bytes.length - start));
    bytes.copy(chunk, 0, start);
    chunks.push(chunk);
  }
  return chunks;
}
