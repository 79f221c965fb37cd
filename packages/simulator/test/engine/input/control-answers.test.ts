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

describe("requests that want to know something", () => {
  // The oldest measured version that answers each, and the one before it.
  it.each([
    ["mcp_status", "1.0.110", "1.0.128"],
    ["set_max_thinking_tokens", "2.0.0", "2.0.30"],
    ["mcp_set_servers", "2.0.30", "2.0.76"],
    ["get_settings", "2.1.20", "2.1.74"],
    ["get_context_usage", "2.1.74", "2.1.120"],
    ["cancel_async_message", "2.1.74", "2.1.120"],
    ["list_models", "2.1.120", "2.1.200"],
    ["get_hooks_listing", "2.1.250", "2.1.325"],
  ])("%s is not answered by %s, but by %s", async (subtype, before, since) => {
    expect(await answersTo([[subtype]], { version: since })).toMatchObject([{ subtype: "success" }]);
    const old = await answersTo([[subtype]], { version: before });
    expect(old.filter((answer) => answer["subtype"] === "success")).toEqual([]);
  });
});

describe("MCP servers", () => {
  const options = { mcpServers: { notes: { command: "notes" } } };

  it("are switched off and on, and an unknown one is an error", async () => {
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
  ])("cannot be stopped, and %s says so or not", async (version, error) => {
    const [answer] = await answersTo([["stop_task", { task_id: "nobody" }]], { version });
    expect(answer?.["error"]).toBe(error);
  });
});

describe("files", () => {
  const dry = { user_message_id: UUID, dry_run: true };
  const unknown = { user_message_id: "00000000-0000-4000-8000-000000000009" };

  it("cannot be put back unless the environment asked for it", async () => {
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

  it("are put back to a message that there was", async () => {
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

  it("are put back by 2.0.76 although only a look was asked for", async () => {
    const [looked] = await answersTo([["rewind_files", dry]], { hasCheckpoints: true, version: "2.0.76" });
    expect(looked).toEqual({ subtype: "success", request_id: "rewind_files-1" });
  });
});
