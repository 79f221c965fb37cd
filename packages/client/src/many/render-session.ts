// A session as a text that another model can read: who said what, calls with their inputs and results, sub-agents under
// the call that started them. No longer than it may be: of what is too long the middle is left out, and the gap says so.

import type { AgentState, Json, List, SessionState, TranscriptBlock, TranscriptMessage } from "@unspool/protocol";

/** A share of the whole that one entry may take: one huge file must not push everything else out. */
const ENTRY_SHARE = 4;

export function renderSession(state: SessionState, maxChars: number): string {
  const entries = entriesOf(state, state.main.messages, "").map((entry) =>
    shorten(entry, Math.ceil(maxChars / ENTRY_SHARE)),
  );
  return shorten(entries.join("\n\n"), maxChars);
}

function entriesOf(state: SessionState, messages: List<TranscriptMessage>, who: string): readonly string[] {
  return [...messages].flatMap((message): readonly string[] => {
    if (message.status === "retracted") return [];
    if (message.type === "user") return isSaid(message.origin) ? [`${who}[user]\n${message.text}`] : [];
    return [...message.blocks].flatMap((block) =>
      block.status === "retracted" ? [] : blockEntries(state, block, who),
    );
  });
}

/** A person's words, and the task that a sub-agent was given. What the CLI itself adds is not for the next model. */
function isSaid(origin: string): boolean {
  return origin === "human" || origin === "replay" || origin === "subagent-prompt";
}

function blockEntries(state: SessionState, block: TranscriptBlock, who: string): readonly string[] {
  if (block.type === "text") return block.text.trim() === "" ? [] : [`${who}[assistant]\n${block.text}`];
  if (block.type !== "tool-call") return [];
  const call = state.toolCalls.get(block.toolUseId);
  const agent: AgentState | undefined = state.agents.get(block.toolUseId);
  const input = call?.input === undefined || call.input === null ? (call?.inputText ?? "") : inputText(call.input);
  const result = call?.result;
  return [
    `${who}[tool call: ${block.name}]\n${input}`,
    ...(agent === undefined
      ? []
      : entriesOf(state, agent.messages, `${who}[agent: ${agent.agentType ?? agent.description ?? block.name}] `)),
    result === undefined
      ? `${who}[no result of ${block.name}: ${call?.status ?? "aborted"}]`
      : `${who}[${result.isError ? "error" : "result"} of ${block.name}]\n${result.text}`,
  ];
}

function inputText(input: Json): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

/** Keeps the beginning and the end: what was asked, and what came of it. */
function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const gap = `\n[… ${text.length - maxChars} characters left out …]\n`;
  const kept = Math.max(0, maxChars - gap.length);
  const head = text.slice(0, Math.ceil(kept / 2));
  const tail = text.slice(text.length - Math.floor(kept / 2));
  // A character may be a pair of halves: none is cut in two.
  return `${head.replace(/[\uD800-\uDBFF]$/, "")}${gap}${tail.replace(/^[\uDC00-\uDFFF]/, "")}`;
}
