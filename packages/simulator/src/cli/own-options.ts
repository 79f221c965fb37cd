// What only the simulator knows, from flags or from the environment, for programs that set the flags themselves.
// A flag wins over its variable.

import type { Dialect } from "../engine/types.ts";
import { SIMULATED_VERSIONS } from "../engine/versions.ts";
import type { ParsedFlags } from "./parse-flags.ts";
import { refuseOwn } from "./refusal.ts";

export interface OwnOptions {
  /** A file, the name of a ready-made scenario, or a scenario as text. */
  readonly scenario: string | undefined;
  readonly version: string;
  /** Undefined: each new session of a store takes the next number. */
  readonly seed: number | undefined;
  readonly dialects: readonly Dialect[];
  /** 0: delays are virtual. 1: they take their time, 2: half of it. */
  readonly speed: number;
  readonly store: string | undefined;
  /** JSON texts, each one fault or a list. */
  readonly faults: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The newest one measured. */
const DEFAULT_VERSION = SIMULATED_VERSIONS[0];

/** Flag and what it means, as the help tells it. `--simulate-seed` is also `UNSPOOL_SIMULATE_SEED`. */
export const OWN_OPTIONS: readonly (readonly [name: string, meaning: string])[] = [
  ["scenario", "what the model says: a file (JSON or YAML), a ready-made name, or the text itself"],
  ["version", `the version whose manners are taken (default ${DEFAULT_VERSION})`],
  ["seed", "a whole number; same scenario and seed, same bytes"],
  ["dialect", "documented forms that no real CLI writes, separated by commas"],
  ["speed", "0: delays are virtual (default), 1: they take their time, 10: a tenth of it"],
  ["store", "the folder of the sessions, for --resume and --continue"],
  ["fault", "what goes wrong: a fault as JSON, or a list of them (the flag may be repeated)"],
];

export function variableOf(name: string): string {
  return `UNSPOOL_SIMULATE_${name.toUpperCase()}`;
}

const DIALECTS: readonly Dialect[] = ["snapshots", "growing", "no-ids", "double-encoded", "documented-input"];

/** @throws {Refusal} with exit code 2 */
export function readOwnOptions(flags: ParsedFlags, environment: Environment): OwnOptions {
  // No real flag begins like this: what is not known is a slip.
  const unknown = flags.unknown.find((flag) => flag.startsWith("--simulate-"));
  if (unknown !== undefined) {
    const names = OWN_OPTIONS.map(([name]) => `--simulate-${name}`);
    refuseOwn(`${unknown.split("=")[0] ?? ""} is not known; the simulator's own flags are ${names.join(", ")}.`);
  }
  for (const [name, meaning] of OWN_OPTIONS) {
    const key = `simulate-${name}`;
    if (flags.incomplete?.key === key || flags.list(key).includes("")) refuseOwn(`--${key} needs a value: ${meaning}.`);
  }
  const read = (name: string): { readonly value: string | undefined; readonly source: string } => {
    if (flags.has(`simulate-${name}`)) return { value: flags.text(`simulate-${name}`), source: `--simulate-${name}` };
    const variable = variableOf(name);
    // An empty variable is how many programs write "none".
    return { value: environment[variable] === "" ? undefined : environment[variable], source: variable };
  };
  const wrong = (name: string, expected: string): never => {
    const { value, source } = read(name);
    return refuseOwn(`${source} is ${JSON.stringify(value)}; expected ${expected}.`);
  };

  const version = read("version").value ?? DEFAULT_VERSION;
  if (!isVersion(version)) wrong("version", EXPECTED_VERSION);
  const seed = numberOf(read("seed").value);
  if (seed !== undefined && !isSeed(seed)) wrong("seed", EXPECTED_SEED);
  const speed = numberOf(read("speed").value) ?? 0;
  if (!(Number.isFinite(speed) && speed >= 0)) wrong("speed", "a number from 0 on; 0 means no waiting, 1 real time");
  const dialects = (read("dialect").value ?? "").split(",").map((name) => name.trim());
  const faults = flags.has("simulate-fault") ? flags.list("simulate-fault") : [read("fault").value];
  return {
    scenario: read("scenario").value,
    version,
    seed,
    dialects: dialects.filter((name) => name !== "").map((name) => dialectOf(name) ?? wrong("dialect", oneOfDialects)),
    speed,
    store: read("store").value,
    faults: faults.filter((text) => text !== undefined),
  };
}

export const EXPECTED_VERSION: string = `one version of the CLI, with three numbers. Measured are ${SIMULATED_VERSIONS.join(", ")}; one in between has the manners of the older one`;
export const EXPECTED_SEED = "a whole number from 0 on";

export function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(text);
}

export function isSeed(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}

const oneOfDialects = `some of ${DIALECTS.join(", ")}`;

function dialectOf(name: string): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect === name);
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.trim() === "" ? Number.NaN : Number(text);
}
