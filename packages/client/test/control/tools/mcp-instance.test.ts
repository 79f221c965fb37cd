import { initialState } from "@unspool/protocol";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { createMcpInstance, type McpServerInstance } from "../../../src/control/tools/mcp-instance.ts";
import { askMcp, mcpRequest } from "../support.ts";

function server(): McpServer {
  const made = new McpServer({ name: "calculator", version: "1.0.0" });
  made.registerTool(
    "add",
    { inputSchema: { a: z.number(), b: z.number() } },
    async ({ a, b }, { _meta, sendNotification }) => {
      const progressToken = _meta?.progressToken;
      if (progressToken !== undefined) {
        await sendNotification({ method: "notifications/progress", params: { progressToken, progress: 1 } });
      }
      return { content: [{ type: "text", text: String(a + b) }] };
    },
  );
  made.registerTool("hang", {}, () => new Promise(() => {}));
  return made;
}

const hello = {
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "claude-code", version: "2.1.325" } },
};

describe("a server of the official MCP SDK", () => {
  it("is assignable to McpServerInstance", () => {
    expectTypeOf<McpServer>().toExtend<McpServerInstance>();
  });

  it("is named in initialize, with its settings", () => {
    const config = { type: "sdk", name: "calc", instance: server() } as const;
    expect(createMcpInstance("calc", config).initialize).toEqual({ sdkMcpServers: ["calc"] });
    expect(createMcpInstance("calc", { ...config, timeout: 1000 }).initialize).toEqual({
      sdkMcpServers: ["calc"],
      sdkMcpServerConfigs: { calc: { timeout: 1000 } },
    });
  });

  it("answers repeated handshakes, lists its tools and runs calls", async () => {
    const responder = createMcpInstance("calc", { type: "sdk", name: "calc", instance: server });
    const replies = await Promise.all([askMcp(responder, "calc", hello), askMcp(responder, "calc", hello)]);
    for (const reply of replies) expect(reply).toMatchObject({ id: 0, result: { serverInfo: { name: "calculator" } } });
    await askMcp(responder, "calc", { method: "notifications/initialized" });
    const listed = await askMcp(responder, "calc", { id: 1, method: "tools/list" });
    expect(listed).toMatchObject({ result: { tools: [{ name: "add" }, { name: "hang" }] } });
    const sent: string[] = [];
    const params = { name: "add", arguments: { a: 2, b: 3 }, _meta: { progressToken: 4 } };
    const called = await askMcp(responder, "calc", { id: 2, method: "tools/call", params }, { sent });
    expect(called).toMatchObject({ id: 2, result: { content: [{ type: "text", text: "5" }] } });
    expect(sent.map((line) => (JSON.parse(line) as { request: unknown }).request)).toMatchObject([
      { subtype: "mcp_message", server_name: "calc", message: { method: "notifications/progress" } },
    ]);
    responder.close?.();
  });

  it("answers every call when the session closes", async () => {
    const responder = createMcpInstance("calc", { type: "sdk", name: "calc", instance: server });
    await askMcp(responder, "calc", hello);
    const hanging = askMcp(responder, "calc", { id: 5, method: "tools/call", params: { name: "hang" } });
    const withdrawn = new AbortController();
    const other = askMcp(responder, "calc", { id: 6, method: "tools/call", params: { name: "hang" } }, withdrawn);
    await askMcp(responder, "calc", { id: 7, method: "ping" });
    withdrawn.abort();
    expect(await other).toMatchObject({ id: 6, error: {} });
    responder.close?.();
    expect(await hanging).toMatchObject({ id: 5, error: {} });
  });

  it("gets a reply for a cancelled call, which the server itself does not send", async () => {
    const responder = createMcpInstance("calc", { type: "sdk", name: "calc", instance: server });
    await askMcp(responder, "calc", hello);
    const hanging = askMcp(responder, "calc", { id: 5, method: "tools/call", params: { name: "hang" } });
    await askMcp(responder, "calc", { id: 6, method: "ping" });
    await askMcp(responder, "calc", { method: "notifications/cancelled", params: { requestId: 5 } });
    expect(await hanging).toMatchObject({ id: 5, error: { message: "The call was cancelled." } });
    responder.close?.();
  });

  it("rejects initialize if it already serves another session", async () => {
    const instance = server();
    const first = createMcpInstance("calc", { type: "sdk", name: "calc", instance });
    const second = createMcpInstance("calc", { type: "sdk", name: "calc", instance });
    await askMcp(first, "calc", hello);
    expect(await askMcp(second, "calc", hello)).toMatchObject({
      id: 0,
      error: { message: expect.stringMatching(/connect/i) as string },
    });
  });

  it("does not answer requests for other servers", () => {
    const responder = createMcpInstance("calc", { type: "sdk", name: "calc", instance: server });
    const context = {
      signal: new AbortController().signal,
      send: () => {},
      warn: () => {},
      state: initialState,
      agreesToMode: () => true,
    };
    expect(responder.answer(mcpRequest("other", { id: 1, method: "ping" }), context)).toBeUndefined();
  });
});
