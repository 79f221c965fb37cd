// Reads fields of messages: by names that the wire types declare, and values with care. Most fields of events have the
// name of a wire field in camel case: `toolUseId` is read from `tool_use_id`.

import type { Json } from "./json.ts";
import { asNumber, asString } from "./read.ts";

/**
 * A message whose field names are those of its type, and whose values may be anything: a malformed line is read as well,
 * to save what can be saved of it. Every JSON object is one.
 */
export type Fields<Message> = { readonly [Name in NamesIn<Message>]?: Json | undefined };

/** The names of all members of a union. */
type NamesIn<Message> = Message extends unknown ? keyof Message & string : never;

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** The named fields that are strings; undefined where they are not. */
export function strings<Wire extends object, Name extends CamelCase<keyof Wire> & string>(
  wire: Wire,
  ...names: Name[]
): Record<Name, string | undefined> {
  return readAll(wire, names, asString);
}

/** The named fields that are numbers; undefined where they are not. */
export function numbers<Wire extends object, Name extends CamelCase<keyof Wire> & string>(
  wire: Wire,
  ...names: Name[]
): Record<Name, number | undefined> {
  return readAll(wire, names, asNumber);
}

/** Without the fields that are undefined. */
export function present<Read extends object>(fields: Read): { [Key in keyof Read]?: Exclude<Read[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Read]?: Exclude<Read[Key], undefined> };
}

function readAll<Name extends string, Value>(
  wire: object,
  names: readonly Name[],
  as: (value: unknown) => Value | undefined,
): Record<Name, Value | undefined> {
  const fields = {} as Record<Name, Value | undefined>;
  for (const name of names) fields[name] = as((wire as Fields<Record<string, unknown>>)[snakeCaseOf(name)]);
  return fields;
}

/** Names are few and constant, so each is taken apart once. */
const snakeCase = new Map<string, string>();

/** `toolUseId` → `tool_use_id`. */
export function snakeCaseOf(name: string): string {
  let snake = snakeCase.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeCase.set(name, snake);
  }
  return snake;
}
