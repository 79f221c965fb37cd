// Decodes delta lines without parsing them. A line that equals a template byte for byte, except for its text and uuid,
// has the same meaning by the grammar of JSON. All other lines are parsed; a property test proves that both ways give
// equal results.

import { isEqualBytes } from "../../wire/bytes.ts";
import type { Event } from "../events.ts";
import { UUID_LENGTH } from "./delta-template.ts";
import type { DeltaTemplate } from "../lane.ts";
import { decodePart, narrowPart, type Lines } from "./line-text.ts";
import { stampOriginal } from "../original.ts";
import type { Translation } from "../translation.ts";

const QUOTE = 34;
const BACKSLASH = 92;
const FIRST_PRINTABLE = 32;
const FIRST_FOREIGN = 128;
const THREE_SPACES = 0x20202000;

/** Translates as many of the next lines as match one template in a row. Returns whether any line matched. */
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
  const { bytes, view } = lines;
  const { sample, headLength, block, message } = template;
  const middleLength = template.middle.length;
  const tailLength = template.tail.length;
  const tailStart = headLength + middleLength;
  let { start } = lines;
  while (!block.isEnded && message.isStreaming && isEqualBytes(view, start, sample, 0, headLength)) {
    const textStart = start + headLength;
    const plainEnd = findPlainEnd(lines, textStart);
    const textEnd = bytes[plainEnd] === QUOTE ? plainEnd : findStringEnd(lines, plainEnd);
    const uuidStart = textEnd + middleLength;
    const uuidEnd = uuidStart + UUID_LENGTH;
    const next = uuidEnd + tailLength;
    if (textEnd <= textStart || !isEqualBytes(view, textEnd, sample, headLength, middleLength)) break;
    if (!isEqualBytes(view, uuidEnd, sample, tailStart, tailLength) || findPlainEnd(lines, uuidStart) < uuidEnd) break;
    // Only the text may contain other characters than ASCII, so it is decoded separately.
    const isForeign = plainEnd < textEnd && hasForeign(bytes, plainEnd, textEnd);
    const narrow = narrowPart(bytes, start, next - 1);
    const written = isForeign ? decodePart(bytes, textStart, textEnd) : narrow.slice(headLength, textEnd - start);
    const line = isForeign ? narrow.slice(0, headLength) + written + narrow.slice(textEnd - start) : narrow;
    const text = plainEnd === textEnd ? written : unescapeString(written);
    if (text === undefined) break;
    sendDelta(t, template, narrow.slice(uuidStart - start, uuidEnd - start), text, line);
    start = next;
  }
  const hasRead = start > lines.start;
  lines.start = start;
  return hasRead;
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

/** Returns the index of the closing quote of a JSON string, or -1 if a raw control character comes first. */
function findStringEnd(lines: Lines, plainEnd: number): number {
  const { bytes } = lines;
  let at = plainEnd;
  for (;;) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === undefined || byte < FIRST_PRINTABLE) return -1;
    if (byte === BACKSLASH) at += 2;
    while ((bytes[at] as number) >= FIRST_FOREIGN) at += 1;
    at = findPlainEnd(lines, at);
  }
}

/** Returns the end of the run of ASCII characters that need no unescaping in a JSON string. Checks four at a time. */
function findPlainEnd({ bytes, view }: Lines, start: number): number {
  const last = bytes.length - 4;
  let at = start;
  while (at <= last && arePlain(view.getInt32(at, true))) at += 4;
  while (at < bytes.length && arePlain((bytes[at] as number) | THREE_SPACES)) at += 1;
  return at;
}

/**
 * Whether four bytes are all plain. A byte that is not ASCII, a control character, a quote or a backslash sets the
 * highest bit of its position in one of the terms. No other byte sets a highest bit unless such a byte is there.
 */
function arePlain(word: number): boolean {
  const found = word | (word - 0x20202020) | ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101);
  return (found & 0x80808080) === 0;
}

function hasForeign(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && (bytes[at] as number) < FIRST_FOREIGN) at += 1;
  return at < end;
}

/** The most frequent escapes: line breaks, quotes, backslashes and tabs. JSON.parse handles the others. */
const SIMPLE: Readonly<Record<string, string>> = { n: "\n", '"': '"', "\\": "\\", t: "\t" };

function unescapeString(written: string): string | undefined {
  let text = "";
  let start = 0;
  for (let at = written.indexOf("\\"); at !== -1; at = written.indexOf("\\", start)) {
    const plain = SIMPLE[written.charAt(at + 1)];
    if (plain === undefined) return parseString(`"${written}"`);
    text += written.slice(start, at) + plain;
    start = at + 2;
  }
  return start === 0 ? written : text + written.slice(start);
}

function parseString(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
