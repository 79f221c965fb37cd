// Checks options before anything starts. The program itself would report a wrong version or seed on its stderr, which a test
// may not read.

import { findNearest } from "@unspool/protocol/kit";
import { EXPECTED_SEED, EXPECTED_VERSION, isSeed, isVersion } from "./cli/arguments/simulator-options.ts";
import { isRecord } from "./json.ts";
import { echo } from "./check/checker.ts";
import { ScenarioError } from "./check/scenario-error.ts";

/** Names all keys of an options interface, so the compiler notices a missing one. */
export type KeysOf<Options> = { readonly [Key in keyof Required<Options>]: true };

/** @param caller name of the public function, for messages @throws {ScenarioError} `invalid-option` */
export function checkOptions<Options>(caller: string, options: unknown, keys: KeysOf<Options>): void {
  if (!isRecord(options)) refuse(`${caller}: the options are ${echo(options)}; expected an object, as { scenario }.`);
  const known = Object.keys(keys);
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    const near = findNearest(key, known);
    const advice = near === undefined ? `There are ${known.join(", ")}.` : `Did you mean "${near}"?`;
    refuse(`${caller}: there is no option ${JSON.stringify(key)}. ${advice}`);
  }
  const { version, seed } = options;
  if (version !== undefined && !(typeof version === "string" && isVersion(version))) {
    refuse(`${caller}: version is ${echo(version)}; expected ${EXPECTED_VERSION}.`);
  }
  if (seed !== undefined && !(typeof seed === "number" && isSeed(seed))) {
    refuse(`${caller}: seed is ${echo(seed)}; expected ${EXPECTED_SEED}.`);
  }
}

function refuse(message: string): never {
  throw new ScenarioError("invalid-option", message);
}
