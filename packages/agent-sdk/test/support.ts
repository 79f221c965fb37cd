// Runs a query against the simulator's executable.
import { fakeClaude, type FakeClaude, type FakeClaudeOptions } from "@unspool/simulator/testing";
import { onTestFinished } from "vitest";
import { query, type Options, type Query, type SDKMessage, type SDKUserMessage } from "../src/index.ts";

export interface Played {
  readonly claude: FakeClaude;
  readonly query: Query;
}

/** Permissions are not asked for unless a test does. */
export function play(
  scenario: FakeClaudeOptions["scenario"],
  prompt: string | AsyncIterable<SDKUserMessage>,
  options: Options = {},
  more: Omit<FakeClaudeOptions, "scenario"> = {},
): Played {
  const claude = fakeClaude({ scenario, ...more });
  const started = query({
    prompt,
    options: {
      pathToClaudeCodeExecutable: claude.path,
      permissionMode: "bypassPermissions",
      allowDangerouslySkipPermissions: true,
      ...options,
    },
  });
  onTestFinished(async () => {
    await started.return(undefined);
    claude.cleanup();
  });
  return { claude, query: started };
}

export async function all(messages: AsyncIterable<SDKMessage>): Promise<SDKMessage[]> {
  const list: SDKMessage[] = [];
  for await (const message of messages) list.push(message);
  return list;
}

/** Returns the text of each result. */
export function listResults(messages: readonly SDKMessage[]): string[] {
  return messages.flatMap((message) => {
    if (message.type !== "result") return [];
    return [message.subtype === "success" ? message.result : message.subtype];
  });
}

export function user(content: string): SDKUserMessage {
  return { type: "user", session_id: "", message: { role: "user", content }, parent_tool_use_id: null };
}

/** Whether a process exists, even as a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
