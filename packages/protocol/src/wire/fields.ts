// Reads fields of messages by the names that the wire types declare, and checks the types of their values. Most event
// fields have the name of a wire field in camel case: `toolUseId` is read from `tool_use_id`.

import type { Json } from "./json.ts";
import { asNumber, asString } from "./read.ts";

/**
 * A message with the field names of its type and values of any type. Malformed lines are read in this form too, to keep
 * their valid parts. Every JSON object is one.
 */
export type Fields<Message> = { readonly [Name in NamesIn<Message>]?: Json | undefined };

/** The names of all members of a union. */
type NamesIn<Message> = Message extends unknown ? keyof Message & string : never;

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** Reads the named fields. A field that is not a string is `undefined`. */
export function strings<Wire extends object, Name extends CamelCase<keyof Wire> & string>(
  wire: Wire,
  ...names: Name[]
): Record<Name, string | undefined> {
  return readAll(wire, names, asString);
}

/** Reads the named fields. A field that is not a number is `undefined`. */
export function numbers<Wire extends object, Name extends CamelCase<keyof Wire> & string>(
  wire: Wire,
  ...names: Name[]
): Record<Name, number | undefined> {
  return readAll(wire, names, asNumber);
}

/** Removes the fields that are `undefined`. */
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

/** Converted names. They are few and constant, so each is converted once. */
const snakeCase = new Map<string, string>();

/** Converts `toolUseId` to `tool_use_id`. */
export function snakeCaseOf(name: string): string {
  let snake = snakeCase.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeCase.set(name, snake);
  }
  return snake;
}
