// Checks the decisions of hooks. The CLI ignores an answer with an unknown value, so a misspelled "deny" would let the call
// run. So would an answer without `hookEventName` (1.0.128, 2.0.0, 2.1.325).

import type { HookOutput } from "@unspool/protocol/wire";
import { echo } from "../../validation/echo.ts";
import { findNearName } from "../../validation/near-name.ts";

const DECISIONS = ["approve", "block"];
const PERMISSIONS = ["allow", "deny", "ask"];
const BEHAVIORS = ["allow", "deny"];
const ACTIONS = ["accept", "decline", "cancel"];

/** The fields that decide something. Other fields may be new, so only a name that is close to one of these is a mistake. */
const FIELDS = ["continue", "decision", "hookSpecificOutput"];
const OWN_FIELDS = ["action", "decision", "hookEventName", "permissionDecision", "updatedInput"];
/** Known fields whose names are near to those. */
const OTHERS = new Set(["permissionDecisionReason", "reason", "async", "content", "retry"]);

/** Returns what is wrong with a decision of the answer, or `undefined` if the CLI knows all of them. */
export function findMisspelledDecision(event: string, output: HookOutput): string | undefined {
  const { decision, hookSpecificOutput: own } = output as { readonly [name: string]: unknown };
  return (
    findWrongField("", output, FIELDS) ??
    findWrongField("hookSpecificOutput.", own, OWN_FIELDS) ??
    findWrongWord("hookSpecificOutput.hookEventName", getField(own, "hookEventName"), [event]) ??
    findWrongWord("decision", decision, DECISIONS) ??
    findWrongWord(
      "hookSpecificOutput.permissionDecision",
      getField(own, "permissionDecision"),
      event === "PreToolUse" ? [...PERMISSIONS, "defer"] : PERMISSIONS,
    ) ??
    findWrongWord("hookSpecificOutput.decision.behavior", getField(getField(own, "decision"), "behavior"), BEHAVIORS) ??
    findWrongWord("hookSpecificOutput.action", getField(own, "action"), ACTIONS)
  );
}

/** Returns the answer with the name of its event where it has none. */
export function addEventName(event: string, output: HookOutput): HookOutput {
  const { hookSpecificOutput: own } = output as { readonly hookSpecificOutput?: unknown };
  if (typeof own !== "object" || own === null || getField(own, "hookEventName") !== undefined) return output;
  return { ...output, hookSpecificOutput: { ...own, hookEventName: event } } as HookOutput;
}

export function isDeferral(event: string, output: HookOutput): boolean {
  const { hookSpecificOutput: own } = output as { readonly hookSpecificOutput?: unknown };
  return event === "PreToolUse" && getField(own, "permissionDecision") === "defer";
}

/** @param place where the fields stand, with a dot behind it */
function findWrongField(place: string, value: unknown, fields: readonly string[]): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined || fields.includes(name) || OTHERS.has(name)) continue;
    const isOutside = place === "" && name === "permissionDecision";
    const near = isOutside ? `hookSpecificOutput.${name}` : findNearName(name, fields);
    if (near !== undefined) {
      return `\`${place}${name}: ${echo(given)}\`, which Claude Code does not know. Did you mean "${near}"?`;
    }
  }
  return undefined;
}

function findWrongWord(name: string, value: unknown, words: readonly string[]): string | undefined {
  if (value === undefined || words.includes(value as string)) return undefined;
  const near = typeof value === "string" ? findNearName(value, words) : undefined;
  const advice = near === undefined ? `It must be one of ${words.join(", ")}.` : `Did you mean "${near}"?`;
  return `\`${name}: ${echo(value)}\`, which Claude Code does not know. ${advice}`;
}

function getField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
