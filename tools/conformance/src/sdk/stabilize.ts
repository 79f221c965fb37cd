// Replaces what differs from run to run in messages: ids, folders, times.

import type { SdkMessage } from "./sdk-types.ts";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** Ids of messages, tool calls and requests. The simulator's depend on the number of registered hooks. */
const API_ID = /\b(msg|toolu|req)_01\w{22}\b/g;
/** `duration_ms`, `ttft_ms`, `startTime` and the like. */
const CLOCK = /(?:_ms|duration|time)$/i;

/** Ids of the API are numbered in order of appearance, so that a result under a wrong call is still found. */
export function stabilize(messages: readonly SdkMessage[], root: string): readonly string[] {
  // The CLI also derives folder names from paths.
  const name = root.replaceAll(/[^a-zA-Z0-9]/g, "-");
  const ids = new Map<string, string>();
  const numbered = (id: string, kind: string): string => {
    if (!ids.has(id)) ids.set(id, `${kind}_${ids.size + 1}`);
    return ids.get(id) ?? id;
  };
  return messages.map((message) =>
    JSON.stringify(message, (key: string, value: unknown) => (typeof value === "number" && CLOCK.test(key) ? 0 : value))
      .replaceAll(root, "ROOT")
      .replaceAll(name, "-ROOT")
      .replaceAll(UUID, "UUID")
      .replaceAll(TIME, "TIME")
      .replaceAll(API_ID, numbered),
  );
}
