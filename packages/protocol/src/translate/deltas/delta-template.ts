// Nine of ten lines in a partial-message stream are deltas that differ only in their text and uuid. The first delta of
// a kind is parsed. Its line, cut at those two strings, becomes the template for its block and, with block index and
// message id replaced, for every later block of that kind. `delta-lines.ts` compares lines with templates.

import { viewOf } from "../../wire/bytes.ts";
import type { JsonObject } from "../../wire/json.ts";
import { asString } from "../../wire/read.ts";
import { streamingMessage, type Block, type DeltaEnvelope, type Lane, type Message } from "../lane.ts";
import type { Translation } from "../translation.ts";

/** How many agents can stream at once before their deltas are parsed instead. */
const MAX_TEMPLATES = 8;
/**
 * Maximum length of a line to make a template from, because templates are kept. Real lines have about 300 characters.
 */
const MAX_LENGTH = 2048;
export const UUID_LENGTH = 36;
const MESSAGE_ID = '"api_message_id":';

const DELTAS: Readonly<Record<string, string>> = {
  text: '{"type":"text_delta","text":"',
  thinking: '{"type":"thinking_delta","thinking":"',
  tool: '{"type":"input_json_delta","partial_json":"',
};

/** Makes a template from a delta line with this text that has just been parsed and translated. */
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
  // A timestamp is specific to the line, and an agent id is recorded per line: both need parsing.
  if (timestamp !== undefined || agentId !== undefined) return;
  // A sub-agent's call belongs to the main agent as soon as the main agent writes a call with the sub-agent's id.
  if (block.kind === "tool" && lane.agent !== null) return;
  if (raw.length > MAX_LENGTH) return;
  const start = formatHead(block) + JSON.stringify(text).slice(1, -1);
  if (!raw.startsWith(start)) return;
  const middleEnd = raw.indexOf(`"uuid":"${uuid}"`, start.length) + 8;
  const middle = raw.slice(start.length, middleEnd);
  const tail = `${raw.slice(middleEnd + UUID_LENGTH)}\n`;
  if (middleEnd < 8 || !middle.startsWith('"}},') || hasSecondMeaning(middle.slice(4, -8) + tail)) return;
  const envelope = { sessionId, messageId: asString(wire["api_message_id"]), middle, tail };
  lane.envelopes.set(block.kind, envelope);
  addTemplate(t, lane, message, block, envelope);
}

/** Adds a template for a block that has just begun, assuming its deltas look like the last ones of its kind. */
export function expectDeltas(t: Translation, lane: Lane, message: Message, block: Block): void {
  const known = lane.envelopes.get(block.kind);
  if (known === undefined) return;
  const envelope = known.messageId === message.wireId ? known : renameMessage(known, message.wireId);
  // A line without a message id belongs to the streaming message.
  if (envelope === undefined || streamingMessage(lane, envelope.messageId) !== message) return;
  addTemplate(t, lane, message, block, envelope);
}

/** Replaces the message id. That is safe only if the key occurs once. */
function renameMessage(envelope: DeltaEnvelope, messageId: string | undefined): DeltaEnvelope | undefined {
  const { sessionId, middle, tail } = envelope;
  if (envelope.messageId === undefined) return envelope;
  const parts = tail.split(MESSAGE_ID + JSON.stringify(envelope.messageId));
  if (messageId === undefined || parts.length !== 2 || (middle + tail).split(MESSAGE_ID).length !== 2) return undefined;
  return { sessionId, messageId, middle, tail: parts.join(MESSAGE_ID + JSON.stringify(messageId)) };
}

function addTemplate(t: Translation, lane: Lane, message: Message, block: Block, envelope: DeltaEnvelope): void {
  // All blocks of finished lines have index -1, so the index does not identify a block.
  if (block.isEnded || block.index < 0) return;
  const { sessionId, middle, tail } = envelope;
  const head = formatHead(block);
  const text = head + middle + tail;
  forgetTemplates(t, lane);
  const sample = encoder.encode(text);
  // Lines with other characters than ASCII are parsed.
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

/** Returns the line from its start to the opening quote of the text. */
function formatHead({ index, kind }: Block): string {
  return `{"type":"stream_event","event":{"type":"content_block_delta","index":${index},"delta":${DELTAS[kind]}`;
}

/** Whether the rest of a line could override its beginning: by a duplicate key, or by a key hidden behind an escape. */
function hasSecondMeaning(rest: string): boolean {
  return /"(?:type|event|uuid|__proto__)"|\\/.test(rest);
}

/** Forgets the templates of a lane when a message or block begins, because its deltas now belong to another block. */
export function forgetTemplates(t: Translation, lane: Lane): void {
  const place = t.templates.findIndex((template) => template.lane === lane);
  if (place !== -1) t.templates.splice(place, 1);
}
