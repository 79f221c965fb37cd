// Scenario files name the workspace as `${cwd}`, since tools of a real CLI want absolute paths.

import { mapStrings } from "./strings.ts";
import type { Scenario } from "./types.ts";

export interface Places {
  readonly cwd: string;
}

/** The scenario with `${cwd}` replaced in every string. */
export function fillPlaces(scenario: Scenario, places: Places): Scenario {
  return mapStrings(scenario, (text) => text.replaceAll("${cwd}", () => places.cwd)) as Scenario;
}
