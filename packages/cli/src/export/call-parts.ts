// Creates the parts of a tool call on a page: its input in a form that suits the tool, and its result.

import type { Json, JsonObject, ToolCall } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";
import { extractAgentReport } from "../view/content/agent-report.ts";
import { findFileChanges, type FileChanges } from "../view/sections/file-changes.ts";
import { stripErrorTags } from "../view/content/cli-text.ts";
import { startsAgent } from "../view/content/tool-summary.ts";
import type { Cleaner } from "./clean.ts";
import type { CallPart, DiffHunk, ListedItem } from "./model.ts";
import type { PictureReader } from "./picture.ts";

const MAX_DIFF_LINES = 2000;
/** Fields that the diff already shows. */
const EDIT_FIELDS = new Set([
  "old_string",
  "new_string",
  "content",
  "new_source",
  "edits",
  "file_path",
  "notebook_path",
]);

const COMMAND_FIELDS = new Set(["command", "description"]);
/** The head of the agent shows its type and whether it runs in the background. */
const AGENT_FIELDS = new Set(["prompt", "description", "subagent_type", "run_in_background"]);

export function createCallParts(call: ToolCall, clean: Cleaner, readPicture: PictureReader): readonly CallPart[] {
  return [...createInputParts(call, clean), ...createResultParts(call, clean, readPicture)];
}

function createInputParts(call: ToolCall, clean: Cleaner): readonly CallPart[] {
  const { name, inputText } = call;
  if (call.input === undefined || call.input === null) {
    return inputText === "" ? [] : [createCodePart("Input, cut off", clean.text(inputText))];
  }
  const input = clean.value(call.input);
  const fields = asObject(input);
  if (fields === undefined) return [createCodePart("Input", clean.json(input), "json")];
  const changes =
    call.status === "failed"
      ? findFileChanges(name, input)
      : findFileChanges(name, input, clean.value(call.result?.structured));
  if (changes !== undefined) {
    const file = asText(fields["file_path"]) ?? asText(fields["notebook_path"]) ?? "";
    return [createDiffPart(clean.line(file), changes, clean), ...createOptionParts(fields, EDIT_FIELDS, clean)];
  }
  if (name === "Bash" && typeof fields["command"] === "string") {
    return [
      createCodePart(formatCommandLabel(fields["description"], clean), clean.text(fields["command"]), "bash"),
      ...createOptionParts(fields, COMMAND_FIELDS, clean),
    ];
  }
  const todos = name === "TodoWrite" ? parseTodos(fields["todos"], clean) : [];
  if (todos.length > 0) return [{ type: "list", label: "Items", items: todos }];
  if (startsAgent(name) && typeof fields["prompt"] === "string") {
    return [
      { type: "prose", label: "Prompt", text: clean.text(fields["prompt"]) },
      ...createOptionParts(fields, AGENT_FIELDS, clean),
    ];
  }
  return createFieldParts("Input", fields, clean);
}

/** Counts the lines that a call adds and removes. */
export function countChangedLines(call: ToolCall): { readonly added: number; readonly removed: number } | undefined {
  const structured = call.status === "failed" ? undefined : call.result?.structured;
  return findFileChanges(call.name, call.input, structured);
}

/** Longer or nested values are shown as JSON. */
const MAX_FIELD = 300;

function createFieldParts(label: string, fields: JsonObject, clean: Cleaner): readonly CallPart[] {
  const entries = Object.entries(fields);
  if (entries.length === 0) return [];
  const isFlat = entries.every(([, value]) =>
    typeof value === "string" ? value.length <= MAX_FIELD && !value.includes("\n") : typeof value !== "object",
  );
  if (!isFlat) return [createCodePart(label, clean.json(fields), "json")];
  return [
    {
      type: "fields",
      label,
      fields: entries.map(([name, value]) => ({
        label: clean.line(name, 80),
        value: clean.line(typeof value === "string" ? value : JSON.stringify(value), MAX_FIELD),
      })),
    },
  ];
}

function formatCommandLabel(description: Json | undefined, clean: Cleaner): string {
  return (typeof description === "string" && clean.line(description, 120)) || "Command";
}

function createOptionParts(fields: JsonObject, shown: ReadonlySet<string>, clean: Cleaner): readonly CallPart[] {
  const rest = Object.entries(fields).filter(([key, value]) => !shown.has(key) && value !== false);
  return createFieldParts("Options", Object.fromEntries(rest), clean);
}

function createDiffPart(label: string, { hunks, hasFileLineNumbers }: FileChanges, clean: Cleaner): CallPart {
  let left = MAX_DIFF_LINES;
  const shown = hunks.flatMap(({ oldStart, newStart, lines }): DiffHunk[] => {
    if (left <= 0) return [];
    const some = lines.slice(0, left).map((line) => (line[0] ?? " ") + clean.text(line.slice(1)).replaceAll("\n", " "));
    left -= some.length;
    return [{ oldStart, newStart, lines: some }];
  });
  const total = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  const more = total > MAX_DIFF_LINES ? ` (the first ${MAX_DIFF_LINES} of ${total} lines)` : "";
  return { type: "diff", label: label + more, hunks: shown, hasFileLineNumbers, language: getExtension(label) };
}

function parseTodos(value: Json | undefined, clean: Cleaner): readonly ListedItem[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item): ListedItem[] => {
    const { content, status } = asObject(item) ?? {};
    if (typeof content !== "string") return [];
    return [
      {
        state: status === "completed" ? "done" : status === "in_progress" ? "doing" : "open",
        text: clean.line(content, 500),
      },
    ];
  });
}

function createResultParts(call: ToolCall, clean: Cleaner, readPicture: PictureReader): readonly CallPart[] {
  const { result, reason, status, name } = call;
  const parts: CallPart[] = [];
  if (reason !== undefined) parts.push({ type: "code", label: "Denied", text: clean.text(reason), isBad: true });
  if (result === undefined) return parts;
  const content = Array.isArray(result.content) ? result.content : [];
  const pictures = content.flatMap((block) => readPicture(block) ?? []);
  const texts =
    pictures.length === 0
      ? startsAgent(name)
        ? extractAgentReport(result.structured, result.text)
        : result.text
      : content.flatMap((block) => asText(asObject(block)?.["text"]) ?? []).join("\n");
  const isBad = result.isError || status === "failed" || status === "denied";
  if (texts !== "") {
    const text = clean.text(isBad ? stripErrorTags(texts) : texts);
    parts.push(
      startsAgent(name) && !isBad
        ? { type: "prose", label: "Answer", text }
        : { type: "code", label: isBad ? "Error" : "Result", text, isBad },
    );
  }
  parts.push(...pictures.map((picture): CallPart => ({ type: "picture", picture })));
  return parts;
}

function createCodePart(label: string, text: string, language?: string): CallPart {
  return { type: "code", label, text, isBad: false, language };
}

/** Returns the file extension: `ts` for `src/a.test.ts`. */
function getExtension(path: string): string | undefined {
  return /[^/\\]\.([\w+-]{1,12})$/.exec(path)?.[1];
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
