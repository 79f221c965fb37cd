// Describes what "always allow" would change. The description includes the updates, so that a host can send back
// exactly what the user has read.

import { asObjects, asString, asStrings } from "../wire/read.ts";
import type { PermissionUpdate } from "../wire/shared/permission.ts";
import { compactJson } from "./compact-json.ts";
import { visibleText } from "./visible.ts";

export interface ApprovalAlways {
  /** To be sent with the answer. If empty, the CLI offers nothing, and "always" would mean "once". */
  readonly updates: readonly PermissionUpdate[];
  /** A short description of each update: `Bash(git push:*) in this project's local settings`. */
  readonly covers: readonly string[];
}

/**
 * Describes the suggestions of the CLI. If they contain rules, only the rules are used: beside a rule for the call,
 * 2.1.325 also offers to open the folder and to accept all edits, which are different choices.
 */
export function describeAlways(suggestions: readonly PermissionUpdate[]): ApprovalAlways {
  const rules = suggestions.filter(({ type }) => type === "addRules");
  const updates = rules.length > 0 ? rules : suggestions;
  return { updates, covers: updates.map((update) => describeUpdate(update)) };
}

const PLACES: ReadonlyMap<string, string> = new Map([
  ["localSettings", "in this project's local settings"],
  ["projectSettings", "in this project's settings, which others share"],
  ["userSettings", "in your own settings, for every project"],
  ["session", "for this session"],
  ["cliArg", "for this session"],
]);

const MODES: ReadonlyMap<string, string> = new Map([
  ["acceptEdits", "file changes are allowed without asking (mode acceptEdits)"],
  ["bypassPermissions", "all tool calls are allowed without asking (mode bypassPermissions)"],
  ["auto", "the CLI decides which tool calls are allowed without asking (mode auto)"],
]);

/** Returns the description of one update. An update of a newer CLI that is unknown here is shown as JSON. */
function describeUpdate(update: PermissionUpdate): string {
  const { type, destination, rules, behavior, mode, directories } = update as unknown as Readonly<
    Record<string, unknown>
  >;
  const name = asString(destination) ?? "";
  const place = PLACES.get(name) ?? (name === "" ? "with no destination given" : `in ${visibleText(name)}`);
  const patterns = asObjects(rules).map((rule) => formatPattern(rule["toolName"], rule["ruleContent"]));
  const folders = asStrings(directories).map(visibleText);
  if (type === "addRules" && behavior === "allow" && patterns.length > 0) return `${patterns.join(", ")} ${place}`;
  if (type === "setMode" && typeof mode === "string")
    return `${MODES.get(mode) ?? `the permission mode becomes ${visibleText(mode)}`}, ${place}`;
  if (type === "addDirectories" && folders.length > 0)
    return `tools may use the folder${folders.length === 1 ? "" : "s"} ${folders.join(", ")}, ${place}`;
  return visibleText(compactJson(update));
}

function formatPattern(toolName: unknown, content: unknown): string {
  const name = visibleText(asString(toolName) ?? "") || "a tool without a name";
  return typeof content === "string" && content !== "" ? `${name}(${visibleText(content)})` : `every call of ${name}`;
}
