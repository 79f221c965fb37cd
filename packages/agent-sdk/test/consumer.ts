// Typical programs written for the official Agent SDK, with nothing changed but the import. That they compile is the test of
// the types (`tsc -b`); `consumer.test.ts` runs them.
import {
  AbortError,
  createSdkMcpServer,
  query,
  tool,
  type CanUseTool,
  type HookCallback,
  type HookInput,
  type McpServerConfig,
  type Options,
  type PermissionMode,
  type PermissionResult,
  type PreToolUseHookInput,
  type Query,
  type SDKAssistantMessage,
  type SDKMessage,
  type SDKResultMessage,
  type SDKSystemMessage,
  type SDKUserMessage,
} from "@unspool/agent-sdk";
import { z } from "zod";

export interface Summary {
  text: string;
  sessionId: string;
  costUsd: number;
  tools: string[];
  inputTokens: number;
}

export async function summarize(prompt: string, options: Options): Promise<Summary> {
  let sessionId = "";
  let text = "";
  let costUsd = 0;
  let inputTokens = 0;
  const tools: string[] = [];
  for await (const message of query({ prompt, options })) {
    switch (message.type) {
      case "system":
        if (message.subtype === "init") sessionId = message.session_id;
        break;
      case "assistant":
        tools.push(...toolNames(message));
        break;
      case "user":
        if (typeof message.message.content !== "string") {
          for (const block of message.message.content) {
            if (block.type === "tool_result" && block.is_error) throw new Error(`${block.tool_use_id} failed`);
          }
        }
        break;
      case "result": {
        const failure = describeFailure(message);
        if (failure !== undefined) throw new Error(failure);
        if (message.subtype === "success") text = message.result;
        costUsd = message.total_cost_usd;
        inputTokens = message.usage.input_tokens;
        break;
      }
      default:
        break;
    }
  }
  return { text, sessionId, costUsd, tools, inputTokens };
}

function toolNames(message: SDKAssistantMessage): string[] {
  const names: string[] = [];
  for (const block of message.message.content) {
    if (block.type === "tool_use") names.push(block.name);
  }
  return names;
}

function describeFailure(result: SDKResultMessage): string | undefined {
  if (result.subtype === "success") return result.is_error ? result.result : undefined;
  return `${result.subtype}: ${result.errors.join(", ")} after ${result.num_turns} turns`;
}

export async function typewriter(prompt: string, options: Options, write: (text: string) => void): Promise<void> {
  for await (const message of query({ prompt, options: { ...options, includePartialMessages: true } })) {
    if (message.type !== "stream_event") continue;
    const { event } = message;
    if (event.type === "content_block_delta" && event.delta.type === "text_delta") write(event.delta.text);
  }
}

export async function chat(prompts: string[], options: Options): Promise<string[]> {
  const answers: string[] = [];
  let next: () => void = () => undefined;
  async function* input(): AsyncGenerator<SDKUserMessage> {
    for (const content of prompts) {
      yield { type: "user", session_id: "", message: { role: "user", content }, parent_tool_use_id: null };
      await new Promise<void>((resolve) => {
        next = resolve;
      });
    }
  }
  const conversation: Query = query({ prompt: input(), options });
  const mode: PermissionMode = "acceptEdits";
  await conversation.setPermissionMode(mode);
  for await (const message of conversation) {
    if (message.type !== "result") continue;
    answers.push(message.subtype === "success" ? message.result : message.subtype);
    next();
  }
  return answers;
}

export const denyShell: CanUseTool = async (toolName, input, { suggestions, signal }): Promise<PermissionResult> => {
  if (signal.aborted || toolName === "Bash") return { behavior: "deny", message: "No shell.", interrupt: false };
  return { behavior: "allow", updatedInput: input, ...(suggestions ? { updatedPermissions: suggestions } : {}) };
};

export function guarded(log: string[]): NonNullable<Options["hooks"]> {
  const before: HookCallback = async (input: HookInput, toolUseID, { signal }) => {
    if (input.hook_event_name !== "PreToolUse" || signal.aborted) return {};
    const { tool_name: name, tool_input: given } = input as PreToolUseHookInput;
    log.push(`${name} ${toolUseID ?? ""} ${(given as { command?: string }).command ?? ""}`);
    if ((given as { command?: string }).command?.includes("rm -rf")) {
      return {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "Not that.",
        },
      };
    }
    return { continue: true };
  };
  return { PreToolUse: [{ matcher: "Bash", hooks: [before], timeout: 10 }], Stop: [{ hooks: [async () => ({})] }] };
}

export function calculator(): Record<string, McpServerConfig> {
  const add = tool(
    "add",
    "Adds two numbers",
    { a: z.number(), b: z.number().describe("the other one") },
    async ({ a, b }) => ({ content: [{ type: "text", text: `${a + b}` }] }),
    { annotations: { readOnlyHint: true } },
  );
  const greet = tool("greet", "Greets", { name: z.string(), loud: z.boolean().optional() }, async ({ name, loud }) => {
    const text = loud ? name.toUpperCase() : name;
    return { content: [{ type: "text", text }], isError: text === "" };
  });
  const own = createSdkMcpServer({ name: "calculator", version: "1.0.0", tools: [add, greet] });
  return { calculator: own, files: { command: "files-server", args: ["--read-only"], env: { LEVEL: "1" } } };
}

export const everything: Options = {
  model: "claude-sonnet-4-5",
  cwd: ".",
  allowedTools: ["Read", "mcp__calculator__add"],
  disallowedTools: ["WebFetch"],
  permissionMode: "default",
  systemPrompt: { type: "preset", preset: "claude_code", append: "Be brief." },
  settingSources: ["project"],
  maxTurns: 3,
  maxBudgetUsd: 1,
  agents: { reviewer: { description: "Reviews", prompt: "You review.", tools: ["Read"], model: "haiku" } },
  outputFormat: { type: "json_schema", schema: { type: "object" } },
  thinking: { type: "enabled", budgetTokens: 2000 },
  env: { ...process.env, EXTRA: "1" },
  extraArgs: { "replay-user-messages": null },
  stderr: (data: string) => void data.length,
};

export async function stopAfter(
  prompt: string,
  options: Options,
  isEnough: (message: SDKMessage) => boolean,
): Promise<string> {
  const abortController = new AbortController();
  try {
    for await (const message of query({ prompt, options: { ...options, abortController } })) {
      if (isEnough(message)) abortController.abort();
    }
    return "ended";
  } catch (error) {
    return error instanceof AbortError ? "aborted" : String(error);
  }
}

export async function describe(conversation: Query, start: SDKSystemMessage): Promise<string> {
  const [commands, models, servers, account] = await Promise.all([
    conversation.supportedCommands(),
    conversation.supportedModels(),
    conversation.mcpServerStatus(),
    conversation.accountInfo(),
  ]);
  const failed = start.mcp_servers.filter((server) => server.status === "failed").map((server) => server.name);
  const names = [...commands.map((command) => command.name), ...models.map((model) => model.displayName)];
  return [
    start.model,
    ...start.tools,
    ...names,
    ...servers.map(({ name }) => name),
    ...failed,
    account.email ?? "",
  ].join(" ");
}
