// The official SDK and a real CLI, which some benchmarks compare with or need. Both are installed on demand into the cache of
// the conformance run and are not dependencies. If that fails, those benchmarks are skipped with the reason.

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installCli, installPackages } from "../../conformance/dist/clis/install.js";
import { Skipped } from "../run-benchmarks.mjs";

const SDK_VERSION = "0.3.325";
const CLI_VERSION = "2.1.325";
const cache = fileURLToPath(new URL("../../../node_modules/.cache/unspool-conformance", import.meta.url));

/** Returns the SDK's module, from the cache of `npm run conformance`. */
export async function officialSdk() {
  const folder = join(cache, `sdk-${SDK_VERSION}`);
  await orSkip(`the official SDK ${SDK_VERSION}`, async () => {
    if (existsSync(folder)) return;
    mkdirSync(cache, { recursive: true });
    await installPackages(folder, [`@anthropic-ai/claude-agent-sdk@${SDK_VERSION}`, "zod@4.6.7"], ["--omit=optional"]);
  });
  return join(folder, "node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs");
}

/** Returns the program of the newest pinned CLI. */
export async function realClaude() {
  return orSkip(`Claude Code ${CLI_VERSION}`, async () => {
    mkdirSync(cache, { recursive: true });
    const { file, args } = await installCli(CLI_VERSION, cache);
    return args[0] ?? file;
  });
}

async function orSkip(what, install) {
  try {
    return await install();
  } catch (error) {
    throw new Skipped(`${what} could not be installed: ${String(error.message).split("\n")[0]}`);
  }
}
