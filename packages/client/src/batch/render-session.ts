// Renders a session as text for another model: messages, calls with their inputs and results, and sub-agents under the call
// that started them. The middle of what is too long is replaced by a note.

import type { AgentState, Json, List, SessionState, TranscriptBlock, TranscriptMessage } from "@unspool/protocol";

/** Share of the text that one entry may take, so that one huge file does not push out everything else. */
const ENTRY_SHARE = 4;

export function renderSession(state: SessionState, maxChars: number): string {
  const entries = renderMessages(state, state.main.messages, "").map((entry) =>
    shorten(entry, Math.ceil(maxChars / ENTRY_SHARE)),
  );
  return shorten(entries.join("\n\n"), maxChars);
}

function renderMessages(state: SessionState, messages: List<TranscriptMessage>, who: string): readonly string[] {
  return [...messages].flatMap((message): readonly string[] => {
    if (message.status === "retracted") return [];
    if (message.type === "user") return isSaid(message.origin) ? [`${who}[user]\n${message.text}`] : [];
    return [...message.blocks].flatMap((block) => (block.status === "retracted" ? [] : renderBlock(state, block, who)));
  });
}

/** Whether it is a prompt of a person, or the task of a sub-agent. What the CLI adds is left out. */
function isSaid(origin: string): boolean {
  return origin === "human" || origin === "replay" || origin === "subagent-prompt";
}

function renderBlock(state: SessionState, block: TranscriptBlock, who: string): readonly string[] {
  if (block.type === "text") return block.text.trim() === "" ? [] : [`${who}[assistant]\n${block.text}`];
  if (block.type !== "tool-call") return [];
  const call = state.toolCalls.get(block.toolUseId);
  const agent: AgentState | undefined = state.agents.get(block.toolUseId);
  const input = call?.input === undefined || call.input === null ? (call?.inputText ?? "") : formatInput(call.input);
  const result = call?.result;
  return [
    `${who}[tool call: ${block.name}]\n${input}`,
    ...(agent === undefined
      ? []
      : renderMessages(state, agent.messages, `${who}[agent: ${agent.agentType ?? agent.description ?? block.name}] `)),
    result === undefined
      ? `${who}[no result of ${block.name}: ${call?.status ?? "aborted"}]`
      : `${who}[${result.isError ? "error" : "result"} of ${block.name}]\n${result.text}`,
  ];
}

function formatInput(input: Json): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

/** Keeps the beginning and the end, because the prompt and the outcome are there. */
function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const gap = `\n[… ${text.length - maxChars} characters left out …]\n`;
  const kept = Math.max(0, maxChars - gap.length);
  const head = text.slice(0, Math.ceil(kept / 2));
  const tail = text.slice(text.length - Math.floor(kept / 2));
  // Does not cut a surrogate pair in two.
  return `${head.replace(/[\uD800-\uDBFF]$/, "")}${gap}${tail.replace(/^[\uDC00-\uDFFF]/, "")}`;
}
