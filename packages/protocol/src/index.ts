// The public surface of @unspool/protocol, name by name: what is not here is nobody's business.

export { createDecoder, type Decoder, type DecoderOptions, type DecoderStats } from "./decoder.ts";
export { EVENT_TYPES, MALFORMED_REASONS } from "./translate/events.ts";
export type { Event, EventOf, EventType } from "./translate/events.ts";
