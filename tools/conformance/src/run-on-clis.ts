// Runs checks on real CLIs one after the other, and prints a line for each. `npm run conformance` runs those of the client and
// of the command.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "./arguments.ts";
import { installCli, type Program } from "./clis/install.ts";
import { rerunOnLoopbackOnly } from "./clis/sandbox.ts";
import { CI_VERSIONS, compareVersions } from "./clis/versions.ts";

export interface CliCheck {
  /** Versions that cannot run the check, with the reason. */
  readonly cannot?: { readonly below: string; readonly reason: string };
  /** Versions on which the check runs in addition to those of CI. */
  readonly also?: readonly string[];
}

export interface CliChecks<Check extends CliCheck> {
  /** Name of the subject in the printed lines. */
  readonly subject: string;
  readonly checks: Readonly<Record<string, Check>>;
  /** @returns the problems */
  readonly run: (check: Check, program: Program, version: string) => Promise<readonly string[]>;
  /** A reason to skip all checks on this machine. */
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
  // The oldest versions of the matrix support only half of it; scenarios cover what they can do.
  const versions = asked.isMatrix || asked.latest ? CI_VERSIONS : asked.versions;
  const further = versions === CI_VERSIONS ? Object.values(checks).flatMap(({ also = [] }) => also) : [];
  mkdirSync(cache, { recursive: true });
  const programs = new Map<string, Program>();
  for (const version of new Set([...versions, ...further])) programs.set(version, await installCli(version, cache));
  // The network is closed after everything is installed.
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
