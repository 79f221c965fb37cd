// Reports fields that are not in the wire types, each once.

import type { JsonObject } from "@unspool/protocol";
import { findUnknownFields } from "@unspool/protocol/known-fields";
import { createFinding, type OnFinding } from "./finding.ts";

/** Returns the check of a message, given with its line number. */
export function createFieldCheck(onFinding: OnFinding): (message: JsonObject, line: number) => void {
  const reported = new Set<string>();
  return (message, line) => {
    for (const field of findUnknownFields(message)) {
      if (reported.has(field)) continue;
      reported.add(field);
      onFinding(createFinding("unknown-field", line, `the field ${field} is unknown`));
    }
  };
}
