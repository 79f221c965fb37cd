// Checks when callbacks are called relative to messages. The official SDK keeps the order of lines that come one by one, as from
// a real CLI. Of lines that come in one chunk, its readers may see some only after a later callback. Ours keeps the order of
// the lines for a reader that only reads, however they come.

import type { Reply, Scenario } from "@unspool/simulator";
import type { Check, CheckContext } from "./checks.ts";
import { createPrompts, collectMessages } from "./conversation.ts";

const look = { tool: "Bash", input: { command: "echo hi", description: "Say hi" }, result: "hi" };
const touch = { tool: "Bash", input: { command: "touch note.txt", description: "Note" }, result: "", asks: true };
const add = { tool: "mcp__sums__add", input: { a: 2, b: 3 } };
const ask = { tool: "mcp__asker__ask", input: {}, elicits: { message: "Who are you?", schema: { type: "object" } } };

const conversation = (first: Reply): Scenario => ({
  turns: [{ replies: [first, "Done."] }],
});

/** They return no problems; the caller compares the order. */
export const ORDER_CHECKS: Readonly<Record<string, Check>> = {
  hooks: (context) =>
    talk(context, conversation([{ text: "I look." }, look]), {
      hooks: hooksNamed(context, ["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"]),
    }),

  // What follows a tool is not compared, since tools race in every CLI.
  "hooks of two calls": (context) =>
    talk(context, conversation([look, look]), { hooks: hooksNamed(context, ["PreToolUse", "Stop"]) }),

  "hooks among partial messages": (context) =>
    talk(context, conversation([{ text: "I look." }, look]), {
      includePartialMessages: true,
      hooks: hooksNamed(context, ["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"]),
    }),

  "canUseTool and hooks": (context) =>
    talk(context, conversation([{ text: "May I?" }, touch]), {
      permissionMode: "default",
      hooks: hooksNamed(context, ["PreToolUse", "PostToolUse"]),
      async canUseTool(name: string, input: unknown) {
        context.note(`canUseTool ${name}`);
        return { behavior: "allow", updatedInput: input };
      },
    }),

  "in-process MCP tool": (context) => {
    const { sdk, zod, note } = context;
    const sum = async ({ a, b }: { a: number; b: number }): Promise<unknown> => {
      note("the tool add");
      return { content: [{ type: "text", text: String(a + b) }] };
    };
    const tools = [sdk.tool("add", "Adds", { a: zod.number(), b: zod.number() }, sum)];
    return talk(context, conversation([{ text: "I add." }, add]), {
      mcpServers: { sums: sdk.createSdkMcpServer({ name: "sums", version: "1.0.0", tools }) },
      hooks: hooksNamed(context, ["PreToolUse", "PostToolUse"]),
    });
  },

  onElicitation: (context) =>
    talk(context, conversation([{ text: "I ask." }, ask]), {
      mcpServers: { asker: { type: "stdio", command: "true", args: [] } },
      async onElicitation() {
        context.note("onElicitation");
        return { action: "accept", content: {} };
      },
    }),
};

async function talk(
  { sdk, options }: CheckContext,
  scenario: Scenario,
  more: Record<string, unknown>,
): Promise<readonly string[]> {
  const prompts = createPrompts();
  prompts.say("Go.");
  await collectMessages(sdk.query({ prompt: prompts, options: options(scenario, more) }), ({ type }) => {
    if (type === "result") prompts.end();
  });
  return [];
}

function hooksNamed({ note }: CheckContext, names: readonly string[]): object {
  const hook = (name: string) => async (): Promise<object> => {
    note(name);
    return {};
  };
  return Object.fromEntries(names.map((name) => [name, [{ hooks: [hook(name)] }]]));
}
