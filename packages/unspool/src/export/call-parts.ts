// What one tool call is made of on a page: its input in the form that suits the tool, and what came of it.

import type { Json, JsonObject, ToolCall } from "@unspool/protocol";
import { agentAnswer } from "../view/agent-answer.ts";
import { changesOf, type Changes } from "../view/changes.ts";
import { errorWords } from "../view/cli-words.ts";
import { asObject, startsAgent } from "../view/tool-call.ts";
import type { Cleaner } from "./clean.ts";
import type { CallPart, DiffHunk, ListedItem } from "./model.ts";
import type { PictureReader } from "./picture.ts";

const MAX_DIFF_LINES = 2000;
/** Fields that a diff, a command or a list has told already. */
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
/** Its kind stands above the agent, and that it runs in the background too. */
const AGENT_FIELDS = new Set(["prompt", "description", "subagent_type", "run_in_background"]);

export function callParts(call: ToolCall, clean: Cleaner, readPicture: PictureReader): readonly CallPart[] {
  return [...inputParts(call, clean), ...resultParts(call, clean, readPicture)];
}

function inputParts(call: ToolCall, clean: Cleaner): readonly CallPart[] {
  const { name, inputText } = call;
  if (call.input === undefined || call.input === null) {
    return inputText === "" ? [] : [code("Input, cut off", clean.text(inputText))];
  }
  const input = clean.value(call.input);
  const fields = asObject(input);
  if (fields === undefined) return [code("Input", clean.json(input), "json")];
  const changes =
    call.status === "failed" ? changesOf(name, input) : changesOf(name, input, clean.value(call.result?.structured));
  if (changes !== undefined) {
    const file = textOf(fields["file_path"]) ?? textOf(fields["notebook_path"]) ?? "";
    return [diff(clean.line(file), changes, clean), ...restOf(fields, EDIT_FIELDS, clean)];
  }
  if (name === "Bash" && typeof fields["command"] === "string") {
    return [
      code(commandLabel(fields["description"], clean), clean.text(fields["command"]), "bash"),
      ...restOf(fields, COMMAND_FIELDS, clean),
    ];
  }
  const todos = name === "TodoWrite" ? listed(fields["todos"], clean) : [];
  if (todos.length > 0) return [{ type: "list", label: "Items", items: todos }];
  if (startsAgent(name) && typeof fields["prompt"] === "string") {
    return [
      { type: "prose", label: "Prompt", text: clean.text(fields["prompt"]) },
      ...restOf(fields, AGENT_FIELDS, clean),
    ];
  }
  return fieldParts("Input", fields, clean);
}

/** The lines that a call adds and removes, for its row. */
export function changedLines(call: ToolCall): { readonly added: number; readonly removed: number } | undefined {
  const structured = call.status === "failed" ? undefined : call.result?.structured;
  return changesOf(call.name, call.input, structured);
}

/** Longer values, and those with structure, are easier to read as JSON. */
const MAX_FIELD = 300;

function fieldParts(label: string, fields: JsonObject, clean: Cleaner): readonly CallPart[] {
  const entries = Object.entries(fields);
  if (entries.length === 0) return [];
  const isFlat = entries.every(([, value]) =>
    typeof value === "string" ? value.length <= MAX_FIELD && !value.includes("\n") : typeof value !== "object",
  );
  if (!isFlat) return [code(label, clean.json(fields), "json")];
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

function commandLabel(description: Json | undefined, clean: Cleaner): string {
  return (typeof description === "string" && clean.line(description, 120)) || "Command";
}

function restOf(fields: JsonObject, told: ReadonlySet<string>, clean: Cleaner): readonly CallPart[] {
  const rest = Object.entries(fields).filter(([key, value]) => !told.has(key) && value !== false);
  return fieldParts("Options", Object.fromEntries(rest), clean);
}

function diff(label: string, { hunks, isPlaced }: Changes, clean: Cleaner): CallPart {
  let left = MAX_DIFF_LINES;
  const shown = hunks.flatMap(({ oldStart, newStart, lines }): DiffHunk[] => {
    if (left <= 0) return [];
    const some = lines.slice(0, left).map((line) => (line[0] ?? " ") + clean.text(line.slice(1)).replaceAll("\n", " "));
    left -= some.length;
    return [{ oldStart, newStart, lines: some }];
  });
  const total = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  const more = total > MAX_DIFF_LINES ? ` (the first ${MAX_DIFF_LINES} of ${total} lines)` : "";
  return { type: "diff", label: label + more, hunks: shown, isPlaced, language: languageOfFile(label) };
}

function listed(value: Json | undefined, clean: Cleaner): readonly ListedItem[] {
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

function resultParts(call: ToolCall, clean: Cleaner, readPicture: PictureReader): readonly CallPart[] {
  const { result, reason, status, name } = call;
  const parts: CallPart[] = [];
  if (reason !== undefined) parts.push({ type: "code", label: "Denied", text: clean.text(reason), isBad: true });
  if (result === undefined) return parts;
  const content = Array.isArray(result.content) ? result.content : [];
  const pictures = content.flatMap((block) => readPicture(block) ?? []);
  const texts =
    pictures.length === 0
      ? startsAgent(name)
        ? agentAnswer(result.structured, result.text)
        : result.text
      : content.flatMap((block) => textOf(asObject(block)?.["text"]) ?? []).join("\n");
  const isBad = result.isError || status === "failed" || status === "denied";
  if (texts !== "") {
    const text = clean.text(isBad ? errorWords(texts) : texts);
    parts.push(
      startsAgent(name) && !isBad
        ? { type: "prose", label: "Answer", text }
        : { type: "code", label: isBad ? "Error" : "Result", text, isBad },
    );
  }
  parts.push(...pictures.map((picture): CallPart => ({ type: "picture", picture })));
  return parts;
}

function code(label: string, text: string, language?: string): CallPart {
  return { type: "code", label, text, isBad: false, language };
}

/** How the name of a file ends: `src/a.test.ts` is `ts`. */
function languageOfFile(path: string): string | undefined {
  return /[^/\\]\.([\w+-]{1,12})$/.exec(path)?.[1];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
