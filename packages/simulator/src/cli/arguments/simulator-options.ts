// The simulator's own options, as flags or, for programs that set the flags themselves, as environment variables. A flag wins
// over its variable.

import type { Dialect } from "../../engine/lines/dialects.ts";
import { SIMULATED_VERSIONS } from "../../engine/versions/simulated-versions.ts";
import type { ParsedFlags } from "./parse-flags.ts";
import { refuseMisuse } from "./refusal.ts";

export interface SimulatorOptions {
  /** A file, the name of a ready-made scenario, or a scenario as text. */
  readonly scenario: string | undefined;
  readonly version: string;
  /** Undefined: each new session of a store takes the next number. */
  readonly seed: number | undefined;
  readonly dialects: readonly Dialect[];
  /** 0: delays are virtual. 1: real time, 2: twice as fast. */
  readonly speed: number;
  readonly store: string | undefined;
  /** JSON texts, each a fault or a list of faults. */
  readonly faults: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The newest measured version. */
const DEFAULT_VERSION = SIMULATED_VERSIONS[0];

/** Names and help texts. `--simulate-seed` is also `UNSPOOL_SIMULATE_SEED`. */
export const SIMULATOR_OPTIONS: readonly (readonly [name: string, meaning: string])[] = [
  ["scenario", "the scenario: a file (JSON or YAML), the name of a ready-made one, or the text itself"],
  ["version", `the simulated version (default ${DEFAULT_VERSION})`],
  ["seed", "a whole number; the same scenario and seed give the same bytes"],
  ["dialect", "documented forms that no real CLI writes, separated by commas"],
  ["speed", "0: delays are virtual (default), 1: real time, 10: ten times as fast"],
  ["store", "the session folder, for --resume and --continue"],
  ["fault", "a fault as JSON, or a list of faults (the flag may be repeated)"],
];

export function toVariable(name: string): string {
  return `UNSPOOL_SIMULATE_${name.toUpperCase()}`;
}

const DIALECTS: readonly Dialect[] = ["snapshots", "growing", "no-ids", "double-encoded", "documented-input"];

/** @throws {Refusal} with exit code 2 */
export function readSimulatorOptions(flags: ParsedFlags, environment: Environment): SimulatorOptions {
  // No real flag begins like this, so an unknown one is a mistake.
  const unknown = flags.unknown.find((flag) => flag.startsWith("--simulate-"));
  if (unknown !== undefined) {
    const names = SIMULATOR_OPTIONS.map(([name]) => `--simulate-${name}`);
    refuseMisuse(`${unknown.split("=")[0] ?? ""} is not known; the simulator's own flags are ${names.join(", ")}.`);
  }
  for (const [name, meaning] of SIMULATOR_OPTIONS) {
    const key = `simulate-${name}`;
    if (flags.incomplete?.key === key || flags.list(key).includes(""))
      refuseMisuse(`--${key} needs a value: ${meaning}.`);
  }
  const read = (name: string): { readonly value: string | undefined; readonly source: string } => {
    if (flags.has(`simulate-${name}`)) return { value: flags.text(`simulate-${name}`), source: `--simulate-${name}` };
    const variable = toVariable(name);
    // Many programs set a variable to an empty text for "none".
    return { value: environment[variable] === "" ? undefined : environment[variable], source: variable };
  };
  const refuseValue = (name: string, expected: string): never => {
    const { value, source } = read(name);
    return refuseMisuse(`${source} is ${JSON.stringify(value)}; expected ${expected}.`);
  };

  const version = read("version").value ?? DEFAULT_VERSION;
  if (!isVersion(version)) refuseValue("version", EXPECTED_VERSION);
  const seed = parseNumber(read("seed").value);
  if (seed !== undefined && !isSeed(seed)) refuseValue("seed", EXPECTED_SEED);
  const speed = parseNumber(read("speed").value) ?? 0;
  if (!(Number.isFinite(speed) && speed >= 0))
    refuseValue("speed", "a number of at least 0; 0 means no waiting, 1 real time");
  const dialects = (read("dialect").value ?? "").split(",").map((name) => name.trim());
  const faults = flags.has("simulate-fault") ? flags.list("simulate-fault") : [read("fault").value];
  return {
    scenario: read("scenario").value,
    version,
    seed,
    dialects: dialects
      .filter((name) => name !== "")
      .map((name) => findDialect(name) ?? refuseValue("dialect", oneOfDialects)),
    speed,
    store: read("store").value,
    faults: faults.filter((text) => text !== undefined),
  };
}

export const EXPECTED_VERSION: string = `one version of the CLI, with three numbers. Measured are ${SIMULATED_VERSIONS.join(", ")}; a version in between behaves like the next older one`;
export const EXPECTED_SEED = "a whole number from 0 on";

export function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(text);
}

export function isSeed(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}

const oneOfDialects = `some of ${DIALECTS.join(", ")}`;

function findDialect(name: string): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect === name);
}

function parseNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.trim() === "" ? Number.NaN : Number(text);
}
