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
  if (entry["type"] !== "user" || !isMessage(entry)) return undefined;
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
  if (entry["type"] !== "assistant" || !isMessage(entry)) return undefined;
  const text = textOf(entry);
  return text === "" ? undefined : text;
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
