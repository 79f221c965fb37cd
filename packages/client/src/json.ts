// Reads fields of JSON that the CLI sent, which may have any type.

import type { Json, JsonObject } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";

export function asText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns the object, or an empty one for any other value. */
export function toObject(value: Json | undefined): JsonObject {
  return asObject(value) ?? {};
}
