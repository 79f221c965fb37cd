// The pull interface of the decoder: any async iterable of chunks in, events out, at the consumer's pace.

import { createDecoder, type DecoderOptions } from "./decoder.ts";
import type { Event } from "./translate/events.ts";

/**
 * Decodes chunks as they arrive. Nothing is read ahead of the consumer, so a slow consumer pauses the source, and a
 * consumer that stops early closes it. An error of the source is thrown after the events before it.
 */
export async function* decode(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  options: Omit<DecoderOptions, "onEvent"> = {},
): AsyncGenerator<Event, void, undefined> {
  let events: Event[] = [];
  const decoder = createDecoder({ ...options, onEvent: (event) => events.push(event) });
  for await (const chunk of chunks) {
    decoder.push(chunk);
    yield* events;
    events = [];
  }
  decoder.end();
  yield* events;
}
