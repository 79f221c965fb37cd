// Adapts a scenario to a version of the CLI.

import type { Scenario } from "@unspool/simulator";
import { compareVersions, isInRange } from "../clis/versions.ts";

/** The oldest measured version that knows `--include-partial-messages`; 1.0.88 refuses it as an unknown option. */
const FIRST_WITH_PARTIALS = "1.0.110";

/**
 * Removes waits for other versions, and partial messages if the version has none.
 * @returns undefined if the version cannot play the scenario
 */
export function adaptScenario(scenario: Scenario, version: string): Scenario | undefined {
  const { host } = scenario;
  if (host === undefined) return scenario;
  if (!isInRange(version, host.versions ?? ">=0.0.0")) return undefined;
  const hasPartials = compareVersions(version, FIRST_WITH_PARTIALS) >= 0;
  const steps = host.steps.filter((step) => !("versions" in step) || isInRange(version, step.versions));
  if (hasPartials && steps.length === host.steps.length) return scenario;
  return { ...scenario, host: { ...host, steps, ...(hasPartials ? {} : { partials: false }) } };
}
