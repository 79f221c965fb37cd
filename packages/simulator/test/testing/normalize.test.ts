import { describe, expect, it } from "vitest";
import { loadRun } from "../../../../fixtures/load.ts";
import { eventsOf, normalize } from "../../src/testing/normalize.ts";

const UUID = "41db95bf-c7d3-4df0-8588-a207bc4d330e";
const OTHER = "0ad9c8f5-c1ae-4c1f-b474-6126921f35b4";

describe("normalize", () => {
  it("numbers ids in order of appearance, with the same number for the same id", () => {
    const lines = [
      { session_id: UUID, uuid: OTHER, message: { id: "msg_01abc" } },
      { session_id: UUID, parent_tool_use_id: "toolu_01x", message: { id: "msg_01def" } },
      { sessionId: UUID, toolUseId: "toolu_01x" },
    ];
    expect(normalize(lines)).toEqual([
      { session_id: "session-1", uuid: "uuid-1", message: { id: "msg-1" } },
      { session_id: "session-1", parent_tool_use_id: "tool-1", message: { id: "msg-2" } },
      { sessionId: "session-1", toolUseId: "tool-1" },
    ]);
  });

  it("finds ids inside texts, even before the field that shows them", () => {
    const lines = [{ text: `agent-a1b2c3d.jsonl of ${UUID}` }, { task_id: "a1b2c3d", session_id: UUID }];
    expect(normalize(lines)).toEqual([
      { text: "agent-task-1.jsonl of uuid-1" },
      { task_id: "task-1", session_id: "uuid-1" },
    ]);
  });

  it("does not treat a capability of the CLI as an id", () => {
    expect(normalize([{ capabilities: ["msg_lifecycle_v1"] }])).toEqual([{ capabilities: ["msg_lifecycle_v1"] }]);
  });

  it("keeps words that a host chose as ids", () => {
    expect(normalize([{ request_id: "interrupt", text: "interrupt it" }])).toEqual([
      { request_id: "request-1", text: "interrupt it" },
    ]);
  });

  it("sets times and durations to 0 and leaves all other numbers", () => {
    const line = { at: 5, durationMs: 5, duration_api_ms: 5, timestamp: "2026-01-01T00:00:00.000Z", turns: 5 };
    expect(normalize([line])).toEqual([{ at: 0, durationMs: 0, duration_api_ms: 0, timestamp: "<time>", turns: 5 }]);
  });

  it("replaces paths, the longest first", () => {
    const paths = { "<home>": "/home/me", "<cwd>": "/home/me/work" };
    expect(normalize(["/home/me/work/a.txt", "/home/me/b"], { paths })).toEqual(["<cwd>/a.txt", "<home>/b"]);
  });

  it("does not change its input", () => {
    const lines = [Object.freeze({ uuid: UUID })];
    normalize(lines);
    expect(lines).toEqual([{ uuid: UUID }]);
  });
});

describe("eventsOf", () => {
  const text = loadRun("recordings/2.1.325/two-agents").stdout.toString();

  it("returns the same events for text, bytes and lines", () => {
    const events = eventsOf(text);
    expect(events.length).toBeGreaterThan(50);
    expect(eventsOf(Buffer.from(text))).toEqual(events);
    expect(eventsOf(text.trimEnd().split("\n"))).toEqual(events);
  });

  it("returns the same events for two runs that differ only in ids and times", () => {
    const other = text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uuid) =>
        uuid.replace(/[0-9a-f]/g, (digit) => ((parseInt(digit, 16) + 7) % 16).toString(16)),
      )
      .replaceAll("toolu_", "toolu_9")
      .replace(/msg_(?=\d)/g, "msg_9")
      .replace(/("duration(?:_api)?_ms":)\d+/g, "$17");
    expect(other).not.toBe(text);
    expect(eventsOf(other)).toEqual(eventsOf(text));
  });
});
