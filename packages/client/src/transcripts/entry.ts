// Reads from an entry of a transcript file what listing and searching need.

import type { JsonObject } from "@unspool/protocol";

export function isMessage(entry: JsonObject): boolean {
  return (entry["type"] === "user" || entry["type"] === "assistant") && entry["isSidechain"] !== true;
}

/** Returns milliseconds since 1970. */
export function readTime(entry: JsonObject): number | undefined {
  const time = typeof entry["timestamp"] === "string" ? Date.parse(entry["timestamp"]) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

export function readString(entry: JsonObject, key: string): string | undefined {
  const value = entry[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the text of the user. Text of the CLI in the user's role, which some versions do not flag, is recognised by its tags. */
export function readPrompt(entry: JsonObject): string | undefined {
  return entry["isSidechain"] === true ? undefined : readUserText(entry);
}

/** Like `readPrompt`, but also for the prompt of an agent by another. */
export function readUserText(entry: JsonObject): string | undefined {
  if (entry["type"] !== "user") return undefined;
  const isOfCli =
    entry["isMeta"] === true ||
    entry["isCompactSummary"] === true ||
    entry["isVisibleInTranscriptOnly"] === true ||
    entry["promptSource"] === "system";
  const text = isOfCli ? "" : readText(entry);
  return text === "" || OF_CLI.test(text) ? undefined : text;
}

const OF_CLI =
  /^\s*(?:<(?:command-name|command-message|local-command-stdout|local-command-stderr|local-command-caveat|task-notification|bash-(?:input|stdout|stderr)|system-reminder)>|\[Request interrupted by user|Caveat: The messages below)/;

/** Returns the text of the model. */
export function readAnswer(entry: JsonObject): string | undefined {
  if (entry["type"] !== "assistant") return undefined;
  const text = readText(entry);
  return text === "" ? undefined : text;
}

/** Returns the text of a tool's input or result. */
export function readToolText(entry: JsonObject): string | undefined {
  const content = (entry["message"] as JsonObject | undefined)?.["content"];
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((block) => collectToolTexts(block as JsonObject | null));
  return texts.length === 0 ? undefined : texts.join("\n");
}

function collectToolTexts(block: JsonObject | null): readonly string[] {
  if (block?.["type"] === "tool_use") return [readString(block, "name") ?? "", ...collectStrings(block["input"], 0)];
  return block?.["type"] === "tool_result" ? collectStrings(block["content"], 0) : [];
}

/** Deeper values are not searched. */
const MAX_DEPTH = 8;
/** Fields of blocks that contain data, not text. */
const DATA: ReadonlySet<string> = new Set(["type", "data", "signature"]);

function collectStrings(value: unknown, depth: number): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => collectStrings(item, depth + 1));
  return Object.entries(value).flatMap(([key, item]) => (DATA.has(key) ? [] : collectStrings(item, depth + 1)));
}

function readText(entry: JsonObject): string {
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
