// A sink that records everything in order and sleeps for no time.
import type { OutputSink } from "../../src/output/sink.ts";

export interface MemorySink extends OutputSink {
  /** `out:TEXT`, `err:BYTES`, `sleep:MS`, `exit:…`, `close-input`, `keep-open:MS`. */
  readonly log: string[];
  readonly chunks: Uint8Array[];
  text(): string;
  bytes(): Uint8Array;
}

export function createMemorySink(
  options: { readonly onWrite?: (bytes: Uint8Array) => Promise<void> } = {},
): MemorySink {
  const log: string[] = [];
  const chunks: Uint8Array[] = [];
  return {
    log,
    chunks,
    text: () => Buffer.concat(chunks).toString("utf8"),
    bytes: () => Buffer.concat(chunks),
    write(bytes) {
      chunks.push(Uint8Array.from(bytes));
      log.push(`out:${Buffer.from(bytes).toString("utf8")}`);
      return options.onWrite?.(bytes);
    },
    writeStderr: (bytes) => void log.push(`err:${bytes.length}`),
    exit: (how) => void log.push(`exit:${JSON.stringify(how)}`),
    async sleep(ms) {
      if (ms > 0) log.push(`sleep:${ms}`);
      await Promise.resolve();
    },
    closeInput: () => void log.push("close-input"),
    keepOpen: (ms) => void log.push(`keep-open:${ms}`),
  };
}
