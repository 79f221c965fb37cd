// The other way round: the official SDK, installed on demand, drives our simulator. `npm run conformance` runs it too.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Scenario } from "@unspool/simulator";
import { installPackages } from "../install.ts";
import { rerunOnLoopbackOnly, createSandbox } from "../sandbox.ts";
import { CHECKS, type Check } from "./checks.ts";
import type { Sdk, Zod } from "./sdk-types.ts";

const SDK_VERSION = "0.3.325";
/** A check that takes longer hangs. */
const PATIENCE_MS = 30_000;

const root = fileURLToPath(new URL("../../../..", import.meta.url));
process.exitCode = await main();

async function main(): Promise<number> {
  const cache = join(root, "node_modules/.cache/unspool-conformance");
  const folder = join(cache, `sdk-${SDK_VERSION}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    await installPackages(folder, [`@anthropic-ai/claude-agent-sdk@${SDK_VERSION}`, "zod@4.6.7"], ["--omit=optional"]);
  }
  const code = rerunOnLoopbackOnly();
  if (code !== undefined) return code;
  const load = async (path: string): Promise<unknown> => import(pathToFileURL(join(folder, "node_modules", path)).href);
  const sdk = (await load("@anthropic-ai/claude-agent-sdk/sdk.mjs")) as Sdk;
  const { z: zod } = (await load("zod/index.js")) as { z: Zod };
  let passed = 0;
  for (const [name, check] of Object.entries(CHECKS)) {
    const problems = await runCheck(check, sdk, zod);
    if (problems.length === 0) passed += 1;
    console.log(
      `${problems.length === 0 ? "ok   " : "FAIL "}sdk: ${name}${problems.map((problem) => `\n     ${problem}`).join("")}`,
    );
  }
  console.log(`sdk: ${passed} of ${Object.keys(CHECKS).length} (goal all)`);
  return passed === Object.keys(CHECKS).length ? 0 : 1;
}

async function runCheck(check: Check, sdk: Sdk, zod: Zod): Promise<readonly string[]> {
  const sandbox = createSandbox();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  const options = (scenario: Scenario, more: Record<string, unknown> = {}): Record<string, unknown> => {
    const file = join(sandbox.root, "scenario.json");
    writeFileSync(file, JSON.stringify(scenario));
    return {
      pathToClaudeCodeExecutable: join(
        dirname(fileURLToPath(import.meta.resolve("@unspool/simulator"))),
        "bundle/claude.cjs",
      ),
      cwd: sandbox.workspace,
      permissionMode: "bypassPermissions",
      allowDangerouslySkipPermissions: true,
      abortController: stop,
      env: sandbox.environment({
        ANTHROPIC_API_KEY: "made-up",
        UNSPOOL_SIMULATE_SCENARIO: file,
        UNSPOOL_SIMULATE_STORE: join(sandbox.root, "store"),
      }),
      ...more,
    };
  };
  try {
    return await check({ sdk, zod, options });
  } catch (error) {
    return [stop.signal.aborted ? `no end after ${PATIENCE_MS / 1000} s` : String(error)];
  } finally {
    clearTimeout(timer);
    sandbox.remove();
  }
}
