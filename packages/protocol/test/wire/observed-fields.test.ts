// Every field that a real CLI sent has a type.
import { expect, it } from "vitest";
import { loadRuns } from "../../../../fixtures/load.ts";
import { findUnknownFields } from "../../src/known-fields.ts";
import type { JsonObject } from "../../src/wire/json.ts";

it("knows every field of the recordings", () => {
  const unknown = new Set<string>();
  for (const { id, lines } of loadRuns("recordings")) {
    for (const line of lines) {
      for (const field of findUnknownFields(JSON.parse(line) as JsonObject)) unknown.add(`${field} (${id})`);
    }
  }
  expect([...unknown]).toEqual([]);
});

it("finds a new field, and a known one in an undeclared position", () => {
  const message = { role: "assistant", content: [] };
  expect(findUnknownFields({ type: "assistant", message, mood: "good" })).toEqual(["assistant mood"]);
  expect(findUnknownFields({ type: "user", message: { role: "user", session_id: "s" } })).toEqual([
    "user message.session_id",
  ]);
});
