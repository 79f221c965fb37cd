// Compares a built line with the recorded one: keys, their order, types of values, and the values themselves except ids,
// times and the vendor's prose.

import type { Json, JsonObject } from "../../../src/json.ts";

/** Keys whose values only need the same type: ids, times, durations, paths. */
const FREE_KEYS = new Set([
  "uuid",
  "timestamp",
  "duration_ms",
  "durationMs",
  "duration_api_ms",
  "ttft_ms",
  "ttft_stream_ms",
  "time_to_request_ms",
  "first_content_frame_ms",
  "request_sent_wall_ms",
  "thinking_duration_ms",
  "end_time",
  "pid",
  "auto",
  "messaging_socket_path",
  "user_output_styles_dir",
  "output_file",
  "outputFile",
  "logical_parent_uuid",
  "anchor_uuid",
  "harnessSectionHash",
]);

/** Descriptions of commands, agents and models in `initialize`, in the vendor's words. */
const VENDOR_PROSE = /\.response\.(?:commands|agents|models)\[\]\.(?:description|argumentHint)$/;

export interface Difference {
  readonly path: string;
  readonly recorded: string;
  readonly built: string;
}

export function findDifferences(recorded: JsonObject, built: JsonObject): readonly Difference[] {
  const found: Difference[] = [];
  compare(recorded, built, "", "", found);
  return found;
}

function compare(
  recorded: Json | undefined,
  built: Json | undefined,
  path: string,
  key: string,
  found: Difference[],
): void {
  if (isScrubbed(recorded) && typeof built === "string") return;
  if (Array.isArray(recorded) && Array.isArray(built)) {
    if (recorded.length !== built.length) {
      found.push({ path: `${path}.length`, recorded: show(recorded), built: show(built) });
      return;
    }
    for (const [index, item] of recorded.entries()) {
      compare(item as Json, built[index] as Json, `${path}[]`, key, found);
    }
    return;
  }
  if (isObject(recorded) && isObject(built)) {
    const keys = Object.keys(recorded);
    const builtKeys = Object.keys(built).filter((name) => built[name] !== undefined);
    if (keys.join(" ") !== builtKeys.join(" ")) {
      found.push({ path: `${path}{}`, recorded: keys.join(" "), built: builtKeys.join(" ") });
    }
    for (const name of keys) {
      if (name in built) compare(recorded[name], built[name], `${path}.${name}`, name, found);
    }
    return;
  }
  if (FREE_KEYS.has(key) && typeof recorded === typeof built) return;
  if (VENDOR_PROSE.test(path) && typeof recorded === typeof built) return;
  if (isUuid(recorded) && isUuid(built)) return;
  if (recorded !== built) found.push({ path, recorded: show(recorded), built: show(built) });
}

/** Whether a value stands for prose that the recording left out. */
function isScrubbed(value: Json | undefined): boolean {
  return typeof value === "string" && /^«\d+ characters»$/.test(value);
}

function isUuid(value: Json | undefined): boolean {
  return typeof value === "string" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: Json | undefined): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 400);
}
