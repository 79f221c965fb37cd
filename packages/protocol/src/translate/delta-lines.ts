// Understands delta lines without parsing them: a line that equals a template byte for byte outside its text and uuid
// has the same meaning by the grammar of JSON. Any other line takes the general way; a property test proves the two ways
// equal.

import { isEqualBytes } from "../wire/bytes.ts";
import type { Event } from "./events.ts";
import { UUID_LENGTH } from "./delta-template.ts";
import type { DeltaTemplate } from "./lane.ts";
import type { Lines } from "./lines.ts";
import { stampOriginal } from "./original.ts";
import type { Translation } from "./translation.ts";

const QUOTE = 34;
const BACKSLASH = 92;
const FIRST_PRINTABLE = 32;

/** Understands as many of the next lines as follow one another under one template. Returns whether there was one. */
export function translateByTemplate(t: Translation, lines: Lines): boolean {
  const { templates } = t;
  for (let place = 0; place < templates.length; place += 1) {
    const template = templates[place] as DeltaTemplate;
    if (!translateRun(t, template, lines)) continue;
    if (place > 0) {
      templates[place] = templates[0] as DeltaTemplate;
      templates[0] = template;
    }
    return true;
  }
  return false;
}

function translateRun(t: Translation, template: DeltaTemplate, lines: Lines): boolean {
  const { text: region, bytes, view, isAscii } = lines;
  const { sample, headLength, block, message } = template;
  const middleLength = template.middle.length;
  const tailLength = template.tail.length;
  const tailStart = headLength + middleLength;
  let { start, shift } = lines;
  while (!block.isEnded && message.isStreaming && isEqualBytes(view, start, sample, 0, headLength)) {
    const textStart = start + headLength;
    const plainEnd = endOfPlain(bytes, textStart);
    const textEnd = endOfString(bytes, plainEnd);
    const uuidStart = textEnd + middleLength;
    const uuidEnd = uuidStart + UUID_LENGTH;
    const next = uuidEnd + tailLength;
    if (textEnd <= textStart || !isEqualBytes(view, textEnd, sample, headLength, middleLength)) break;
    if (!isEqualBytes(view, uuidEnd, sample, tailStart, tailLength) || !isAsciiString(bytes, uuidStart, uuidEnd)) break;
    // All but the text is ASCII, so what stands behind it is as far from the LF as in the bytes.
    const shiftBehind = isAscii ? 0 : region.indexOf("\n", textStart + shift) + 1 - next;
    const text =
      plainEnd === textEnd
        ? region.slice(textStart + shift, textEnd + shiftBehind)
        : unescapeString(region.slice(textStart + shift - 1, textEnd + shiftBehind + 1));
    if (text === undefined) break;
    const line = region.slice(start + shift, next + shiftBehind - 1);
    sendDelta(t, template, copyUuid(region, uuidStart + shiftBehind), text, line);
    start = next;
    shift = shiftBehind;
  }
  const hasRead = start > lines.start;
  lines.start = start;
  lines.shift = shift;
  return hasRead;
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

/** Where a JSON string has its closing quote, from the end of a plain run on; -1 if a raw control character comes first. */
function endOfString(bytes: Uint8Array, plainEnd: number): number {
  let at = plainEnd;
  while (bytes[at] === BACKSLASH) at = endOfPlain(bytes, at + 2);
  return bytes[at] === QUOTE ? at : -1;
}

/** Where the run of characters that stand for themselves in a JSON string ends. */
function endOfPlain(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && PLAIN[bytes[at] as number] !== 0) at += 1;
  return at;
}

function isAsciiString(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && PLAIN[bytes[at] as number] === ASCII) at += 1;
  return at === end;
}

const ASCII = 1;
const FOREIGN = 2;

/** Whether a byte stands for itself in a JSON string. */
const PLAIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code > 127) return FOREIGN;
  return code >= FIRST_PRINTABLE && code !== QUOTE && code !== BACKSLASH ? ASCII : 0;
});

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
