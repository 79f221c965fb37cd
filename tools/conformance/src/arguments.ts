// The command line of the conformance run and of the recorder.

import { CI_VERSIONS, isVersion, MATRIX_VERSIONS } from "./clis/versions.ts";

export interface Arguments {
  readonly versions: readonly string[];
  /** Looks up the newest version in the registry. */
  readonly latest: boolean;
  readonly scenarios: readonly string[] | undefined;
  readonly isMatrix: boolean;
  readonly cache: string | undefined;
  /** Takes runs of real CLIs from the cache. */
  readonly reuse: boolean;
}

export class UsageError extends Error {
  override readonly name = "WrongUse";
}

const USE =
  "use: [--versions a,b,c | --latest | --matrix] [--scenarios name,name] [--cache FOLDER] [--reuse]; without versions the three of CI";

export function readArguments(given: readonly string[]): Arguments {
  let versions: readonly string[] = CI_VERSIONS;
  let [latest, isMatrix, reuse] = [false, false, false];
  let scenarios: readonly string[] | undefined;
  let cache: string | undefined;
  const rest = [...given];
  const value = (flag: string): string => {
    const next = rest.shift();
    if (next === undefined || next === "") throw new UsageError(`${flag} needs a value; ${USE}`);
    return next;
  };
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    if (flag === "--versions") versions = value(flag).split(",");
    else if (flag === "--latest") latest = true;
    else if (flag === "--matrix") [versions, isMatrix] = [MATRIX_VERSIONS, true];
    else if (flag === "--scenarios") scenarios = value(flag).split(",");
    else if (flag === "--reuse") reuse = true;
    else if (flag === "--cache") cache = value(flag);
    else throw new UsageError(`${flag} is not known; ${USE}`);
  }
  const choices = ["--versions", "--latest", "--matrix"].filter((flag) => given.includes(flag));
  if (choices.length > 1) throw new UsageError(`${choices.join(" and ")} exclude each other; ${USE}`);
  const wrong = versions.find((version) => !isVersion(version));
  if (wrong !== undefined) throw new UsageError(`${JSON.stringify(wrong)} is no version such as 2.1.325; ${USE}`);
  return { versions, latest, scenarios, isMatrix: isMatrix && scenarios === undefined, cache, reuse };
}
