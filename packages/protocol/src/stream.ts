// The decoder as a web TransformStream, for `response.body.pipeThrough(new DecoderStream())`.

import { createDecoder, type Decoder, type DecoderOptions, type DecoderStats } from "./decoder.ts";
import type { Event } from "./translate/events.ts";

/** A stream of chunks in and events out. Backpressure is that of the TransformStream. */
export class DecoderStream extends TransformStream<Uint8Array | string, Event> {
  readonly #decoder: Decoder;

  constructor(options: Omit<DecoderOptions, "onEvent"> = {}) {
    let controller: TransformStreamDefaultController<Event> | undefined;
    const decoder = createDecoder({ ...options, onEvent: (event) => controller?.enqueue(event) });
    super({
      start(given) {
        controller = given;
      },
      transform: (chunk) => decoder.push(chunk),
      flush: () => decoder.end(),
    });
    this.#decoder = decoder;
  }

  /** The counters so far. */
  get stats(): DecoderStats {
    return this.#decoder.stats;
  }
}
