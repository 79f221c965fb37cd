// Which kind a line is, for faults that strike after a kind. Lines are read only where their text can fit.

import { isRecord } from "../json.ts";

/** Whether a line is of this wire type; `type/subtype` asks for both. */
export function isOfKind(line: string, kind: string): boolean {
  const [type, subtype] = kind.split("/") as [string, string?];
  if (!line.includes(`"${type}"`)) return false;
  const message = objectOf(line);
  if (message?.["type"] !== type) return false;
  if (subtype === undefined) return true;
  const inner = message["event"] ?? message["request"] ?? message["response"];
  const innerKinds = isRecord(inner) ? [inner["type"], inner["subtype"]] : [];
  return [message["subtype"], ...innerKinds].includes(subtype);
}

/** The object on a line; undefined for anything else. */
export function objectOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
