import { initialState } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { tool, type ToolContext } from "../../../src/control/tools/tool.ts";
import { createToolServer } from "../../../src/control/tools/tool-server.ts";
import { askMcp, controlRequest, mcpRequest } from "../support.ts";

const add = tool("add", { a: z.number(), b: z.number() }, ({ a, b }) => a + b, {
  description: "Adds.",
  annotations: { readOnlyHint: true },
});

/** Returns a tool that waits for `finish`, and a promise of its context. */
function waitingTool() {
  let begin: ((context: ToolContext) => void) | undefined;
  let finish: ((text: string) => void) | undefined;
  const begun = new Promise<ToolContext>((resolve) => (begin = resolve));
  const made = tool("wait", {}, (_input, context) => {
    begin?.(context);
    return new Promise<string>((resolve) => (finish = resolve));
  });
  return { made, begun, finish: (text: string) => finish?.(text) };
}

const callWait = {
  id: 7,
  method: "tools/call",
  params: { name: "wait", _meta: { progressToken: 9, "claudecode/toolUseId": "toolu_9" } },
};

describe("the server of the host's tools", () => {
  it("is named in initialize", () => {
    expect(createToolServer([add]).initialize).toEqual({ sdkMcpServers: ["unspool"] });
    expect(createToolServer([add], "mine").initialize).toEqual({ sdkMcpServers: ["mine"] });
  });

  it.each([
    ["2025-06-18", "2025-06-18"],
    ["1999-01-01", "2025-11-25"],
  ])("answers initialize with protocol %s by %s", async (protocolVersion, answered) => {
    const reply = await askMcp(createToolServer([add]), "unspool", {
      id: 0,
      method: "initialize",
      params: { protocolVersion },
    });
    expect(reply).toEqual({
      jsonrpc: "2.0",
      id: 0,
      result: {
        protocolVersion: answered,
        capabilities: { tools: {} },
        serverInfo: { name: "unspool", version: "1.0.0" },
      },
    });
  });

  it("lists the tools with their schemas, and sets alwaysLoad by default", async () => {
    const rare = tool("rare", {}, () => "", { alwaysLoad: false });
    const reply = await askMcp(createToolServer([add, rare]), "unspool", { id: 1, method: "tools/list" });
    expect(reply["result"]).toEqual({
      tools: [
        {
          name: "add",
          description: "Adds.",
          annotations: { readOnlyHint: true },
          inputSchema: {
            type: "object",
            properties: { a: { type: "number" }, b: { type: "number" } },
            required: ["a", "b"],
          },
          _meta: { "anthropic/alwaysLoad": true },
        },
        { name: "rare", description: "rare", inputSchema: { type: "object" } },
      ],
    });
  });

  it("calls a tool", async () => {
    const params = { name: "add", arguments: { a: 2, b: 3 } };
    const reply = await askMcp(createToolServer([add]), "unspool", { id: "x", method: "tools/call", params });
    expect(reply).toEqual({ jsonrpc: "2.0", id: "x", result: { content: [{ type: "text", text: "5" }] } });
  });

  it("tells the model what is wrong with the arguments", async () => {
    const reply = await askMcp(createToolServer([add]), "unspool", {
      id: 2,
      method: "tools/call",
      params: { name: "add" },
    });
    expect(reply["result"]).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("b (missing)") as string }],
    });
  });

  it("answers ping, and acknowledges notifications and answers", async () => {
    const server = createToolServer([add]);
    expect(await askMcp(server, "unspool", { id: 3, method: "ping" })).toEqual({ jsonrpc: "2.0", id: 3, result: {} });
    const acknowledged = { jsonrpc: "2.0", id: 0, result: {} };
    expect(await askMcp(server, "unspool", { method: "notifications/initialized" })).toEqual(acknowledged);
    expect(await askMcp(server, "unspool", { id: 5, result: {} })).toEqual(acknowledged);
  });

  it("refuses an unknown method or tool", async () => {
    const server = createToolServer([add]);
    expect(await askMcp(server, "unspool", { id: 4, method: "prompts/list" })).toMatchObject({
      error: { code: -32_601 },
    });
    expect(await askMcp(server, "unspool", { id: 5, method: "tools/call", params: { name: "nope" } })).toMatchObject({
      error: { code: -32_602, message: "Unknown tool: nope" },
    });
  });

  it("does not answer requests for other servers or of other kinds", () => {
    const server = createToolServer([add]);
    const context = {
      signal: new AbortController().signal,
      send: () => {},
      warn: () => {},
      state: initialState,
      agreesToMode: () => true,
    };
    expect(server.answer(mcpRequest("other", { id: 1, method: "ping" }), context)).toBeUndefined();
    expect(server.answer(controlRequest("hook_callback", {}), context)).toBeUndefined();
  });

  it("rejects two tools with the same name", () => {
    expect(() => createToolServer([add, tool("add", {}, () => "")])).toThrow(/Two tools are named add/);
  });

  it("rejects a schema that cannot be converted before the start", async () => {
    const server = createToolServer([add, tool("when", { at: z.date() }, () => "")]);
    await expect(server.prepare?.()).rejects.toMatchObject({ code: "invalid-option" });
    expect(await askMcp(server, "unspool", { id: 1, method: "tools/list" })).toMatchObject({
      error: { code: -32_603 },
    });
  });
});

describe("a running call", () => {
  it("has the id of the model's tool use", async () => {
    const { made, begun, finish } = waitingTool();
    const reply = askMcp(createToolServer([made]), "unspool", callWait);
    expect((await begun).toolUseId).toBe("toolu_9");
    finish("over");
    expect((await reply)["result"]).toEqual({ content: [{ type: "text", text: "over" }] });
  });

  it("is cancelled by a notification, and answered even if its handler continues", async () => {
    const { made, begun } = waitingTool();
    const server = createToolServer([made]);
    const reply = askMcp(server, "unspool", callWait);
    const { signal } = await begun;
    await askMcp(server, "unspool", { method: "notifications/cancelled", params: { requestId: 8 } });
    expect(signal.aborted).toBe(false);
    await askMcp(server, "unspool", { method: "notifications/cancelled", params: { requestId: 7 } });
    expect(signal.aborted).toBe(true);
    expect((await reply)["result"]).toMatchObject({ isError: true });
  });

  it("is cancelled when the session closes", async () => {
    const { made, begun } = waitingTool();
    const closing = new AbortController();
    const reply = askMcp(createToolServer([made]), "unspool", callWait, { signal: closing.signal });
    const { signal } = await begun;
    closing.abort();
    expect(signal.aborted).toBe(true);
    expect((await reply)["result"]).toMatchObject({ isError: true });
  });
});
