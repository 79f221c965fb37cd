// `unspool record` between the official SDK and a CLI, simulated and real. Both sides must see the same bytes, and ends and
// signals must pass through. Part of `npm run conformance`.

import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadScenario, SIMULATED_VERSIONS, startModelStub, type ModelStub } from "@unspool/simulator";
import { installCli, installPackages, type Program } from "../clis/install.ts";
import { removeFolder, rerunOnLoopbackOnly } from "../clis/sandbox.ts";
import { CHECKS } from "../sdk/checks.ts";
import { runCheck } from "../sdk/run-check.ts";
import type { Sdk, SdkQuery, Zod } from "../sdk/sdk-types.ts";
import { createRecordedClaude, type RecordedClaude } from "./recorded-claude.ts";
import { checkSignal } from "./signals.ts";

const SDK_VERSION = "0.3.325";
/** Checks with two queries: the model stub would begin again with the second. */
const SIMULATED_ONLY = new Set(["resume"]);

/** Signals with the exit code of the CLI, which handles both. */
const SIGNALS = [
  ["SIGINT", 0],
  ["SIGTERM", 143],
] as const;

const root = fileURLToPath(new URL("../../../..", import.meta.url));
process.exitCode = await main();

async function main(): Promise<number> {
  const cache = join(root, "node_modules/.cache/unspool-conformance");
  const folder = join(cache, `sdk-${SDK_VERSION}`);
  if (!existsSync(folder)) {
    const packages = [`@anthropic-ai/claude-agent-sdk@${SDK_VERSION}`, "zod@4.6.7"];
    mkdirSync(cache, { recursive: true });
    await installPackages(folder, packages, ["--omit=optional"]);
  }
  const real = await installCli(SIMULATED_VERSIONS[0] ?? "", cache);
  const code = rerunOnLoopbackOnly();
  if (code !== undefined) return code;
  const load = async (path: string): Promise<unknown> => import(pathToFileURL(join(folder, "node_modules", path)).href);
  const sdk = (await load("@anthropic-ai/claude-agent-sdk/sdk.mjs")) as Sdk;
  const { z: zod } = (await load("zod/index.js")) as { z: Zod };
  let [passed, all] = [0, 0];
  const report = (name: string, found: readonly string[]): void => {
    all += 1;
    if (found.length === 0) passed += 1;
    const verdict = found.length === 0 ? "ok   " : "FAIL ";
    console.log(`${verdict}record, ${name}${found.map((one) => `\n     ${one}`).join("")}`);
  };
  for (const [name, check] of Object.entries(CHECKS)) {
    for (const cli of SIMULATED_ONLY.has(name) ? ["simulator"] : ["simulator", "real"]) {
      const between = placeBetween(sdk, cli === "real" ? real : undefined);
      const { problems } = await runCheck(check, between.sdk, zod);
      report(`${cli}: ${name}`, [...problems, ...(await between.end())]);
    }
  }
  for (const [signal, exitCode] of SIGNALS) report(`real: ${signal}`, await checkSignal(real, signal, exitCode));
  console.log(`record: ${passed} of ${all}, to the byte (goal all)`);
  return passed === all ? 0 : 1;
}

interface Between {
  /** The SDK, with a recorder around what it starts. */
  readonly sdk: Sdk;
  /** @returns the differences between both sides */
  end(): Promise<readonly string[]>;
}

/** @param real a real CLI instead of the simulator, with a model stub for the scenario */
function placeBetween(sdk: Sdk, real: Program | undefined): Between {
  const folder = mkdtempSync(join(tmpdir(), "unspool-tee-"));
  const runs: RecordedClaude[] = [];
  const stubs: ModelStub[] = [];

  async function start(parameters: Parameters<Sdk["query"]>[0]): Promise<SdkQuery> {
    const { options } = parameters;
    const env = options["env"] as Readonly<Record<string, string>>;
    const simulated = [process.execPath, String(options["pathToClaudeCodeExecutable"])];
    const run = createRecordedClaude(
      join(folder, String(runs.length)),
      real === undefined ? simulated : [real.file, ...real.args],
    );
    runs.push(run);
    const more = real === undefined ? {} : await startStub(env["UNSPOOL_SIMULATE_SCENARIO"] ?? "");
    return sdk.query({
      ...parameters,
      options: { ...options, pathToClaudeCodeExecutable: run.path, env: { ...env, ...more } },
    });
  }

  async function startStub(scenario: string): Promise<Readonly<Record<string, string>>> {
    const stub = await startModelStub(await loadScenario(scenario));
    stubs.push(stub);
    return stub.env();
  }

  return {
    sdk: {
      tool: (...words) => sdk.tool(...words),
      createSdkMcpServer: (options) => sdk.createSdkMcpServer(options),
      query(parameters) {
        const started = start(parameters);
        return {
          interrupt: async () => (await started).interrupt(),
          setModel: async (model) => (await started).setModel(model),
          async *[Symbol.asyncIterator]() {
            yield* await started;
          },
        };
      },
    },
    async end() {
      const found = (await Promise.all(runs.map((run) => run.differences()))).flat();
      for (const stub of stubs) await stub.close();
      await removeFolder(folder);
      return runs.length === 0 ? ["nothing was started"] : found;
    },
  };
}
