// The official SDK, installed on demand, and our own `query` both drive the simulator. They must pass the same checks and yield
// the same messages. Part of `npm run conformance`.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installPackages } from "../clis/install.ts";
import { rerunOnLoopbackOnly } from "../clis/sandbox.ts";
import { CHECKS } from "./checks.ts";
import { checkOrder } from "./check-order.ts";
import { findDifferences } from "./differences.ts";
import { ORDER_CHECKS } from "./order-checks.ts";
import { OURS } from "./ours.ts";
import { runCheck } from "./run-check.ts";
import { findMissingNames } from "./missing-names.ts";
import type { Sdk, Zod } from "./sdk-types.ts";

const SDK_VERSION = "0.3.325";

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
  const official = (await load("@anthropic-ai/claude-agent-sdk/sdk.mjs")) as Sdk;
  const { z: zod } = (await load("zod/index.js")) as { z: Zod };
  const checks = Object.entries(CHECKS);
  let [passed, passedByOurs] = [0, 0];
  for (const [name, check] of checks) {
    const theirs = await runCheck(check, official, zod);
    if (report(`sdk: ${name}`, theirs.problems)) passed += 1;
    const ours = await runCheck(check, OURS, zod);
    const problems = [...ours.problems, ...findDifferences(theirs.messages, ours.messages)];
    if (report(`@unspool/agent-sdk: ${name}`, problems)) passedByOurs += 1;
  }
  const orders = Object.entries(ORDER_CHECKS);
  let inOrder = 0;
  for (const [name, check] of orders) {
    if (report(`@unspool/agent-sdk: order, ${name}`, await checkOrder(check, { official, ours: OURS, zod })))
      inOrder += 1;
  }
  const declarations = readFileSync(join(folder, "node_modules/@anthropic-ai/claude-agent-sdk/sdk.d.ts"), "utf8");
  const page = readFileSync(join(root, "docs/from-the-agent-sdk.md"), "utf8");
  const isNamed = report("@unspool/agent-sdk: every name has a row", findMissingNames(declarations, page));
  console.log(`sdk: ${passed} of ${checks.length} (goal all)`);
  console.log(`@unspool/agent-sdk: ${passedByOurs} of ${checks.length}, with the same messages (goal all)`);
  console.log(`@unspool/agent-sdk: ${inOrder} of ${orders.length} with callbacks in the order of the lines (goal all)`);
  const isSame = passedByOurs === checks.length && inOrder === orders.length;
  return passed === checks.length && isSame && isNamed ? 0 : 1;
}

function report(name: string, problems: readonly string[]): boolean {
  const isFine = problems.length === 0;
  console.log(`${isFine ? "ok   " : "FAIL "}${name}${problems.map((problem) => `\n     ${problem}`).join("")}`);
  return isFine;
}
