import { describe, expect, it } from "vitest";
import { findDrift } from "../../src/drift/drift.ts";

const message = { role: "assistant", content: [{ type: "text", text: "Hi." }] };
const drift = (line: object): string[] => findDrift([JSON.stringify(line)]);

describe("drift", () => {
  it("is nothing where every field stands where it is declared", () => {
    expect(drift({ type: "assistant", message, session_id: "s", uuid: "u", supersedes: [] })).toEqual([]);
    expect(drift({ type: "user", message: { role: "user", content: "x" }, retracted_message_uuids: [] })).toEqual([]);
    expect(drift({ type: "system", subtype: "hook_started", hook_id: "h", hook_name: "n" })).toEqual([]);
  });

  it("sees a new field, and a new kind of line", () => {
    expect(drift({ type: "assistant", message, mood: "good" })).toEqual(["assistant mood"]);
    expect(drift({ type: "system", subtype: "weather" })).toEqual(["system/weather"]);
  });

  it("sees a known name at a place where it is not declared", () => {
    expect(drift({ type: "assistant", message, retracted_message_uuids: [] })).toEqual([
      "assistant retracted_message_uuids",
    ]);
    expect(drift({ type: "user", message: { role: "user", content: "x", session_id: "s" } })).toEqual([
      "user message.session_id",
    ]);
    expect(drift({ type: "system", subtype: "task_updated", task_id: "t", patch: { summary: "s" } })).toEqual([
      "system/task_updated patch.summary",
    ]);
    expect(drift({ type: "result", subtype: "error_max_turns", result: "x" })).toEqual([
      "result/error_max_turns result",
    ]);
  });
});
