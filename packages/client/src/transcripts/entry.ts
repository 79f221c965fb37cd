// One entry of a transcript file, as far as listing and searching need it.

import type { JsonObject } from "@unspool/protocol";

export function readEntry(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

export function isMessage(entry: JsonObject): boolean {
  return (entry["type"] === "user" || entry["type"] === "assistant") && entry["isSidechain"] !== true;
}

/** Milliseconds since 1970. */
export function timeOf(entry: JsonObject): number | undefined {
  const time = typeof entry["timestamp"] === "string" ? Date.parse(entry["timestamp"]) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

export function stringOf(entry: JsonObject, key: string): string | undefined {
  const value = entry[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What the person wrote. Not what the CLI wrote in the person's place, unflagged in some versions: told by its tags. */
export function promptOf(entry: JsonObject): string | undefined {
  return entry["isSidechain"] === true ? undefined : saidByUser(entry);
}

/** The same, also where an agent is asked by another. */
export function saidByUser(entry: JsonObject): string | undefined {
  if (entry["type"] !== "user") return undefined;
  const isOfCli =
    entry["isMeta"] === true ||
    entry["isCompactSummary"] === true ||
    entry["isVisibleInTranscriptOnly"] === true ||
    entry["promptSource"] === "system";
  const text = isOfCli ? "" : textOf(entry);
  return text === "" || OF_CLI.test(text) ? undefined : text;
}

const OF_CLI =
  /^\s*(?:<(?:command-name|command-message|local-command-stdout|local-command-stderr|local-command-caveat|task-notification|bash-(?:input|stdout|stderr)|system-reminder)>|\[Request interrupted by user|Caveat: The messages below)/;

/** The words of the model. */
export function answerOf(entry: JsonObject): string | undefined {
  if (entry["type"] !== "assistant") return undefined;
  const text = textOf(entry);
  return text === "" ? undefined : text;
}

/** What a tool was called with, or what came of it. */
export function toolTextOf(entry: JsonObject): string | undefined {
  const content = (entry["message"] as JsonObject | undefined)?.["content"];
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((block) => toolTexts(block as JsonObject | null));
  return texts.length === 0 ? undefined : texts.join("\n");
}

function toolTexts(block: JsonObject | null): readonly string[] {
  if (block?.["type"] === "tool_use") return [stringOf(block, "name") ?? "", ...stringsIn(block["input"], 0)];
  return block?.["type"] === "tool_result" ? stringsIn(block["content"], 0) : [];
}

/** Deeper values are no words that anybody looks for. */
const MAX_DEPTH = 8;
/** Fields of blocks that are data, not words. */
const DATA: ReadonlySet<string> = new Set(["type", "data", "signature"]);

function stringsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => stringsIn(item, depth + 1));
  return Object.entries(value).flatMap(([key, item]) => (DATA.has(key) ? [] : stringsIn(item, depth + 1)));
}

function textOf(entry: JsonObject): string {
  const message = entry["message"] as JsonObject | undefined;
  const content = message?.["content"];
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((block) => {
      const { type, text } = (block ?? {}) as { readonly type?: unknown; readonly text?: unknown };
      return type === "text" && typeof text === "string" ? [text] : [];
    })
    .join("\n");
}
