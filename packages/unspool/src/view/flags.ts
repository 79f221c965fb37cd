// The flags that every command with a view has.

import type { Flag, Given } from "../cli/command.ts";
import type { ThinkingMode } from "./types.ts";

export const VIEW_FLAGS: readonly Flag[] = [
  {
    name: "thinking",
    value: "how",
    choices: ["full", "short", "none"],
    help: "how much of the thinking is shown (short)",
  },
  { name: "no-color", help: "no colours; NO_COLOR and FORCE_COLOR are heard too" },
];

export interface ViewChoices {
  readonly thinking?: ThinkingMode | undefined;
  readonly hasNoColour?: boolean | undefined;
}

export function viewChoices(given: Given): ViewChoices {
  return { thinking: given.text("thinking") as ThinkingMode | undefined, hasNoColour: given.has("no-color") };
}
