// One check on one real CLI: a sandbox, the stand-in API, and `unspool` as a program in front of it. Nothing of this
// machine's environment reaches either.

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startModelStub, type ModelStub, type Scenario } from "@unspool/simulator";
import type { Program } from "../install.ts";
import type { CliCheck } from "../run-on-clis.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";

/** The executable, as the build has made it. */
export const UNSPOOL: string = fileURLToPath(
  new URL("../../../../packages/unspool/dist/bundle/unspool.mjs", import.meta.url),
);

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CheckContext {
  readonly version: string;
  readonly sandbox: Sandbox;
  /** The words that start the CLI itself. */
  readonly claude: readonly string[];
  /** From now on the model plays this. */
  readonly play: (scenario: Scenario) => Promise<void>;
  /** What the command and the CLI are started with. */
  readonly environment: () => Record<string, string>;
  /** `unspool …` with pipes. */
  readonly unspool: (words: readonly string[], input?: string) => Promise<Ran>;
  /** Any other program, the same way. */
  readonly start: (words: readonly string[], input?: string) => Promise<Ran>;
}

export interface Check extends CliCheck {
  /** @returns what is wrong */
  readonly run: (context: CheckContext) => Promise<readonly string[]>;
}

/** A command that takes longer hangs. */
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

/** The command has put away every program that it started. */
function isQuiet(state: string): boolean {
  const children = join(state, "children");
  mkdirSync(children, { recursive: true });
  return readdirSync(children).length === 0;
}
