import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createSdkMcpServer, tool } from "../../src/index.ts";
import { cloneForQuery } from "../../src/tools/server-instance.ts";
import { all, play, listResults } from "../support.ts";

const add = tool(
  "add",
  "Adds",
  { a: z.number(), b: z.number() },
  async ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }], structuredContent: { sum: a + b } }),
  { annotations: { readOnlyHint: true }, searchHint: "sums", alwaysLoad: true },
);

type Instance = ReturnType<typeof createSdkMcpServer>["instance"];
type Transport = Parameters<Instance["connect"]>[0];

/** Speaks MCP to a server. */
async function connect(instance: Instance) {
  const waiting = new Map<unknown, (message: unknown) => void>();
  const told: unknown[] = [];
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => {
      const { id } = message as { id?: unknown };
      if (id === undefined) told.push(message);
      else waiting.get(id)?.(message);
    },
    close: async () => transport.onclose?.(),
  };
  await instance.connect(transport);
  let ids = 0;
  const ask = (method: string, params: object = {}): Promise<unknown> => {
    ids += 1;
    const id = ids;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      transport.onmessage?.({ jsonrpc: "2.0", id, method, params });
    });
  };
  return {
    ask,
    told,
    notify: (method: string, params: object) => transport.onmessage?.({ jsonrpc: "2.0", method, params }),
  };
}

describe("a server in this process", () => {
  test("answers initialize and lists its tools with the SDK's annotations", async () => {
    const server = createSdkMcpServer({ name: "sums", version: "2.0.0", instructions: "Use it.", tools: [add] });
    const { ask } = await connect(server.instance);
    expect(await ask("initialize", { protocolVersion: "2025-06-18" })).toMatchObject({
      result: {
        protocolVersion: "2025-06-18",
        serverInfo: { name: "sums", version: "2.0.0" },
        instructions: "Use it.",
      },
    });
    expect(await ask("tools/list")).toMatchObject({
      result: {
        tools: [
          {
            name: "add",
            description: "Adds",
            inputSchema: { type: "object", required: ["a", "b"] },
            annotations: { readOnlyHint: true },
            _meta: { "anthropic/searchHint": "sums", "anthropic/alwaysLoad": true },
          },
        ],
      },
    });
  });

  test("validates the input and returns the result of the handler", async () => {
    const { ask } = await connect(createSdkMcpServer({ name: "sums", tools: [add] }).instance);
    expect(await ask("tools/call", { name: "add", arguments: { a: 1, b: 2 } })).toMatchObject({
      result: { content: [{ type: "text", text: "3" }], structuredContent: { sum: 3 } },
    });
    expect(await ask("tools/call", { name: "add", arguments: { a: "1" } })).toMatchObject({
      result: { isError: true },
    });
    expect(await ask("tools/call", { name: "none" })).toMatchObject({ error: { code: -32_602 } });
    expect(await ask("resources/list")).toMatchObject({ error: { code: -32_601 } });
  });

  test("aborts the signal of a cancelled call and sends no reply", async () => {
    let isAborted: () => void = () => undefined;
    const aborted = new Promise<void>((resolve) => {
      isAborted = resolve;
    });
    const wait = tool("wait", "Waits", {}, async (_args, extra) => {
      const { signal } = extra as { signal: AbortSignal };
      signal.addEventListener("abort", isAborted);
      await aborted;
      return { content: [] };
    });
    const { ask, notify } = await connect(createSdkMcpServer({ name: "waits", tools: [wait] }).instance);
    let isAnswered = false;
    const calling = ask("tools/call", { name: "wait" }).finally(() => {
      isAnswered = true;
    });
    void calling;
    // The handler listens once its input was checked.
    await ask("ping");
    notify("notifications/cancelled", { requestId: 1 });
    await aborted;
    await ask("ping");
    expect(isAnswered).toBe(false);
  });

  test("serves several queries at once, and closing one does not affect the others", async () => {
    const { instance } = createSdkMcpServer({ name: "sums", tools: [add] });
    const [first, second] = [cloneForQuery(instance), cloneForQuery(instance)].map((one) => (one as () => Instance)());
    const { ask } = await connect(second!);
    await connect(first!);
    await first!.close();
    expect(await ask("tools/call", { name: "add", arguments: { a: 1, b: 1 } })).toMatchObject({
      result: { content: [{ text: "2" }] },
    });
  });

  test.each(["1.0.128", "2.1.74", "2.1.325"])("is called by the model (%s)", async (version) => {
    const scenario = { turns: [{ replies: [[{ tool: "mcp__sums__add", input: { a: 2, b: 3 } }], "Five."] }] };
    const mcpServers = { sums: createSdkMcpServer({ name: "sums", tools: [add] }) };
    const messages = await all(play(scenario, "Add.", { mcpServers }, { version }).query);
    expect(listResults(messages)).toEqual(["Five."]);
    expect(JSON.stringify(messages.filter(({ type }) => type === "user"))).toMatch(/"5"|:5\b/);
  });
});
