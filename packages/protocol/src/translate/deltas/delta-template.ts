// Nine lines of ten in a partial-message stream are deltas that differ in their text and uuid alone. The first delta of
// its kind is parsed; its line, cut at those two strings, becomes a template for its block, and with the names of block
// and message changed one for every later block of that kind. How lines are compared with it stands in `delta-lines.ts`.

import { viewOf } from "../../wire/bytes.ts";
import type { JsonObject } from "../../wire/json.ts";
import { asString } from "../../wire/read.ts";
import { streamingMessage, type Block, type DeltaEnvelope, type Lane, type Message } from "../lane.ts";
import type { Translation } from "../translation.ts";

/** How many agents can stream at once before their deltas take the general way. */
const MAX_TEMPLATES = 8;
/** Of a line to learn from, since what is learnt is kept; real ones have some 300 characters. */
const MAX_LENGTH = 2048;
export const UUID_LENGTH = 36;
const MESSAGE_ID = '"api_message_id":';

const DELTAS: Readonly<Record<string, string>> = {
  text: '{"type":"text_delta","text":"',
  thinking: '{"type":"thinking_delta","thinking":"',
  tool: '{"type":"input_json_delta","partial_json":"',
};

/** Learns from a delta line with this text, which the general way has just translated. */
export function learnTemplate(
  t: Translation,
  lane: Lane,
  message: Message,
  block: Block,
  text: string,
  wire: JsonObject,
  raw: string,
): void {
  const { session_id: sessionId, uuid, timestamp, agent_id: agentId } = wire;
  if (typeof sessionId !== "string" || typeof uuid !== "string" || uuid.length !== UUID_LENGTH) return;
  // A time is the line's own, and an agent's id is remembered per line: the general way sees to both.
  if (timestamp !== undefined || agentId !== undefined) return;
  // A call that a sub-agent writes is the main agent's as soon as that one writes a call of the sub-agent's name.
  if (block.kind === "tool" && lane.agent !== null) return;
  if (raw.length > MAX_LENGTH) return;
  const start = headOf(block) + JSON.stringify(text).slice(1, -1);
  if (!raw.startsWith(start)) return;
  const middleEnd = raw.indexOf(`"uuid":"${uuid}"`, start.length) + 8;
  const middle = raw.slice(start.length, middleEnd);
  const tail = `${raw.slice(middleEnd + UUID_LENGTH)}\n`;
  if (middleEnd < 8 || !middle.startsWith('"}},') || hasSecondMeaning(middle.slice(4, -8) + tail)) return;
  const envelope = { sessionId, messageId: asString(wire["api_message_id"]), middle, tail };
  lane.envelopes.set(block.kind, envelope);
  addTemplate(t, lane, message, block, envelope);
}

/** Expects the deltas of a block that has just begun to look like the last ones of its kind. */
export function expectDeltas(t: Translation, lane: Lane, message: Message, block: Block): void {
  const known = lane.envelopes.get(block.kind);
  if (known === undefined) return;
  const envelope = known.messageId === message.wireId ? known : renameMessage(known, message.wireId);
  // A line that names no message belongs to the one that streams.
  if (envelope === undefined || streamingMessage(lane, envelope.messageId) !== message) return;
  addTemplate(t, lane, message, block, envelope);
}

/** The same for another message. Where a name stands once, it is the one that counts. */
function renameMessage(envelope: DeltaEnvelope, messageId: string | undefined): DeltaEnvelope | undefined {
  const { sessionId, middle, tail } = envelope;
  if (envelope.messageId === undefined) return envelope;
  const parts = tail.split(MESSAGE_ID + JSON.stringify(envelope.messageId));
  if (messageId === undefined || parts.length !== 2 || (middle + tail).split(MESSAGE_ID).length !== 2) return undefined;
  return { sessionId, messageId, middle, tail: parts.join(MESSAGE_ID + JSON.stringify(messageId)) };
}

function addTemplate(t: Translation, lane: Lane, message: Message, block: Block, envelope: DeltaEnvelope): void {
  // Blocks of finished lines all have index -1, so it names none.
  if (block.isEnded || block.index < 0) return;
  const { sessionId, middle, tail } = envelope;
  const head = headOf(block);
  const text = head + middle + tail;
  forgetTemplates(t, lane);
  const sample = encoder.encode(text);
  // What is not ASCII takes the general way.
  if (sample.length !== text.length) return;
  t.templates.unshift({
    sample: viewOf(sample),
    headLength: head.length,
    middle,
    tail,
    lane,
    message,
    block,
    sessionId,
  });
  if (t.templates.length > MAX_TEMPLATES) t.templates.pop();
}

const encoder: TextEncoder = new TextEncoder();

/** From the start of the line to the opening quote of the text. */
function headOf({ index, kind }: Block): string {
  return `{"type":"stream_event","event":{"type":"content_block_delta","index":${index},"delta":${DELTAS[kind]}`;
}

/** A key that stands twice, or hides behind an escape, could make the rest of the line override its beginning. */
function hasSecondMeaning(rest: string): boolean {
  return /"(?:type|event|uuid|__proto__)"|\\/.test(rest);
}

/** A new message or block in a lane: its deltas mean something else now. */
export function forgetTemplates(t: Translation, lane: Lane): void {
  const place = t.templates.findIndex((template) => template.lane === lane);
  if (place !== -1) t.templates.splice(place, 1);
}
