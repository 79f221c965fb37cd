// A fake `claude` for one test: a temporary folder with an executable of that name, which plays a scenario and remembers
// what it was called with and what it was told.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkOptions, type KeysOf } from "../check-options.ts";
import { DEFAULT_SCENARIO } from "../cli/scenario-source.ts";
import { checkFaults } from "../faults/check.ts";
import type { Fault } from "../faults/types.ts";
import { scenarioOf, type ScenarioSource } from "../scenario/any-scenario.ts";
import { LOG_VARIABLE, readLog } from "./log.ts";
import { observe, type Observed, type ObservedCall } from "./observed.ts";
import { removeFolder } from "./remove-folder.ts";
import { writeShim } from "./shim.ts";

export interface FakeClaudeOptions {
  /**
   * Data, text (JSON or YAML), the path or URL of a file, or the name of a ready-made one. Read once, here.
   * @default one that answers every prompt and says that it is simulated
   */
  readonly scenario?: ScenarioSource | undefined;
  /** The CLI version whose manners it takes. @default the newest that is imitated */
  readonly version?: string;
  /** @default the next number for each new session, from 1 */
  readonly seed?: number;
  /** Beside those of the scenario. */
  readonly faults?: readonly Fault[];
  /** More flags, in front of those of the caller. */
  readonly args?: readonly string[];
}

/** One start of the executable. */
export interface FakeClaudeCall extends ObservedCall {
  /** Of its process. */
  readonly pid: number;
}

export interface FakeClaude extends AsyncDisposable, Observed<FakeClaudeCall> {
  /** The executable. */
  readonly path: string;
  /** Its folder: to be put first on a PATH. */
  readonly dir: string;
  /** `PATH` with the folder first, for the environment of the program under test. */
  readonly env: Readonly<Record<string, string>>;
  /** Removes the folder. Processes that still run are the caller's. */
  cleanup(): void;
}

const KEYS: KeysOf<FakeClaudeOptions> = { scenario: true, version: true, seed: true, faults: true, args: true };

/** @throws {ScenarioError} for whatever is wrong with the options: here, and not where its output may be lost */
export function fakeClaude(options: FakeClaudeOptions = {}): FakeClaude {
  checkOptions<FakeClaudeOptions>("fakeClaude", options, KEYS);
  const scenario = options.scenario === undefined ? DEFAULT_SCENARIO : scenarioOf(options.scenario);
  const faults = checkFaults(options.faults ?? [], "the options");
  const dir = mkdtempSync(join(tmpdir(), "unspool-claude-"));
  const log = join(dir, "log.ndjson");
  const file = join(dir, "scenario.json");
  writeFileSync(file, JSON.stringify(scenario));
  const flags = flagsOf(options, file, faults, dir);
  const path = writeShim({
    folder: dir,
    program: simulatorProgram(),
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

function flagsOf(
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

/** The package's folder is two above this file, in `src` as in `dist`. */
function simulatorProgram(): string {
  return fileURLToPath(new URL("../../dist/bundle/claude.cjs", import.meta.url));
}
