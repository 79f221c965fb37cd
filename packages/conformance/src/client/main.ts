// Our client drives real CLIs: `npm run conformance` runs it too.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "../arguments.ts";
import { installCli, type Program } from "../install.ts";
import { rerunOnLoopbackOnly } from "../sandbox.ts";
import { CI_VERSIONS, compareVersions } from "../versions.ts";
import { CHECKS } from "./checks.ts";
import { MORE_CHECKS } from "./more-checks.ts";
import { runCheck } from "./run-check.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
process.exitCode = await main();

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  const { cache = join(root, "node_modules/.cache/unspool-conformance") } = asked;
  // The oldest of the matrix have half of it only, and what each can is told by its scenarios.
  const versions = asked.isMatrix || asked.latest ? CI_VERSIONS : asked.versions;
  mkdirSync(cache, { recursive: true });
  const programs = new Map<string, Program>();
  for (const version of versions) programs.set(version, await installCli(version, cache));
  // Only now, with everything installed, is the network shut out.
  const code = rerunOnLoopbackOnly();
  if (code !== undefined) return code;
  let [passed, run] = [0, 0];
  for (const [version, program] of programs) {
    for (const [name, check] of Object.entries({ ...CHECKS, ...MORE_CHECKS })) {
      if (check.cannot !== undefined && compareVersions(version, check.cannot.below) < 0) {
        console.log(`--   client: ${name} on ${version}: ${check.cannot.reason}`);
        continue;
      }
      run += 1;
      const problems = await runCheck(check, program);
      if (problems.length === 0) passed += 1;
      console.log(
        `${problems.length === 0 ? "ok   " : "FAIL "}client: ${name} on ${version}${problems.map((problem) => `\n     ${problem}`).join("")}`,
      );
    }
  }
  console.log(`client: ${passed} of ${run} (goal all)`);
  return passed === run ? 0 : 1;
}
