// Checks of the official SDK's features on the simulator. Each returns a list of problems.

import type { Scenario } from "@unspool/simulator";
import { expectEqual } from "../expect-equal.ts";
import { createPrompts, collectMessages, findResults } from "./conversation.ts";
import type { Sdk, Zod } from "./sdk-types.ts";

export interface CheckContext {
  readonly sdk: Sdk;
  readonly zod: Zod;
  /** Options that point the SDK at the simulator with this scenario. */
  readonly options: (scenario: Scenario, more?: Record<string, unknown>) => Record<string, unknown>;
  /** Records that a callback was called, with its position among the messages. */
  readonly note: (callback: string) => void;
}

export type Check = (context: CheckContext) => Promise<readonly string[]>;

/** An attempt at structured output. */
const call = (answer: unknown): { tool: string; input: { answer: string } }[] => [
  { tool: "StructuredOutput", input: { answer } as { answer: string } },
];

const touch = {
  tool: "Bash",
  input: { command: "touch note.txt", description: "Make a note" },
  result: "",
  asks: true,
};

export const CHECKS: Readonly<Record<string, Check>> = {
  async "one shot"({ sdk, options }) {
    const scenario = { turns: [{ replies: ["Hello."] }] };
    const messages = await collectMessages(sdk.query({ prompt: "Hi", options: options(scenario) }));
    return expectEqual({ result: findResults(messages).map(({ result }) => result) }, { result: ["Hello."] });
  },

  async "several turns"({ sdk, options }) {
    const scenario = { turns: [{ replies: ["One."] }, { replies: ["Two."] }, { replies: ["Three."] }] };
    const prompts = createPrompts();
    prompts.say("first");
    const messages = await collectMessages(
      sdk.query({ prompt: prompts, options: options(scenario) }),
      ({ type, result }) => {
        if (type !== "result") return;
        if (result === "Three.") prompts.end();
        else prompts.say(`after ${result ?? ""}`);
      },
    );
    return expectEqual(
      findResults(messages).map(({ result }) => result),
      ["One.", "Two.", "Three."],
    );
  },

  async canUseTool({ sdk, options }) {
    const scenario = { turns: [{ replies: [[touch], [touch], "Done."] }] };
    const asked: string[] = [];
    const canUseTool = async (name: string, input: unknown): Promise<unknown> => {
      asked.push(name);
      if (asked.length > 1) return { behavior: "deny", message: "Enough." };
      return { behavior: "allow", updatedInput: input };
    };
    const prompts = createPrompts();
    prompts.say("touch it");
    const query = sdk.query({ prompt: prompts, options: options(scenario, { canUseTool, permissionMode: "default" }) });
    const messages = await collectMessages(query, ({ type }) => {
      if (type === "result") prompts.end();
    });
    const isDenied = JSON.stringify(messages).includes("Enough.");
    return expectEqual(
      { asked, isDenied, text: findResults(messages)[0]?.result },
      { asked: ["Bash", "Bash"], isDenied: true, text: "Done." },
    );
  },

  async hooks({ sdk, options }) {
    const scenario = {
      turns: [{ replies: [[{ tool: "Bash", input: { command: "echo hi" }, result: "hi" }], "Done."] }],
    };
    const called: string[] = [];
    const hook = (name: string) => async (): Promise<unknown> => {
      called.push(name);
      return {};
    };
    const hooks = Object.fromEntries(
      ["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"].map((name) => [name, [{ hooks: [hook(name)] }]]),
    );
    const messages = await collectMessages(sdk.query({ prompt: "run", options: options(scenario, { hooks }) }));
    return expectEqual(
      { called, text: findResults(messages)[0]?.result },
      { called: ["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"], text: "Done." },
    );
  },

  async "in-process MCP tool"({ sdk, zod, options }) {
    const scenario = { turns: [{ replies: [[{ tool: "mcp__sums__add", input: { a: 2, b: 3 } }], "Five."] }] };
    const calls: unknown[] = [];
    const add = sdk.tool(
      "add",
      "Adds",
      { a: zod.number(), b: zod.number() },
      async ({ a, b }: { a: number; b: number }) => {
        calls.push([a, b]);
        return { content: [{ type: "text", text: String(a + b) }] };
      },
    );
    const mcpServers = { sums: sdk.createSdkMcpServer({ name: "sums", version: "1.0.0", tools: [add] }) };
    const prompts = createPrompts();
    prompts.say("add");
    const query = sdk.query({ prompt: prompts, options: options(scenario, { mcpServers }) });
    const messages = await collectMessages(query, ({ type }) => {
      if (type === "result") prompts.end();
    });
    const answer = messages.find(
      (message) => message.type === "user" && JSON.stringify(message).includes("tool_result"),
    );
    return expectEqual(
      { calls, answers: JSON.stringify(answer ?? null).includes('"5"'), text: findResults(messages)[0]?.result },
      { calls: [[2, 3]], answers: true, text: "Five." },
    );
  },

  async interrupt({ sdk, options }) {
    const scenario = {
      turns: [{ replies: [{ blocks: [{ text: "This goes on and on" }], hang: true }] }, { replies: ["Back."] }],
    };
    const prompts = createPrompts();
    prompts.say("talk");
    const query = sdk.query({ prompt: prompts, options: options(scenario, { includePartialMessages: true }) });
    let [isStopped, results] = [false, 0];
    const messages = await collectMessages(query, ({ type, event }) => {
      if (!isStopped && type === "stream_event" && event?.type === "content_block_delta") {
        isStopped = true;
        void query.interrupt();
      }
      if (type !== "result") return;
      results += 1;
      if (results === 1) prompts.say("again");
      else prompts.end();
    });
    return expectEqual(
      findResults(messages).map(({ subtype, result }) => result ?? subtype),
      ["error_during_execution", "Back."],
    );
  },

  async "set model"({ sdk, options }) {
    const scenario = { turns: [{ replies: ["One."] }, { replies: ["Two."] }] };
    const prompts = createPrompts();
    prompts.say("first");
    const query = sdk.query({ prompt: prompts, options: options(scenario, { model: "claude-sonnet-4-5" }) });
    let isSet = false;
    const messages = await collectMessages(query, ({ type }) => {
      if (type !== "result") return;
      if (isSet) return prompts.end();
      isSet = true;
      void query.setModel("claude-haiku-4-5").then(() => prompts.say("second"));
    });
    const models = messages.filter(({ type }) => type === "assistant").map(({ message }) => message?.model);
    return expectEqual(models, ["claude-sonnet-4-5", "claude-haiku-4-5"]);
  },

  async "partial messages"({ sdk, options }) {
    const scenario = { turns: [{ replies: ["A text long enough for several pieces."] }] };
    const messages = await collectMessages(
      sdk.query({ prompt: "Hi", options: options(scenario, { includePartialMessages: true }) }),
    );
    const kinds = messages.filter(({ type }) => type === "stream_event").map(({ event }) => event?.type);
    return expectEqual(
      {
        first: kinds[0],
        last: kinds.at(-1),
        deltas: kinds.filter((kind) => kind === "content_block_delta").length > 1,
      },
      { first: "message_start", last: "message_stop", deltas: true },
    );
  },

  async resume({ sdk, options }) {
    const scenario = { turns: [{ replies: ["One."] }, { replies: ["Two."] }] };
    const first = await collectMessages(sdk.query({ prompt: "first", options: options(scenario) }));
    const session = findResults(first)[0]?.session_id;
    const second = await collectMessages(
      sdk.query({ prompt: "second", options: options(scenario, { resume: session }) }),
    );
    const forked = await collectMessages(
      sdk.query({ prompt: "third", options: options(scenario, { resume: session, forkSession: true }) }),
    );
    const [again, fork] = [findResults(second)[0], findResults(forked)[0]];
    return expectEqual(
      {
        text: again?.result,
        isSame: again?.session_id === session,
        isFork: fork?.session_id !== session && fork !== undefined,
      },
      { text: "Two.", isSame: true, isFork: true },
    );
  },

  async "structured output"({ sdk, options }) {
    const scenario = { turns: [{ replies: [call("no number"), call(42), "Done."] }] };
    const schema = { type: "object", properties: { answer: { type: "number" } }, required: ["answer"] };
    const messages = await collectMessages(
      sdk.query({ prompt: "Count", options: options(scenario, { outputFormat: { type: "json_schema", schema } }) }),
    );
    return expectEqual(findResults(messages)[0]?.structured_output, { answer: 42 });
  },
};
