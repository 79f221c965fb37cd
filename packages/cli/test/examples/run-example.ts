// An example as its reader runs it: a process of its own, as Node 20 can run it, with the simulator for a `claude`.

import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ScenarioSource } from "@unspool/simulator";
import { fakeClaude, type FakeClaude } from "@unspool/simulator/testing";
import { onTestFinished } from "vitest";
import { runProgram, temporaryFolder, unspoolPath, type Ran, type RunOptions } from "../process.ts";

export const examplesFolder: string = fileURLToPath(new URL("../../../../examples", import.meta.url));

export interface Prepared {
  /** The file that Node runs: the example without its types. */
  readonly program: string;
  /** A folder of its own, to run it in. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What it took for `claude`. */
  readonly claude: FakeClaude;
}

/** @param scenario instead of the example's own */
export function prepare(name: string, scenario?: ScenarioSource): Prepared {
  const folder = temporaryFolder();
  const claude = fakeClaude({ scenario: scenario ?? join(examplesFolder, "scenarios", `${name}.yaml`) });
  onTestFinished(() => {
    claude.cleanup();
    folder.remove();
  });
  const program = join(examplesFolder, "dist", `${name}.mjs`);
  return { program, cwd: folder.path, env: { UNSPOOL_CLAUDE: claude.path, UNSPOOL_STATE_DIR: folder.path }, claude };
}

export interface ExampleRun extends RunOptions {
  readonly args?: readonly string[];
  readonly scenario?: ScenarioSource;
}

export async function runExample(name: string, run: ExampleRun = {}): Promise<Ran & { readonly claude: FakeClaude }> {
  const { args = [], scenario, ...options } = run;
  const { program, cwd, env, claude } = prepare(name, scenario);
  const ran = await runProgram(process.execPath, [program, ...args], {
    cwd,
    ...options,
    env: { ...env, ...options.env },
  });
  return { ...ran, claude };
}

/** A shell script of the examples, which finds `unspool` on its PATH. */
export async function runScript(name: string, run: ExampleRun = {}): Promise<Ran & { readonly claude: FakeClaude }> {
  const { cwd, env, claude } = prepare(name, run.scenario);
  mkdirSync(join(cwd, "bin"));
  symlinkSync(unspoolPath, join(cwd, "bin/unspool"));
  const path = [join(cwd, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  const script = join(examplesFolder, `${name}.sh`);
  const ran = await runProgram("sh", [script, ...(run.args ?? [])], { cwd, env: { ...env, PATH: path } });
  return { ...ran, claude };
}
