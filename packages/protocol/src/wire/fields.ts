// Fields by their name in events: `toolUseId` is read from `tool_use_id`. Most fields of most messages are no more than that.

import type { JsonObject } from "./json.ts";
import { asNumber, asString } from "./read.ts";

/** The named fields that are strings; undefined where they are not. */
export function strings<Name extends string>(wire: JsonObject, ...names: Name[]): Record<Name, string | undefined> {
  return readAll(wire, names, asString);
}

/** The named fields that are numbers; undefined where they are not. */
export function numbers<Name extends string>(wire: JsonObject, ...names: Name[]): Record<Name, number | undefined> {
  return readAll(wire, names, asNumber);
}

/** Without the fields that are undefined. */
export function present<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };
}

function readAll<Name extends string, Value>(
  wire: JsonObject,
  names: readonly Name[],
  as: (value: unknown) => Value | undefined,
): Record<Name, Value | undefined> {
  const fields = {} as Record<Name, Value | undefined>;
  for (const name of names) fields[name] = as(wire[snakeCaseOf(name)]);
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
