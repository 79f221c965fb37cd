// Runs one check on one real CLI: a sandbox, the model stub, and `unspool` as a program. Nothing of this machine's environment
// reaches them.

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startModelStub, type ModelStub, type Scenario } from "@unspool/simulator";
import type { Program } from "../clis/install.ts";
import type { CliCheck } from "../run-on-clis.ts";
import { createSandbox, type Sandbox } from "../clis/sandbox.ts";

/** The built executable. */
export const UNSPOOL: string = fileURLToPath(
  new URL("../../../../packages/cli/dist/bundle/unspool.mjs", import.meta.url),
);

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CheckContext {
  readonly version: string;
  readonly sandbox: Sandbox;
  /** The command that starts the CLI itself. */
  readonly claude: readonly string[];
  /** Sets the scenario of the model stub. */
  readonly play: (scenario: Scenario) => Promise<void>;
  /** Environment of the command and the CLI. */
  readonly environment: () => Record<string, string>;
  /** Runs `unspool …` over pipes. */
  readonly unspool: (words: readonly string[], input?: string) => Promise<Ran>;
  /** Runs any other program over pipes. */
  readonly start: (words: readonly string[], input?: string) => Promise<Ran>;
}

export interface Check extends CliCheck {
  /** @returns the problems */
  readonly run: (context: CheckContext) => Promise<readonly string[]>;
}

/** Timeout of a command. */
const PATIENCE_MS = 90_000;

export async function runCheck({ run }: Check, program: Program, version: string): Promise<readonly string[]> {
  const sandbox = createSandbox({ "a.txt": "first\nsecond\nlast\n" });
  const state = join(sandbox.root, "state");
  mkdirSync(state);
  const path = program.args[0] ?? program.file;
  let stub: ModelStub | undefined;
  const environment = (): Record<string, string> =>
    sandbox.environment({ ...stub?.env(), UNSPOOL_CLAUDE: path, UNSPOOL_STATE_DIR: state, TERM: "xterm-256color" });
  const start = (words: readonly string[], input = ""): Promise<Ran> =>
    finished(words, input, sandbox.workspace, environment());
  try {
    const problems = await run({
      version,
      sandbox,
      claude: [program.file, ...program.args],
      async play(scenario) {
        await stub?.close();
        stub = await startModelStub(scenario);
      },
      environment,
      start,
      unspool: (words, input) => start([process.execPath, UNSPOOL, ...words], input),
    });
    return isQuiet(state) ? problems : [...problems, "a process is left"];
  } catch (error) {
    return [error instanceof Error ? `${error.name}: ${error.message}` : String(error)];
  } finally {
    await stub?.close();
    await sandbox.remove();
  }
}

function finished(words: readonly string[], input: string, cwd: string, env: Record<string, string>): Promise<Ran> {
  const [file = "", ...args] = words;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, timeout: PATIENCE_MS, killSignal: "SIGKILL" });
    const said: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
    child.stdout.on("data", (chunk: Buffer) => void said.stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => void said.stderr.push(chunk));
    child.stdin.on("error", () => undefined);
    child.once("error", reject);
    child.once("close", (code) => {
      const [stdout, stderr] = [said.stdout, said.stderr].map((chunks) => Buffer.concat(chunks).toString("utf8"));
      resolve({ code, stdout: stdout ?? "", stderr: stderr ?? "" });
    });
    child.stdin.end(input);
  });
}

/** Whether every program that the command started has ended. */
function isQuiet(state: string): boolean {
  const children = join(state, "children");
  mkdirSync(children, { recursive: true });
  return readdirSync(children).length === 0;
}
