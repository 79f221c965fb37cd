// What hooks may decide, in the CLI's words. A word it does not know is no decision: the CLI throws the whole answer away
// and goes on, so a misspelt "deny" would let the call run.

import type { HookOutput } from "@unspool/protocol/wire";
import { echo } from "../options/echo.ts";
import { nearName } from "../options/near-name.ts";

const DECISIONS = ["approve", "block"];
const PERMISSIONS = ["allow", "deny", "ask"];
const BEHAVIORS = ["allow", "deny"];
const ACTIONS = ["accept", "decline", "cancel"];

/** Returns what is wrong with a decision of the answer, or `undefined` if the CLI knows all of them. */
export function misspeltDecision(event: string, output: HookOutput): string | undefined {
  const { decision, hookSpecificOutput: own } = output as { readonly [name: string]: unknown };
  return (
    wrongWord("decision", decision, DECISIONS) ??
    wrongWord(
      "hookSpecificOutput.permissionDecision",
      fieldOf(own, "permissionDecision"),
      event === "PreToolUse" ? [...PERMISSIONS, "defer"] : PERMISSIONS,
    ) ??
    wrongWord("hookSpecificOutput.decision.behavior", fieldOf(fieldOf(own, "decision"), "behavior"), BEHAVIORS) ??
    wrongWord("hookSpecificOutput.action", fieldOf(own, "action"), ACTIONS)
  );
}

export function isDeferral(event: string, output: HookOutput): boolean {
  const { hookSpecificOutput: own } = output as { readonly hookSpecificOutput?: unknown };
  return event === "PreToolUse" && fieldOf(own, "permissionDecision") === "defer";
}

function wrongWord(name: string, value: unknown, words: readonly string[]): string | undefined {
  if (value === undefined || words.includes(value as string)) return undefined;
  const near = typeof value === "string" ? nearName(value, words) : undefined;
  const advice = near === undefined ? `It must be one of ${words.join(", ")}.` : `Did you mean "${near}"?`;
  return `\`${name}: ${echo(value)}\`, which Claude Code does not know. ${advice}`;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
