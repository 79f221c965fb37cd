import { describe, expect, it } from "vitest";
import type { EngineOptions } from "../../../src/engine/sessions/options.ts";
import type { JsonObject } from "../../../src/json.ts";
import { play } from "../play.ts";

type Request = readonly [subtype: string, fields?: JsonObject];

async function answersTo(
  requests: readonly Request[],
  options: Partial<EngineOptions>,
): Promise<readonly JsonObject[]> {
  const playing = play([{ replies: ["hi"] }], options);
  playing.user("go", { uuid: UUID });
  await playing.settle();
  for (const [subtype, fields] of requests) playing.control(subtype, fields);
  await playing.finish();
  return playing.lines
    .filter((line) => line["type"] === "control_response")
    .map((line) => line["response"] as JsonObject);
}

const UUID = "00000000-0000-4000-8000-000000000001";

describe("the first version that answers a request", () => {
  // The oldest measured version that answers each request is last, the measured version before it is in the middle.
  it.each([
    ["mcp_status", "1.0.110", "1.0.128"],
    ["set_max_thinking_tokens", "2.0.0", "2.0.30"],
    ["mcp_set_servers", "2.0.30", "2.0.76"],
    ["get_settings", "2.1.20", "2.1.74"],
    ["get_context_usage", "2.1.74", "2.1.120"],
    ["cancel_async_message", "2.1.74", "2.1.120"],
    ["list_models", "2.1.120", "2.1.200"],
    ["get_hooks_listing", "2.1.250", "2.1.325"],
  ])("%s does not succeed in %s but succeeds in %s", async (subtype, before, since) => {
    expect(await answersTo([[subtype]], { version: since })).toMatchObject([{ subtype: "success" }]);
    const old = await answersTo([[subtype]], { version: before });
    expect(old.filter((answer) => answer["subtype"] === "success")).toEqual([]);
  });
});

describe("MCP servers", () => {
  const options = { mcpServers: { notes: { command: "notes" } } };

  it("disables and enables an MCP server, and refuses an unknown one", async () => {
    const answers = await answersTo(
      [
        ["mcp_toggle", { serverName: "notes", enabled: false }],
        ["mcp_status"],
        ["mcp_toggle", { serverName: "notes", enabled: true }],
        ["mcp_status"],
        ["mcp_reconnect", { serverName: "nobody" }],
      ],
      options,
    );
    expect(answers[1]?.["response"]).toEqual({ mcpServers: [{ name: "notes", status: "disabled" }] });
    expect(answers[3]?.["response"]).toEqual({ mcpServers: [{ name: "notes", status: "connected" }] });
    expect(answers[4]).toMatchObject({ subtype: "error", error: "Server not found: nobody" });
  });
});

describe("an unknown task", () => {
  it.each([
    ["2.1.74", "No task found with ID: nobody"],
    ["2.1.120", "No task found with ID: nobody"],
    ["2.1.200", undefined],
    ["2.1.325", undefined],
  ])("%s answers stop_task for an unknown task with the error %s", async (version, error) => {
    const [answer] = await answersTo([["stop_task", { task_id: "nobody" }]], { version });
    expect(answer?.["error"]).toBe(error);
  });
});

describe("rewind_files", () => {
  const dry = { user_message_id: UUID, dry_run: true };
  const unknown = { user_message_id: "00000000-0000-4000-8000-000000000009" };

  it("refuses to rewind files unless checkpoints are enabled", async () => {
    const [looked, done] = await answersTo(
      [
        ["rewind_files", dry],
        ["rewind_files", unknown],
      ],
      {},
    );
    expect(looked?.["response"]).toEqual({ canRewind: false, error: "File rewinding is not enabled." });
    expect(done).toMatchObject({ subtype: "error", error: "File rewinding is not enabled." });
  });

  it("rewinds files to a known message, and refuses an unknown one", async () => {
    const requests: readonly Request[] = [
      ["rewind_files", dry],
      ["rewind_files", { user_message_id: UUID }],
      ["rewind_files", unknown],
    ];
    const [looked, done, missing] = await answersTo(requests, { hasCheckpoints: true });
    expect(looked?.["response"]).toEqual({ canRewind: true, filesChanged: [], insertions: 0, deletions: 0 });
    expect(done?.["response"]).toEqual({ canRewind: true, skippedLinks: 0 });
    expect(missing).toMatchObject({ subtype: "error", error: "No file checkpoint found for this message." });
  });

  it("2.0.76 rewinds files even with dry_run", async () => {
    const [looked] = await answersTo([["rewind_files", dry]], { hasCheckpoints: true, version: "2.0.76" });
    expect(looked).toEqual({ subtype: "success", request_id: "rewind_files-1" });
  });
});
