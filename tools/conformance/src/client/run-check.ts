// Runs one check on one real CLI in a sandbox. Nothing of this machine's environment reaches the CLI, and the check does not
// touch the user's files.

import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { startModelStub, type ModelStub, type Scenario } from "@unspool/simulator";
import { createClaude, type SessionOptions } from "unspool";
import type { Program } from "../clis/install.ts";
import { createSandbox } from "../clis/sandbox.ts";
import type { Check } from "./checks.ts";

/** Timeout of a check. */
const PATIENCE_MS = 120_000;

export async function runCheck({ run }: Check, program: Program): Promise<readonly string[]> {
  const sandbox = createSandbox();
  const stubs: ModelStub[] = [];
  const state = join(sandbox.root, "state");
  mkdirSync(state);
  process.env["UNSPOOL_STATE_DIR"] = state;
  const options = async (scenario: Scenario): Promise<SessionOptions> => {
    const stub = await startModelStub(scenario);
    stubs.push(stub);
    return {
      executable: program.args[0] ?? program.file,
      cwd: sandbox.workspace,
      env: { ...nothing(), ...sandbox.environment({ ...stub.env() }) },
    };
  };
  const claude = async (scenario: Scenario, more: SessionOptions = {}): Promise<ReturnType<typeof createClaude>> =>
    createClaude({ ...(await options(scenario)), ...more });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([`no end after ${PATIENCE_MS / 1000} s`]), PATIENCE_MS);
  });
  try {
    const problems = await Promise.race([run({ claude, options }), late]);
    return (await isQuiet(state)) ? problems : [...problems, "a process is left"];
  } catch (error) {
    return [error instanceof Error ? `${error.name}: ${error.message}` : String(error)];
  } finally {
    clearTimeout(timer);
    await isQuiet(state);
    for (const stub of stubs) await stub.close();
    await sandbox.remove();
  }
}

/** Whether all programs have ended: the session of an `ask` ends by itself, shortly after its answer. */
async function isQuiet(state: string): Promise<boolean> {
  const children = join(state, "children");
  mkdirSync(children, { recursive: true });
  for (let look = 0; look < 300; look += 1) {
    if (readdirSync(children).length === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

/** Removes every variable of this process. */
function nothing(): Record<string, undefined> {
  return Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
}
