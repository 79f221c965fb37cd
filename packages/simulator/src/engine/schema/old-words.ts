// The validator of 2.0.76 was an older one: `.answer: should be number`.

import type { SchemaError } from "./errors.ts";

export function inOldWords({ place, message }: SchemaError): string {
  const path = place.replaceAll(/\/(\d+)/gu, "[$1]").replaceAll("/", ".");
  const words = message
    .replace(/^must/u, "should")
    .replace(/have fewer than (\d+) characters/u, "be shorter than $1 characters")
    .replace(/have more than (\d+) characters/u, "be longer than $1 characters")
    .replace("match a schema in anyOf", "match some schema in anyOf");
  return `${path === "" ? "root" : path}: ${words}`;
}
