// Creates the page entries of an agent's messages, with other agents below the calls that started them. Each agent appears once,
// even if a stream describes a cycle.

import type { AgentState, SessionState, TranscriptBlock, TranscriptMessage } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";
import type { CallTimer } from "../view/content/call-duration.ts";
import { stripCliTags, parseTaskNotices } from "../view/content/cli-text.ts";
import { formatCount, formatQuantity, formatDuration } from "../output/format-numbers.ts";
import { summarizeInput, formatToolName } from "../view/content/tool-summary.ts";
import { createCallParts, countChangedLines } from "./call-parts.ts";
import type { Cleaner } from "./clean.ts";
import type { CallEntry, Entry, PageAgent, MessageSource } from "./model.ts";
import type { Note } from "./notes.ts";
import type { PictureReader } from "./picture.ts";

/** More deeply nested agents go to the end of the page: browsers stop at 512 nested elements. */
const MAX_DEPTH = 12;

export interface EntryContext {
  readonly state: SessionState;
  readonly notes: ReadonlyMap<string | null, readonly Note[]>;
  readonly clean: Cleaner;
  readonly readPicture: PictureReader;
  readonly durations: Pick<CallTimer, "durationMs">;
  /** Anchors of the agents that are on the page. */
  readonly placed: Map<string, string>;
}

/** Creates the entries of a range of messages and the notes between them. */
export function createEntries(
  context: EntryContext,
  agent: AgentState,
  start: number,
  end: number,
  depth: number,
): readonly Entry[] {
  const notes = context.notes.get(agent.id) ?? [];
  const isLast = end >= agent.messages.length;
  const entries: Entry[] = [];
  const addNotes = (position: number): void => {
    for (const note of notes) {
      if (note.position !== position) continue;
      entries.push({ type: "note", text: context.clean.line(note.text, 500), isBad: note.isBad });
    }
  };
  for (const position of orderPositions(agent, start, end)) {
    addNotes(position);
    const message = agent.messages.at(position);
    if (message !== undefined && message.status !== "retracted")
      entries.push(...createMessageEntries(context, message, agent, depth));
  }
  if (isLast) addNotes(end);
  return entries;
}

/** Puts the prompt first: 2.1.74 and older echo it after the first message of the answer. */
function orderPositions({ messages }: AgentState, start: number, end: number): readonly number[] {
  const positions = Array.from({ length: Math.max(0, end - start) }, (_position, index) => start + index);
  const [first, second] = [messages.at(start), end - start > 1 ? messages.at(start + 1) : undefined];
  const isLate = first?.type === "assistant" && second?.type === "user" && SPEAKERS[second.origin] === "person";
  return isLate ? [start + 1, start, ...positions.slice(2)] : positions;
}

export function createPageAgent(context: EntryContext, agent: AgentState, depth: number): PageAgent {
  const anchor = `agent-${context.placed.size + 1}`;
  context.placed.set(agent.id ?? "", anchor);
  const { clean, state } = context;
  const used = state.tasks.get(agent.taskId ?? "")?.usage;
  const tokens = used?.totalTokens ?? agent.usage.inputTokens + agent.usage.outputTokens;
  return {
    anchor,
    title: clean.line(agent.description ?? agent.prompt ?? "", 120) || "Agent",
    kind: clean.line(agent.agentType ?? "", 60),
    status: clean.line(agent.status, 40),
    figures: [
      ...(used === undefined ? [] : [formatQuantity(used.toolUses, "tool"), formatDuration(used.durationMs)]),
      ...(tokens > 0 ? [`${formatCount(tokens)} tokens`] : []),
      ...(agent.isBackgrounded ? ["in the background"] : []),
    ],
    entries: createEntries(context, agent, 0, agent.messages.length, depth),
  };
}

function createMessageEntries(
  context: EntryContext,
  message: TranscriptMessage,
  agent: AgentState,
  depth: number,
): readonly Entry[] {
  if (message.type === "assistant")
    return [...message.blocks].flatMap((block) => createBlockEntries(context, block, message.at, depth));
  const from = SPEAKERS[message.origin] ?? "system";
  // The call already shows the prompt.
  if (from === "task" && message.text === agent.prompt) return [];
  const { content, text } = message;
  const notices = from === "system" ? parseTaskNotices(text) : [];
  if (notices.length > 0)
    return notices.map((notice) => ({
      type: "note",
      text: context.clean.line(notice.text, 500),
      isBad: notice.isFailed,
    }));
  const pictures = typeof content === "string" ? [] : content.flatMap((block) => context.readPicture(block) ?? []);
  const whole = pictures.length === 0 || typeof content === "string" ? text : joinTexts(content);
  const shown = from === "system" ? stripCliTags(whole) : whole;
  return [
    ...(shown.trim() === ""
      ? []
      : [{ type: "message", from, text: context.clean.text(shown), isCut: false, at: message.at } as const]),
    ...pictures.map((picture) => ({ type: "picture", picture }) as const),
  ];
}

const SPEAKERS: Readonly<Record<string, MessageSource>> = {
  human: "person",
  replay: "person",
  "subagent-prompt": "task",
};

function joinTexts(content: readonly unknown[]): string {
  const texts = content.map((block) => asObject(block)?.["text"]);
  return texts.filter((text) => typeof text === "string").join("\n");
}

function createBlockEntries(
  context: EntryContext,
  block: TranscriptBlock,
  at: number | undefined,
  depth: number,
): readonly Entry[] {
  if (block.status === "retracted") return [];
  const { clean } = context;
  switch (block.type) {
    case "text":
      return block.text.trim() === ""
        ? []
        : [{ type: "message", from: "model", text: clean.text(block.text), isCut: block.status === "aborted", at }];
    case "thinking":
      return [{ type: "thinking", text: clean.text(block.text) }];
    case "tool-call":
      return [createCallEntry(context, block.toolUseId, block.name, depth)];
    case "other":
      return createOtherEntries(context, block.content);
  }
}

function createCallEntry(context: EntryContext, toolUseId: string, name: string, depth: number): CallEntry {
  const { state, clean, placed, readPicture, durations } = context;
  const call = state.toolCalls.get(toolUseId) ?? { id: toolUseId, name, agent: null, status: "aborted", inputText: "" };
  const agent = placed.has(toolUseId) ? undefined : state.agents.get(toolUseId);
  return {
    type: "call",
    name: clean.line(formatToolName(name), 80),
    summary: clean.line(summarizeInput(clean.value(call.input), name, state.setup.cwd), 160),
    status: call.status,
    durationMs: durations.durationMs(toolUseId),
    changed: countChangedLines(call),
    parts: createCallParts(call, clean, readPicture),
    agent: agent === undefined || depth >= MAX_DEPTH ? undefined : createPageAgent(context, agent, depth + 1),
  };
}

function createOtherEntries({ clean, readPicture }: EntryContext, content: unknown): readonly Entry[] {
  const picture = readPicture(content);
  if (picture !== undefined) return [{ type: "picture", picture }];
  const type = asObject(content)?.["type"];
  if (type === "redacted_thinking") return [{ type: "note", text: "Thinking, encrypted by the API", isBad: false }];
  return [
    {
      type: "data",
      label: clean.line(typeof type === "string" ? type : "unknown block", 60),
      text: clean.json(clean.value(content)),
    },
  ];
}
