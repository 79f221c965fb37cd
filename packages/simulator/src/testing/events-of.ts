// What a CLI wrote, as events that are the same in every run: for snapshots and comparisons.

import { createDecoder, type Event } from "@unspool/protocol";
import { normalizeEvents, type NormalizeOptions } from "./normalize.ts";

/** The events of an output: text, bytes, or lines without their LF. */
export function eventsOf(output: string | Uint8Array | readonly string[], options: NormalizeOptions = {}): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(typeof output === "string" || output instanceof Uint8Array ? output : output.join("\n"));
  decoder.end();
  return normalizeEvents(events, options);
}
