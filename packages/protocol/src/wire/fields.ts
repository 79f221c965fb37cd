// Fields by their name in events: `toolUseId` is read from `tool_use_id`. Most fields of most messages are no more than that.

import type { JsonObject } from "./json.ts";
import { asNumber, asString } from "./read.ts";

/** The named fields that are strings; undefined where they are not. */
export function strings<Name extends string>(wire: JsonObject, ...names: Name[]): Record<Name, string | undefined> {
  return read(wire, names, asString);
}

/** The named fields that are numbers; undefined where they are not. */
export function numbers<Name extends string>(wire: JsonObject, ...names: Name[]): Record<Name, number | undefined> {
  return read(wire, names, asNumber);
}

/** Without the fields that are undefined. */
export function present<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };
}

function read<Name extends string, Value>(
  wire: JsonObject,
  names: readonly Name[],
  as: (value: unknown) => Value | undefined,
): Record<Name, Value | undefined> {
  const entries = names.map((name) => [name, as(wire[toSnakeCase(name)])] as const);
  return Object.fromEntries(entries) as Record<Name, Value | undefined>;
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
