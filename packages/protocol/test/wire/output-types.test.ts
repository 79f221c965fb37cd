// The tables of known names contain every name that real CLIs sent.

import { describe, expect, test } from "vitest";
import { loadRuns } from "../../../../fixtures/load.ts";
import type { Json, JsonObject } from "../../src/wire/json.ts";
import {
  CLI_CONTROL_SUBTYPES,
  CONTENT_BLOCK_TYPES,
  OUTPUT_TYPES,
  RESULT_SUBTYPES,
  STREAM_EVENT_TYPES,
  SYSTEM_SUBTYPES,
} from "../../src/wire/generated/known-names.ts";
import type { OutputMessage } from "../../src/wire/output/message.ts";
import type { HookEventName, HookSpecificOutput } from "../../src/wire/shared/hook.ts";

const lines = loadRuns("recordings")
  .flatMap((run) => run.lines)
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as JsonObject);

type Name = Json | undefined;

const ofType = (type: string): JsonObject[] => lines.filter((line) => line["type"] === type);
const object = (value: Name): JsonObject => value as JsonObject;

describe("every name in the recordings is a known", () => {
  test.each<[string, ReadonlySet<string>, () => Name[]]>([
    ["line type", OUTPUT_TYPES, () => lines.map((line) => line["type"])],
    ["system subtype", SYSTEM_SUBTYPES, () => ofType("system").map((line) => line["subtype"])],
    ["result subtype", RESULT_SUBTYPES, () => ofType("result").map((line) => line["subtype"])],
    [
      "control subtype",
      CLI_CONTROL_SUBTYPES,
      () => ofType("control_request").map((line) => object(line["request"])["subtype"]),
    ],
    [
      "stream event type",
      STREAM_EVENT_TYPES,
      () => ofType("stream_event").map((line) => object(line["event"])["type"]),
    ],
    ["content block type", CONTENT_BLOCK_TYPES, () => lines.flatMap(blocksOf).map((block) => block["type"])],
  ])("%s", (_, known, heard) => {
    const names = [...new Set(heard())];
    expect(names).not.toHaveLength(0);
    expect(names.filter((name) => !known.has(name as string))).toEqual([]);
  });
});

test("names of Object.prototype's members are unknown", () => {
  expect(OUTPUT_TYPES.has("constructor")).toBe(false);
  expect(SYSTEM_SUBTYPES.has("__proto__")).toBe(false);
});

test("a message narrows by its discriminants", () => {
  const outputNames: HookSpecificOutput["hookEventName"] extends HookEventName ? true : never = true;
  expect(outputNames).toBe(true);
  expect(describeMessage({ type: "result", subtype: "error", error: "Rate limit exceeded" })).toBe(
    "Rate limit exceeded",
  );
});

/** Returns the blocks of a line, of the tool results in it, and of a block that starts. */
function blocksOf(line: JsonObject): JsonObject[] {
  const started = line["type"] === "stream_event" ? object(line["event"])["content_block"] : undefined;
  const message = line["message"] === undefined ? [] : nestedBlocks(object(line["message"])["content"]);
  return started === undefined ? message : [object(started), ...message];
}

function nestedBlocks(content: Name): JsonObject[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: Json) => [object(block), ...nestedBlocks(object(block)["content"])]);
}

/** Compiles only if every union narrows. */
function describeMessage(message: OutputMessage): string | undefined {
  if (message.type === "result") return message.subtype === "error" ? message.error : message.subtype;
  if (message.type === "system" && message.subtype === "task_started") return message.task_id;
  if (message.type !== "control_request" || message.request.subtype !== "hook_callback") return undefined;
  const { input } = message.request;
  return input.hook_event_name === "PreToolUse" ? input.tool_name : input.cwd;
}
