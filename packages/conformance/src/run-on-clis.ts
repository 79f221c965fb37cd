// Runs checks on real CLIs, one after the other, and prints a line for each: `npm run conformance` does it with those of
// our client and those of the command.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "./arguments.ts";
import { installCli, type Program } from "./install.ts";
import { rerunOnLoopbackOnly } from "./sandbox.ts";
import { CI_VERSIONS, compareVersions } from "./versions.ts";

export interface CliCheck {
  /** Versions that cannot, with the reason. */
  readonly cannot?: { readonly below: string; readonly reason: string };
  /** Versions on which this check runs beside those of CI. */
  readonly also?: readonly string[];
}

export interface CliChecks<Check extends CliCheck> {
  /** What is checked, as the lines name it. */
  readonly subject: string;
  readonly checks: Readonly<Record<string, Check>>;
  /** @returns what is wrong */
  readonly run: (check: Check, program: Program, version: string) => Promise<readonly string[]>;
  /** A reason not to look at all on this machine. */
  readonly skip?: (name: string) => string | undefined;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** @returns the exit code */
export async function runOnClis<Check extends CliCheck>({
  subject,
  checks,
  run,
  skip,
}: CliChecks<Check>): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  const { cache = join(root, "node_modules/.cache/unspool-conformance") } = asked;
  // The oldest of the matrix have half of it only, and what each can is told by its scenarios.
  const versions = asked.isMatrix || asked.latest ? CI_VERSIONS : asked.versions;
  const further = versions === CI_VERSIONS ? Object.values(checks).flatMap(({ also = [] }) => also) : [];
  mkdirSync(cache, { recursive: true });
  const programs = new Map<string, Program>();
  for (const version of new Set([...versions, ...further])) programs.set(version, await installCli(version, cache));
  // Only now, with everything installed, is the network shut out.
  const code = rerunOnLoopbackOnly();
  if (code !== undefined) return code;
  let [passed, all] = [0, 0];
  for (const [version, program] of programs) {
    for (const [name, check] of Object.entries(checks)) {
      const { cannot, also = [] } = check;
      if (!versions.includes(version) && !also.includes(version)) continue;
      const isTooOld = cannot !== undefined && compareVersions(version, cannot.below) < 0;
      const reason = isTooOld ? cannot.reason : skip?.(name);
      if (reason !== undefined) {
        console.log(`--   ${subject}: ${name} on ${version}: ${reason}`);
        continue;
      }
      all += 1;
      const problems = await run(check, program, version);
      if (problems.length === 0) passed += 1;
      const verdict = problems.length === 0 ? "ok   " : "FAIL ";
      console.log(
        `${verdict}${subject}: ${name} on ${version}${problems.map((problem) => `\n     ${problem}`).join("")}`,
      );
    }
  }
  console.log(`${subject}: ${passed} of ${all} (goal all)`);
  return passed === all ? 0 : 1;
}
