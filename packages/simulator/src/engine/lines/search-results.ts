// `tool_use_result` of the tools that search: the lines shown to the model, counted.

import type { Json, JsonObject } from "../../json.ts";
import { getText, joinText } from "./fields.ts";

export function globResult(content: Json): JsonObject {
  const filenames = linesOf(content);
  return { filenames, durationMs: 1, numFiles: filenames.length, truncated: false };
}

export function grepResult(input: Json, content: Json): JsonObject {
  const lines = linesOf(content);
  const mode = getText(input, "output_mode");
  if (mode === "content") {
    return { mode, numFiles: 0, filenames: [], content: lines.join("\n"), numLines: lines.length };
  }
  if (mode === "count") {
    const numMatches = lines.reduce((sum, line) => sum + Number(/:(\d+)$/.exec(line)?.[1] ?? 0), 0);
    return { mode, numFiles: lines.length, filenames: [], content: lines.join("\n"), numMatches };
  }
  return { mode: "files_with_matches", filenames: lines, numFiles: lines.length };
}

/** Returns the lines without those that are meant for the model only. */
function linesOf(content: Json): readonly string[] {
  return joinText(content)
    .split("\n")
    .filter((line) => line !== "" && !/^(?:No (?:files|matches) found|Found \d+ (?:total|files?))/.test(line));
}
