// Stringifies lines, always as JSON.stringify does. Consecutive deltas differ only in their text and uuid, so the rest
// is kept as a template: JSON.stringify took half of the time of a stream.

import { isObject, type Json, type JsonObject } from "../../json.ts";

/** The field with the text of a delta, by the type of the delta. */
const TEXT_KEYS: ReadonlyMap<Json | undefined, string> = new Map([
  ["text_delta", "text"],
  ["thinking_delta", "thinking"],
  ["input_json_delta", "partial_json"],
]);

/** The constant text of the last delta line, for the next one. */
interface Template {
  readonly line: Fields;
  readonly event: Fields;
  readonly delta: Fields;
  readonly textKey: string;
  readonly beforeText: string;
  readonly beforeUuid: string;
  readonly end: string;
}

/** A copy of the fields of one object in their order. The owner may change the object later. */
interface Fields {
  readonly keys: readonly string[];
  readonly values: readonly (Json | undefined | typeof CHANGING)[];
}

/** The placeholder of a value that is not compared. */
const CHANGING = Symbol("changing");

export function createStringifier(): (line: JsonObject) => string {
  let template: Template | undefined;
  return (line) => {
    const { event, uuid } = line;
    const delta = isObject(event) ? event["delta"] : undefined;
    if (!isObject(event) || !isObject(delta) || typeof uuid !== "string") return JSON.stringify(line);
    if (template === undefined || !fits(template, line, event, delta)) template = createTemplate(line, event, delta);
    const text = template === undefined ? undefined : delta[template.textKey];
    if (template === undefined || typeof text !== "string") return JSON.stringify(line);
    return `${template.beforeText}${quote(text)}${template.beforeUuid}${quote(uuid)}${template.end}`;
  };
}

function fits(template: Template, line: JsonObject, event: JsonObject, delta: JsonObject): boolean {
  return (
    hasSameFields(template.line, line) && hasSameFields(template.event, event) && hasSameFields(template.delta, delta)
  );
}

function hasSameFields({ keys, values }: Fields, other: JsonObject): boolean {
  let index = 0;
  for (const key in other) {
    const value = values[index];
    if (keys[index] !== key || (value !== CHANGING && value !== other[key])) return false;
    index += 1;
  }
  return index === keys.length;
}

/**
 * The placeholder of text and uuid. In JSON it is ASCII; otherwise V8 would store template and lines in two bytes per
 * character.
 */
const MARK = "\u0001";

function createTemplate(line: JsonObject, event: JsonObject, delta: JsonObject): Template | undefined {
  const textKey = TEXT_KEYS.get(delta["type"]);
  const keys = Object.keys(line);
  if (textKey === undefined || keys.indexOf("event") > keys.indexOf("uuid")) return undefined;
  const fields = {
    line: readFields(line, "event", "uuid"),
    event: readFields(event, "delta"),
    delta: readFields(delta, textKey),
  };
  // A nested object could change and still be the same reference.
  if (Object.values(fields).some(({ values }) => values.some((value) => typeof value === "object" && value !== null))) {
    return undefined;
  }
  const marked = { ...line, event: { ...event, delta: { ...delta, [textKey]: MARK } }, uuid: MARK };
  const [beforeText, beforeUuid, end, ...more] = JSON.stringify(marked).split(JSON.stringify(MARK));
  // More parts mean that the line contained the placeholder already.
  if (beforeText === undefined || beforeUuid === undefined || end === undefined || more.length > 0) return undefined;
  return { ...fields, textKey, beforeText, beforeUuid, end };
}

function readFields(object: JsonObject, ...changing: readonly string[]): Fields {
  const keys = Object.keys(object);
  return { keys, values: keys.map((key) => (changing.includes(key) ? CHANGING : object[key])) };
}

/** Text that needs no escapes in JSON. It matches every uuid and most English texts, but not all such text. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Quotes a text for JSON. The pattern takes half as long as JSON.stringify. */
function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
