// A piece of a session in the two forms that are compared: bytes in chunks, and lines already split.

const CHUNK_BYTES = 64 * 1024;

/**
 * Takes lines until there are `bytes` bytes.
 *
 * Each line is a flat string of its own, made from its own bytes: cut from one long parent, a single foreign character
 * anywhere would make every line a two-byte string, and JSON.parse would be slower through no fault of its own. So the
 * lines are in the best form JSON.parse can be given, which is the harder one for us.
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
  return { bytes: size, chunks: chunksOf(Buffer.concat(buffers)), lines };
}

/** Cuts bytes as Node's pipes and files do: Buffers of 64 KiB, each with memory of its own. */
export function chunksOf(bytes) {
  const chunks = [];
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, bytes.length - start));
    bytes.copy(chunk, 0, start);
    chunks.push(chunk);
  }
  return chunks;
}
