// The order of messages and callbacks. The simulator writes a message and the request about it in one piece; the conformance
// run compares with the official SDK.
import { describe, expect, test } from "vitest";
import type { HookCallback, Options } from "../../src/index.ts";
import { play, user } from "../support.ts";

const look = { tool: "Bash", input: { command: "echo hi", description: "Say hi" }, result: "hi" };
const touch = { tool: "Bash", input: { command: "touch note", description: "Note" }, result: "", asks: true };

const WANTED = [
  "UserPromptSubmit",
  "system",
  "assistant text",
  "assistant tool_use",
  "PreToolUse",
  "canUseTool",
  "PostToolUse",
  "user tool_result",
  "assistant text",
  "Stop",
  "result",
];

/** Notes what is called and what is read. */
function watch() {
  const seen: string[] = [];
  const hook =
    (name: string): HookCallback =>
    async () => {
      seen.push(name);
      return {};
    };
  const names = ["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"] as const;
  const options: Options = {
    permissionMode: "default",
    hooks: Object.fromEntries(names.map((name) => [name, [{ hooks: [hook(name)] }]])),
    async canUseTool(_name, input) {
      seen.push("canUseTool");
      return { behavior: "allow", updatedInput: input };
    },
  };
  return { seen, options };
}

describe("callbacks and messages", () => {
  test("follow the order of the lines for a reader that only reads", async () => {
    const { seen, options } = watch();
    const { query } = play({ turns: [{ replies: [[{ text: "May I?" }, touch], "Done."] }] }, "Go", options);
    for await (const message of query) {
      const content = message.type === "assistant" || message.type === "user" ? message.message.content : [];
      const blocks = Array.isArray(content) ? content.map(({ type }) => type) : [];
      seen.push([message.type, ...blocks].join(" "));
    }
    expect(seen).toEqual(WANTED);
  });

  test("continue without a reader", async () => {
    const { seen, options } = watch();
    let tellStop: (() => void) | undefined;
    const stopped = new Promise<void>((resolve) => (tellStop = resolve));
    const Stop = [
      {
        hooks: [
          async () => {
            tellStop?.();
            return {};
          },
        ],
      },
    ];
    const { query } = play({ turns: [{ replies: [[look], [touch], "Done."] }] }, stream(stopped), {
      ...options,
      hooks: { ...options.hooks, Stop },
    });
    await stopped;
    expect(seen).toEqual(["UserPromptSubmit", "PreToolUse", "PostToolUse", "PreToolUse", "canUseTool", "PostToolUse"]);
    const types: string[] = [];
    for await (const { type } of query) types.push(type);
    expect(types).toEqual(["system", "assistant", "user", "assistant", "user", "assistant", "result"]);
  });
});

async function* stream(until: Promise<void>) {
  yield user("Go");
  await until;
}
