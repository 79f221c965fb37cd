// A program for the official Agent SDK. Only the import line differs.
import { createSdkMcpServer, query, tool } from "@unspool/agent-sdk";
import { z } from "zod";

const add = tool("add", "Adds two numbers", { a: z.number(), b: z.number() }, async ({ a, b }) => ({
  content: [{ type: "text", text: String(a + b) }],
}));

for await (const message of query({
  prompt: "What is 2 + 3?",
  options: {
    mcpServers: { sums: createSdkMcpServer({ name: "sums", tools: [add] }) },
    canUseTool: async (name, input) =>
      name === "mcp__sums__add"
        ? { behavior: "allow", updatedInput: input }
        : { behavior: "deny", message: "Only sums." },
  },
})) {
  if (message.type === "result" && message.subtype === "success") console.log(message.result);
}
