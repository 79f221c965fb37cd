import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { play, type Playing } from "../play.ts";

const UUID = "11111111-1111-4111-8111-111111111111";
const getMessage = (line: JsonObject): JsonObject | undefined =>
  (line["request"] as { readonly message?: JsonObject } | undefined)?.message;
const listMessages = (playing: Playing): readonly JsonObject[] =>
  playing.lines.map(getMessage).filter((message) => message !== undefined);

/** Answers the MCP handshake: first `initialize`, then the notification and `tools/list`. */
async function serve(playing: Playing, tools: JsonObject): Promise<void> {
  for (let from = 0; from < playing.lines.length; await playing.quiet()) {
    const fresh = playing.lines.slice(from);
    from = playing.lines.length;
    for (const line of fresh) {
      const message = getMessage(line);
      if (message === undefined) continue;
      const result = message["method"] === "tools/list" ? tools : {};
      const response = { mcp_response: { jsonrpc: "2.0", id: message["id"] ?? 0, result } };
      playing.send({
        type: "control_response",
        response: { subtype: "success", request_id: line["request_id"] ?? "", response },
      });
    }
  }
}

describe("an interrupted turn", () => {
  it.each([
    ["2.1.325", "AbortError: remote-cancel"],
    ["1.0.128", "AbortError: This operation was aborted"],
  ])("%s notifies the host's MCP server that its call is cancelled", async (version, reason) => {
    const playing = play([{ replies: [[{ tool: "mcp__host__slow", input: {} }], "Never said."] }], { version });
    playing.control("initialize", { sdkMcpServers: ["host"] });
    await playing.quiet();
    await serve(playing, { tools: [{ name: "slow" }] });
    playing.user("go");
    await playing.quiet();
    const call = listMessages(playing).at(-1);
    expect(call).toMatchObject({ method: "tools/call" });
    playing.control("interrupt");
    await playing.quiet();
    expect(listMessages(playing).at(-1)).toEqual({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: call?.["id"], reason },
    });
    expect(playing.lines.some((line) => line["type"] === "control_cancel_request")).toBe(false);
    expect(playing.results()).toHaveLength(1);
    await playing.finish();
  });

  it.each(["2.1.325", "2.1.250"])("%s reports the prompt as cancelled, not completed", async (version) => {
    const playing = play([{ replies: [{ blocks: [{ text: "On and on" }], hang: true }] }], { version });
    playing.user("go", { uuid: UUID });
    await playing.quiet();
    playing.control("interrupt");
    await playing.finish();
    const states = playing.lines.filter((line) => line["type"] === "command_lifecycle").map((line) => line["state"]);
    expect(states).toEqual(["queued", "started", "cancelled"]);
  });
});
