// The options of the ways in, checked before anything starts: a key that nobody knows is a slip, and a version or a seed
// that is none would be told on the stderr of a program that may have no reader.

import { EXPECTED_SEED, EXPECTED_VERSION, isSeed, isVersion } from "./cli/own-options.ts";
import { isRecord } from "./json.ts";
import { echo } from "./scenario/checks.ts";
import { ScenarioError } from "./scenario/error.ts";
import { nearest } from "./scenario/near.ts";

/** The keys of an interface of options, so that a new one cannot be forgotten. */
export type KeysOf<Options> = { readonly [Key in keyof Required<Options>]: true };

/** @param who the function that takes them @throws {ScenarioError} `invalid-option` */
export function checkOptions<Options>(who: string, options: unknown, keys: KeysOf<Options>): void {
  if (!isRecord(options)) refuse(`${who}: the options are ${echo(options)}; expected an object, as { scenario }.`);
  const known = Object.keys(keys);
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    const near = nearest(key, known);
    const advice = near === undefined ? `There are ${known.join(", ")}.` : `Did you mean "${near}"?`;
    refuse(`${who}: there is no option ${JSON.stringify(key)}. ${advice}`);
  }
  const { version, seed } = options;
  if (version !== undefined && !(typeof version === "string" && isVersion(version))) {
    refuse(`${who}: version is ${echo(version)}; expected ${EXPECTED_VERSION}.`);
  }
  if (seed !== undefined && !(typeof seed === "number" && isSeed(seed))) {
    refuse(`${who}: seed is ${echo(seed)}; expected ${EXPECTED_SEED}.`);
  }
}

function refuse(message: string): never {
  throw new ScenarioError("invalid-option", message);
}
