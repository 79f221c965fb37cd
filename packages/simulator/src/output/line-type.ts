// Matches a line against a type. A line is parsed only if its text can match.

import { isRecord } from "../json.ts";

/** Whether a line has this wire type, or type and subtype (`type/subtype`). */
export function isOfType(line: string, wanted: string): boolean {
  const [type, subtype] = wanted.split("/") as [string, string?];
  if (!line.includes(`"${type}"`)) return false;
  const message = parseObject(line);
  if (message?.["type"] !== type) return false;
  if (subtype === undefined) return true;
  const inner = message["event"] ?? message["request"] ?? message["response"];
  const innerTypes = isRecord(inner) ? [inner["type"], inner["subtype"]] : [];
  return [message["subtype"], ...innerTypes].includes(subtype);
}

/** Parses a line. Returns undefined if it is not a JSON object. */
export function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
