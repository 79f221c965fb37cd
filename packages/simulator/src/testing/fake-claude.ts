// A fake `claude` for one test: a temporary folder with an executable of that name, which plays a scenario and records its
// arguments and input.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkOptions, type KeysOf } from "../check-options.ts";
import { DEFAULT_SCENARIO } from "../cli/scenario-source.ts";
import { checkFaults } from "../faults/check-faults.ts";
import type { Fault } from "../faults/types.ts";
import { readScenario, type ScenarioSource } from "../scenario/load/scenario-source.ts";
import { LOG_VARIABLE, readLog } from "../cli/run-log.ts";
import { observe, type Observed, type ObservedCall } from "./observed.ts";
import { removeFolder } from "./remove-folder.ts";
import { writeShim } from "./shim.ts";

export interface FakeClaudeOptions {
  /**
   * The scenario as data, text (JSON or YAML), the path or URL of a file, or the name of a ready-made one.
   * @default every prompt gets an answer that says it is simulated
   */
  readonly scenario?: ScenarioSource | undefined;
  /** The simulated CLI version. @default the newest */
  readonly version?: string;
  /** Seed of ids. @default the next number for each new session, from 1 */
  readonly seed?: number;
  /** Faults in addition to those of the scenario. */
  readonly faults?: readonly Fault[];
  /** Flags that precede those of the caller. */
  readonly args?: readonly string[];
}

/** One run of the executable. */
export interface FakeClaudeCall extends ObservedCall {
  readonly pid: number;
}

export interface FakeClaude extends AsyncDisposable, Observed<FakeClaudeCall> {
  /** The executable. */
  readonly path: string;
  /** The folder of the executable. */
  readonly dir: string;
  /** `PATH` with that folder first, for the environment of the program under test. */
  readonly env: Readonly<Record<string, string>>;
  /** Removes the folder. It does not stop running processes. */
  cleanup(): void;
}

const KEYS: KeysOf<FakeClaudeOptions> = { scenario: true, version: true, seed: true, faults: true, args: true };

/** Creates a fake `claude`. @throws {ScenarioError} for invalid options: here, and not on a stderr that may be lost */
export function fakeClaude(options: FakeClaudeOptions = {}): FakeClaude {
  checkOptions<FakeClaudeOptions>("fakeClaude", options, KEYS);
  const scenario = options.scenario === undefined ? DEFAULT_SCENARIO : readScenario(options.scenario);
  const faults = checkFaults(options.faults ?? [], "the options");
  const dir = mkdtempSync(join(tmpdir(), "unspool-claude-"));
  const log = join(dir, "log.ndjson");
  const file = join(dir, "scenario.json");
  writeFileSync(file, JSON.stringify(scenario));
  const flags = toFlags(options, file, faults, dir);
  const path = writeShim({
    folder: dir,
    program: getSimulatorPath(),
    flags,
    env: { [LOG_VARIABLE]: log },
    execPath: process.execPath,
    platform: process.platform,
  });
  const cleanup = (): void => removeFolder(dir);
  const observed = observe(scenario, () => readLog(log));
  return {
    ...observed,
    calls: () => observed.calls().map(({ args, ...call }) => ({ ...call, args: args.slice(flags.length) })),
    path,
    dir,
    env: { PATH: [dir, process.env["PATH"] ?? ""].filter(Boolean).join(delimiter) },
    cleanup,
    async [Symbol.asyncDispose]() {
      cleanup();
    },
  };
}

function toFlags(
  { version, seed, args }: FakeClaudeOptions,
  scenario: string,
  faults: readonly Fault[],
  dir: string,
): readonly string[] {
  return [
    "--simulate-scenario",
    scenario,
    "--simulate-store",
    join(dir, "sessions"),
    ...(version === undefined ? [] : ["--simulate-version", version]),
    ...(seed === undefined ? [] : ["--simulate-seed", String(seed)]),
    ...faults.flatMap((fault) => ["--simulate-fault", JSON.stringify(fault)]),
    ...(args ?? []),
  ];
}

/** Relative to this file, in `src` as in `dist`. */
function getSimulatorPath(): string {
  return fileURLToPath(new URL("../../dist/bundle/claude.cjs", import.meta.url));
}
