// The declared fields as data, for `unspool check`: types are gone when a program runs. A test writes and compares the
// file that holds it.

import type { Declared } from "./declared.ts";
import { INSIDE } from "./drift.ts";

/** The text of packages/unspool/src/check/known-fields.ts. */
export function knownFieldsText(declared: Declared): string {
  const lines = declared.names.flatMap((name) => {
    const [type = "", subtype] = name.split("/");
    return ["", ...INSIDE].flatMap((place) => {
      const fields = declared.fieldsOf(type, subtype, place);
      return fields === undefined ? [] : [`  "${[name, place, ...[...fields].sort()].join(" ")}",`];
    });
  });
  return `// Made by packages/conformance/src/known-fields.ts from the wire types; do not edit. When they have changed, run
// \`npx vitest run packages/conformance/test/known-fields.test.ts -u\`.

/** Message, place in it (empty: the message itself) and the fields that are known there. */
export const KNOWN_FIELDS: readonly string[] = [
${lines.join("\n")}
];
`;
}
