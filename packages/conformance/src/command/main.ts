// The command `unspool` in front of real CLIs, as a shell and as a terminal start it: `npm run conformance` runs it too.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "../arguments.ts";
import { installCli, type Program } from "../install.ts";
import { rerunOnLoopbackOnly } from "../sandbox.ts";
import { CI_VERSIONS, compareVersions } from "../versions.ts";
import { PIPE_CHECKS } from "./pipe-checks.ts";
import { runCheck, type Check } from "./run-check.ts";
import { RUN_CHECKS } from "./run-checks.ts";
import { hasTerminals } from "./terminal.ts";
import { TERMINAL_CHECKS } from "./terminal-checks.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
process.exitCode = await main();

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  const { cache = join(root, "node_modules/.cache/unspool-conformance") } = asked;
  const versions = asked.isMatrix || asked.latest ? CI_VERSIONS : asked.versions;
  mkdirSync(cache, { recursive: true });
  const programs = new Map<string, Program>();
  for (const version of versions) programs.set(version, await installCli(version, cache));
  // Only now, with everything installed, is the network shut out.
  const code = rerunOnLoopbackOnly();
  if (code !== undefined) return code;
  const checks = { ...RUN_CHECKS, ...PIPE_CHECKS, ...TERMINAL_CHECKS };
  let [passed, run] = [0, 0];
  for (const [version, program] of programs) {
    for (const [name, check] of Object.entries(checks)) {
      const reason = reasonAgainst(name, check, version);
      if (reason !== undefined) {
        console.log(`--   command: ${name} on ${version}: ${reason}`);
        continue;
      }
      run += 1;
      const problems = await runCheck(check, program, version);
      if (problems.length === 0) passed += 1;
      const verdict = problems.length === 0 ? "ok   " : "FAIL ";
      console.log(`${verdict}command: ${name} on ${version}${problems.map((problem) => `\n     ${problem}`).join("")}`);
    }
  }
  console.log(`command: ${passed} of ${run} (goal all)`);
  return passed === run ? 0 : 1;
}

/** Where there is a reason not to look. CI has a terminal, and must. */
function reasonAgainst(name: string, { cannot }: Check, version: string): string | undefined {
  if (cannot !== undefined && compareVersions(version, cannot.below) < 0) return cannot.reason;
  const isSkipped = name in TERMINAL_CHECKS && !hasTerminals() && (process.env["CI"] ?? "") === "";
  return isSkipped ? "tmux is not installed (apt-get install -y tmux, brew install tmux)" : undefined;
}
