// Describes a permission request as data: pure, never throws, and complete. Every character of the input is in the
// description, either as itself or as a mark that names and counts it. A terminal, a page or a chat message renders it;
// a renderer that omits lines must say how many.

import type { Json } from "../wire/json.ts";
import { asObjects, isObject } from "../wire/read.ts";
import type { PermissionUpdate } from "../wire/shared/permission.ts";
import { toolTitle } from "../wire/tool-title.ts";
import { describeAlways, type ApprovalAlways } from "./always.ts";
import { insideOf } from "../wire/inside-of.ts";
import { toFields, type ApprovalField } from "./fields.ts";
import { visibleLines, visibleText, type ApprovalLine } from "./visible.ts";

/** The part of a `permission-request` event, or of a client's `PermissionRequest`, that is described. */
export interface ApprovalRequest {
  readonly toolName: string;
  readonly input: Json;
  /** The session's folder: paths inside it are shown relative to it. */
  readonly cwd?: string | undefined;
  /** Why the CLI asks. */
  readonly reason?: string | undefined;
  /** Permission updates that the CLI suggests for "always allow". */
  readonly suggestions?: readonly PermissionUpdate[] | undefined;
}

export interface ApprovalDescription {
  /** The readable name of the tool: `Bash`; `github get_issue (MCP)` for `mcp__github__get_issue`. */
  readonly title: string;
  /** The most important field comes first, the model's own description of the call last. */
  readonly fields: readonly ApprovalField[];
  /** Why the CLI asks; empty if it gives no reason. */
  readonly reason: readonly ApprovalLine[];
  readonly warnings: readonly ApprovalWarning[];
  readonly always: ApprovalAlways;
}

/** A risk that is easily overlooked. */
export interface ApprovalWarning {
  readonly code: "outside-sandbox" | "outside-folder" | "hidden-characters" | "right-to-left";
  readonly message: string;
}

export function describeRequest({
  toolName,
  input,
  cwd,
  reason = "",
  suggestions,
}: ApprovalRequest): ApprovalDescription {
  const fields = toFields(toolName, input, cwd);
  return {
    title: formatTitle(toolName),
    fields,
    reason: reason === "" ? [] : visibleLines(reason),
    warnings: findWarnings(toolName, input, cwd, fields),
    always: describeAlways(asObjects(suggestions) as unknown as readonly PermissionUpdate[]),
  };
}

/**
 * Returns the title. An MCP server may have the name of a built-in tool: `mcp__Bash__ls` must not look like `ls` in
 * Bash.
 */
function formatTitle(toolName: string): string {
  const title = visibleText(toolTitle(toolName)).trim();
  return toolName.startsWith("mcp__") ? `${title} (MCP)` : title || "a tool without a name";
}

const EDITING: ReadonlySet<string> = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);

function findWarnings(
  toolName: string,
  input: Json,
  cwd: string | undefined,
  fields: readonly ApprovalField[],
): readonly ApprovalWarning[] {
  const warnings: ApprovalWarning[] = [];
  const given = isObject(input) ? input : {};
  if (given["dangerouslyDisableSandbox"] === true)
    warnings.push({ code: "outside-sandbox", message: "This runs outside the sandbox." });
  const path = given["file_path"] ?? given["notebook_path"];
  if (EDITING.has(toolName) && cwd !== undefined && typeof path === "string" && isElsewhere(path, cwd)) {
    warnings.push({ code: "outside-folder", message: "The file is outside the folder of this session." });
  }
  const hidden = fields.reduce((sum, { lines }) => sum + lines.filter(hasHidden).length, 0);
  if (hidden > 0) {
    const where = hidden === 1 ? "One line has" : `${hidden} lines have`;
    const message = `${where} hidden characters or long runs of spaces, marked <…>.`;
    warnings.push({ code: "hidden-characters", message });
  }
  const turned = fields.reduce(
    (sum, { label, lines }) => sum + lines.filter((line) => isTurned(label, line)).length,
    0,
  );
  if (turned > 0) {
    const where = turned === 1 ? "One line has" : `${turned} lines have`;
    const message = `${where} letters that are written from right to left: a terminal may show the parts in another order.`;
    warnings.push({ code: "right-to-left", message });
  }
  return warnings;
}

/** Whether a path is outside the session's folder. Relative paths are inside it, unless they go up. */
function isElsewhere(path: string, cwd: string): boolean {
  return /^(?:[/\\~]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(path) && insideOf(path, cwd) === undefined;
}

/**
 * Hebrew, Arabic and similar letters change the order of digits and signs next to them, without any control character.
 */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

function isTurned(label: string, { pieces }: ApprovalLine): boolean {
  return RIGHT_TO_LEFT.test(label) || pieces.some(({ text }) => RIGHT_TO_LEFT.test(text));
}

/** Whether a line has unusual hidden characters. Tabs, line ends and spaces at the end of a line are not unusual. */
function hasHidden({ pieces }: ApprovalLine): boolean {
  return pieces.some(
    ({ text, isMark }) => isMark === true && /<(?!empty|CR>$)/.test(text.replace(/<space(?: ×\d)?>$/, "")),
  );
}
