// Nine lines of ten in a partial-message stream are deltas that differ in their text and uuid alone. The first delta of
// a block is parsed; its text becomes a template, and a line that equals the template byte for byte outside those two
// strings has the same meaning, so it is understood without parsing. Any other line takes the general way; a property
// test proves the two ways equal.

import type { JsonObject } from "../wire/json.ts";
import type { Event } from "./events.ts";
import type { Block, DeltaTemplate, Lane, Message } from "./lane.ts";
import { stampOriginal } from "./original.ts";
import type { Translation } from "./translation.ts";

/** How many agents can stream at once before their deltas take the general way. */
const MAX_TEMPLATES = 8;
const UUID_LENGTH = 36;
const QUOTE = 34;
const BACKSLASH = 92;
const FIRST_PRINTABLE = 32;

const DELTAS: Readonly<Record<string, string>> = {
  text: '{"type":"text_delta","text":"',
  thinking: '{"type":"thinking_delta","thinking":"',
  tool: '{"type":"input_json_delta","partial_json":"',
};

/** Learns from a delta line that the general way has just translated. */
export function learnTemplate(
  t: Translation,
  lane: Lane,
  message: Message,
  block: Block,
  wire: JsonObject,
  raw: string,
): void {
  const { session_id: sessionId, uuid, timestamp, agent_id: agentId } = wire;
  if (typeof sessionId !== "string" || typeof uuid !== "string") return;
  // A time is the line's own, and an agent's id is remembered per line: the general way sees to both.
  if (timestamp !== undefined || agentId !== undefined) return;
  // A call that a sub-agent writes is the main agent's as soon as that one writes a call of the sub-agent's name.
  if (block.kind === "tool" && lane.agent !== null) return;
  // Blocks of finished lines all have index -1, so it names none.
  if (uuid.length !== UUID_LENGTH || block.isEnded || block.index < 0) return;
  const head = `{"type":"stream_event","event":{"type":"content_block_delta","index":${block.index},"delta":${DELTAS[block.kind]}`;
  if (!raw.startsWith(head)) return;
  const textEnd = endOfString(raw, undefined, head.length);
  const middleEnd = raw.indexOf(`"uuid":"${uuid}"`, textEnd) + 8;
  const middle = raw.slice(textEnd, middleEnd);
  const tail = raw.slice(middleEnd + UUID_LENGTH);
  if (textEnd === -1 || middleEnd < 8 || !middle.startsWith('"}},') || hasSecondMeaning(middle.slice(4, -8) + tail))
    return;
  if (t.templates.some((template) => isSameTemplate(template, block, head, middle, `${tail}\n`))) return;
  forgetTemplates(t, lane);
  t.templates.unshift({
    head,
    middle,
    tail: `${tail}\n`,
    lane,
    message,
    block,
    sessionId,
  });
  if (t.templates.length > MAX_TEMPLATES) t.templates.pop();
}

function isSameTemplate(template: DeltaTemplate, block: Block, head: string, middle: string, tail: string): boolean {
  return template.block === block && template.head === head && template.middle === middle && template.tail === tail;
}

/** A key that stands twice, or hides behind an escape, could make the rest of the line override its beginning. */
function hasSecondMeaning(rest: string): boolean {
  return /"(?:type|event|uuid|__proto__)"|\\/.test(rest);
}

/** A new message or block in a lane: its deltas mean something else now. */
export function forgetTemplates(t: Translation, lane: Lane): void {
  const kept = t.templates.filter((template) => template.lane !== lane);
  t.templates.splice(0, t.templates.length, ...kept);
}

/**
 * Tries to understand the lines from `start` on. Sends their events and returns where the first line begins that it does
 * not understand; that is `start` itself if it has done nothing. `bytes` are those of the region, if each is one of its
 * characters.
 */
export function translateByTemplate(
  t: Translation,
  region: string,
  bytes: Uint8Array | undefined,
  start: number,
): number {
  const { templates } = t;
  for (let place = 0; place < templates.length; place += 1) {
    const template = templates[place] as DeltaTemplate;
    const next = translateRun(t, template, region, bytes, start);
    if (next === start) continue;
    if (place > 0) {
      templates[place] = templates[0] as DeltaTemplate;
      templates[0] = template;
    }
    return next;
  }
  return start;
}

