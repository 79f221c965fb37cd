// `tool_use_result` of the tools that read and change files. No file is opened: what a file holds is known from the
// calls before, and where they did not tell, the replaced text stands for all of it.

import { isObject, type Json, type JsonObject } from "../../json.ts";
import { fieldOf, textOf } from "./content.ts";
import type { LineContext } from "./context.ts";
import { patchOf } from "./patch.ts";

export function readResult(context: LineContext, input: Json, content: Json): JsonObject {
  const image = imageOf(content);
  if (image !== undefined) return { type: "image", file: image };
  const filePath = fieldOf(input, "file_path");
  const text = textOf(content).replace(/\n*<system-reminder>[\s\S]*<\/system-reminder>\s*$/, "");
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

export function writeResult(context: LineContext, input: Json): JsonObject {
  const filePath = fieldOf(input, "file_path");
  const content = fieldOf(input, "content");
  const known = context.memory.files.get(filePath);
  context.memory.files.set(filePath, content);
  const base: JsonObject = {
    type: known === undefined ? "create" : "update",
    filePath,
    content,
    structuredPatch: known === undefined ? [] : patchOf(known, content),
    originalFile: known ?? null,
  };
  return context.manners.choose<JsonObject>({ "1.0.128": base, "2.1.120": { ...base, userModified: false } });
}

export function editResult(context: LineContext, input: Json): JsonObject {
  const filePath = fieldOf(input, "file_path");
  const oldString = fieldOf(input, "old_string");
  const newString = fieldOf(input, "new_string");
  const replaceAll = isObject(input) && input["replace_all"] === true;
  const known = context.memory.files.get(filePath);
  const originalFile = known ?? oldString;
  // A replacement given as a function is taken as it is; as a string its dollar signs would mean something.
  const changed = replaceAll
    ? originalFile.replaceAll(oldString, () => newString)
    : originalFile.replace(oldString, () => newString);
  if (known !== undefined) context.memory.files.set(filePath, changed);
  const base: JsonObject = {
    filePath,
    oldString,
    newString,
    originalFile,
    structuredPatch: patchOf(originalFile, changed),
    userModified: false,
    replaceAll,
  };
  return context.manners.choose<JsonObject>({
    "1.0.128": base,
    "2.1.285": known === undefined ? { ...base, contentNotInModelContext: true } : base,
  });
}

function imageOf(content: Json): JsonObject | undefined {
  if (!Array.isArray(content)) return undefined;
  const block = (content as readonly Json[]).find((candidate) => isObject(candidate) && candidate["type"] === "image");
  const source = isObject(block) ? block["source"] : undefined;
  if (!isObject(source)) return undefined;
  const base64 = fieldOf(source, "data");
  return {
    base64,
    type: fieldOf(source, "media_type"),
    originalSize: Math.floor((base64.replaceAll("=", "").length * 3) / 4),
    dimensions: { originalWidth: 1, originalHeight: 1, displayWidth: 1, displayHeight: 1 },
  };
}
