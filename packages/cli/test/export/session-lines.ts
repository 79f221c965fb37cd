// Streams for the tests, line by line, as a CLI writes them.

import { decode, endSession, initialState, reduce } from "@unspool/protocol";
import { loadRun } from "../../../../fixtures/load.ts";
import type { CountedCost } from "../../src/export/counted-cost.ts";
import { toNote, type Note } from "../../src/export/notes.ts";
import { createSessionPage } from "../../src/export/page.ts";
import { createCallTimer } from "../../src/view/content/call-duration.ts";
import type { SessionPage } from "../../src/export/model.ts";

export const SESSION_ID = "6f1c1b1e-5c2e-4f0a-9a53-2f5d1f0f7a10";

/** A real CLI's stream: two agents, an edit, a failure. */
export function recording(): string {
  return loadRun("recordings/demo/fix-the-test").stdout.toString();
}

type Block = Readonly<Record<string, unknown>>;

let messages = 0;

export function init(): string {
  return line({
    type: "system",
    subtype: "init",
    cwd: "/work",
    model: "claude-test",
    tools: [],
    mcp_servers: [],
    session_id: SESSION_ID,
    uuid: "i",
  });
}

export function says(blocks: readonly Block[], agent: string | null = null): string {
  messages += 1;
  const message = {
    id: `msg_${messages}`,
    type: "message",
    role: "assistant",
    model: "claude-test",
    content: blocks,
    stop_reason: null,
    usage: { input_tokens: 5, output_tokens: 7 },
  };
  return line({ type: "assistant", message, parent_tool_use_id: agent, session_id: SESSION_ID, uuid: `a${messages}` });
}

export function prompt(content: string | readonly Block[], agent: string | null = null): string {
  messages += 1;
  return line({
    type: "user",
    message: { role: "user", content },
    parent_tool_use_id: agent,
    session_id: SESSION_ID,
    uuid: `u${messages}`,
  });
}

export function calls(id: string, name: string, input: unknown): Block {
  return { type: "tool_use", id, name, input };
}

export function answers(id: string, content: unknown, agent: string | null = null, isError = false): string {
  return prompt([{ type: "tool_result", tool_use_id: id, content, is_error: isError }], agent);
}

export function ends(text = "done"): string {
  return line({
    type: "result",
    subtype: "success",
    is_error: false,
    duration_ms: 1200,
    num_turns: 1,
    result: text,
    session_id: SESSION_ID,
    total_cost_usd: 0.25,
    usage: { input_tokens: 5, output_tokens: 7 },
    modelUsage: {},
    permission_denials: [],
    uuid: "r",
  });
}

export async function pageFrom(
  stream: string,
  options: { readonly redacts?: boolean; readonly maxText?: number } = {},
  cost?: CountedCost,
): Promise<SessionPage> {
  let state = initialState();
  const notes: Note[] = [];
  const durations = createCallTimer();
  for await (const event of decode([stream])) {
    state = reduce(state, event);
    durations.push(event);
    const note = toNote(event, state);
    if (note !== undefined) notes.push(note);
  }
  return createSessionPage(endSession(state), notes, durations, { maxText: 64_000, ...options }, cost);
}

function line(message: unknown): string {
  return `${JSON.stringify(message)}\n`;
}