/** Lines that follow one another under one template. */
function translateRun(
  t: Translation,
  template: DeltaTemplate,
  region: string,
  bytes: Uint8Array | undefined,
  first: number,
): number {
  const { head, middle, tail, block, message } = template;
  let start = first;
  // slice and === compare at memory speed; startsWith walks character by character (Node 20 and 22: 4 times slower).
  while (!block.isEnded && message.isStreaming && region.slice(start, start + head.length) === head) {
    const textStart = start + head.length;
    const plainEnd = endOfPlain(region, bytes, textStart, region.length);
    const textEnd = region.charCodeAt(plainEnd) === QUOTE ? plainEnd : endOfString(region, bytes, plainEnd);
    const uuidStart = textEnd + middle.length;
    const uuidEnd = uuidStart + UUID_LENGTH;
    const next = uuidEnd + tail.length;
    if (textEnd <= textStart || region.slice(textEnd, uuidStart) !== middle) return start;
    if (region.slice(uuidEnd, next) !== tail || endOfPlain(region, bytes, uuidStart, uuidEnd) !== uuidEnd) return start;
    const text =
      plainEnd === textEnd
        ? region.slice(textStart, textEnd)
        : unescapeString(region.slice(textStart - 1, textEnd + 1));
    if (text === undefined) return start;
    sendDelta(t, template, copyUuid(region, uuidStart), text, region.slice(start, next - 1));
    start = next;
  }
  return start;
}

/**
 * An id of its own. A slice would keep the whole region in memory for whoever collects ids; engines copy pieces of up to
 * 12 characters, and what is joined from them knows nothing of the region.
 */
function copyUuid(region: string, start: number): string {
  return region.slice(start, start + 12) + region.slice(start + 12, start + 24) + region.slice(start + 24, start + 36);
}

function sendDelta(t: Translation, template: DeltaTemplate, uuid: string, text: string, line: string): void {
  t.line += 1;
  t.at = t.now === undefined ? undefined : t.now();
  t.sessionId = template.sessionId;
  t.emitted = 1;
  template.block.text += text;
  const event = makeEvent(t, template, uuid, text);
  if (t.at !== undefined) (event as { at?: number }).at = t.at;
  stampOriginal(event, line);
  t.onEvent(event);
}

function makeEvent(
  t: Translation,
  { lane, message, block, sessionId }: DeltaTemplate,
  uuid: string,
  text: string,
): Event {
  const { agent } = lane;
  const { line } = t;
  const messageId = message.id;
  if (block.kind === "tool") {
    return {
      type: "tool-call-delta",
      agent,
      sessionId,
      line,
      uuid,
      messageId,
      block: block.number,
      toolUseId: block.id,
      partialJson: text,
    };
  }
  const type = block.kind === "text" ? "text-delta" : "thinking-delta";
  return { type, agent, sessionId, line, uuid, messageId, block: block.number, text };
}

/** Where the JSON string that begins at `start` has its closing quote, or -1 if a raw control character comes first. */
function endOfString(text: string, bytes: Uint8Array | undefined, start: number): number {
  for (let at = endOfPlain(text, bytes, start, text.length); at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code !== BACKSLASH) return -1;
    at = endOfPlain(text, bytes, at + 2, text.length);
  }
  return -1;
}

/** Where the run of characters that stand for themselves in a JSON string ends. Bytes are four times as fast. */
function endOfPlain(text: string, bytes: Uint8Array | undefined, start: number, limit: number): number {
  let at = start;
  if (bytes === undefined) {
    while (at < limit && (PLAIN[text.charCodeAt(at)] ?? 1) === 1) at += 1;
  } else {
    while (at < limit && PLAIN[bytes[at] as number] === 1) at += 1;
  }
  return at;
}

/** Whether an ASCII character stands for itself in a JSON string; all others do. */
const PLAIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  code >= FIRST_PRINTABLE && code !== QUOTE && code !== BACKSLASH ? 1 : 0,
);

/** Most texts with an escape have a line break or a quote in them and nothing else; the rest is for JSON.parse. */
const SIMPLE: Readonly<Record<string, string>> = { n: "\n", '"': '"', "\\": "\\", t: "\t" };

function unescapeString(quoted: string): string | undefined {
  let text = "";
  let start = 1;
  for (let at = quoted.indexOf("\\"); at !== -1; at = quoted.indexOf("\\", start)) {
    const plain = SIMPLE[quoted.charAt(at + 1)];
    if (plain === undefined) return parseString(quoted);
    text += quoted.slice(start, at) + plain;
    start = at + 2;
  }
  return text + quoted.slice(start, -1);
}

function parseString(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
