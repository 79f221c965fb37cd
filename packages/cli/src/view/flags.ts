// The flags that every command with a view has.

import type { Flag, ParsedArgs } from "../cli/command.ts";
import type { ThinkingMode } from "./types.ts";

export const VIEW_FLAGS: readonly Flag[] = [
  {
    name: "thinking",
    value: "how",
    choices: ["full", "short", "none"],
    help: "how much thinking to show (short)",
  },
  { name: "no-color", help: "no colours; NO_COLOR and FORCE_COLOR work, too" },
];

export interface ViewFlagValues {
  readonly thinking?: ThinkingMode | undefined;
  readonly hasNoColour?: boolean | undefined;
}

export function readViewFlags(given: ParsedArgs): ViewFlagValues {
  return { thinking: given.text("thinking") as ThinkingMode | undefined, hasNoColour: given.has("no-color") };
}
