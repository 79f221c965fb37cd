// `tool_use_result` of the tools that read and change files. No file is opened: contents are known from earlier calls,
// otherwise the replaced text stands for the whole file.

import { isObject, type Json, type JsonObject } from "../../../json.ts";
import { getText, joinText } from "../fields.ts";
import type { LineContext } from "../context.ts";
import { createPatch } from "./patch.ts";

export function toReadResult(context: LineContext, input: Json, content: Json): JsonObject {
  const image = findImage(content);
  if (image !== undefined) return { type: "image", file: image };
  const filePath = getText(input, "file_path");
  const text = joinText(content).replace(/\n*<system-reminder>[\s\S]*<\/system-reminder>\s*$/, "");
  const numbered = text
    .split("\n")
    .map((line) => /^\s*(\d+)[\t→](.*)$/.exec(line))
    .filter((match) => match !== null);
  const startLine = Number(numbered[0]?.[1] ?? 1);
  const lines = numbered.length > 0 ? numbered.map((match) => match[2] ?? "") : text.split("\n");
  const isWhole = isObject(input) && input["offset"] === undefined && input["limit"] === undefined;
  if (isWhole) context.memory.files.set(filePath, lines.join("\n"));
  return {
    type: "text",
    file: {
      filePath,
      content: lines.join("\n"),
      numLines: lines.length,
      startLine,
      totalLines: startLine - 1 + lines.length,
    },
  };
}

export function toWriteResult(context: LineContext, input: Json): JsonObject {
  const filePath = getText(input, "file_path");
  const content = getText(input, "content");
  const known = context.memory.files.get(filePath);
  context.memory.files.set(filePath, content);
  const base: JsonObject = {
    type: known === undefined ? "create" : "update",
    filePath,
    content,
    structuredPatch: known === undefined ? [] : createPatch(known, content),
    originalFile: known ?? null,
  };
  return context.quirks.has("hasUserModified") ? { ...base, userModified: false } : base;
}

export function toEditResult(context: LineContext, input: Json): JsonObject {
  const filePath = getText(input, "file_path");
  const oldString = getText(input, "old_string");
  const newString = getText(input, "new_string");
  const replaceAll = isObject(input) && input["replace_all"] === true;
  const known = context.memory.files.get(filePath);
  const originalFile = known ?? oldString;
  // The replacement is a function, because `$&` and the like in a string would be expanded.
  const changed = replaceAll
    ? originalFile.replaceAll(oldString, () => newString)
    : originalFile.replace(oldString, () => newString);
  if (known !== undefined) context.memory.files.set(filePath, changed);
  const base: JsonObject = {
    filePath,
    oldString,
    newString,
    originalFile,
    structuredPatch: createPatch(originalFile, changed),
    userModified: false,
    replaceAll,
  };
  const isUnread = known === undefined && context.quirks.has("marksUnreadEdits");
  return isUnread ? { ...base, contentNotInModelContext: true } : base;
}

function findImage(content: Json): JsonObject | undefined {
  if (!Array.isArray(content)) return undefined;
  const block = (content as readonly Json[]).find((candidate) => isObject(candidate) && candidate["type"] === "image");
  const source = isObject(block) ? block["source"] : undefined;
  if (!isObject(source)) return undefined;
  const base64 = getText(source, "data");
  return {
    base64,
    type: getText(source, "media_type"),
    originalSize: Math.floor((base64.replaceAll("=", "").length * 3) / 4),
    dimensions: { originalWidth: 1, originalHeight: 1, displayWidth: 1, displayHeight: 1 },
  };
}
