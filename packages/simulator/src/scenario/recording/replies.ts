// Converts recorded messages to the replies of a scenario.

import type { TokenUsage, ToolResultEvent } from "@unspool/protocol";

import { isRecord, type JsonObject } from "../../json.ts";
import { shortenReply } from "../build/say.ts";
import type { AgentScript, Block, Reply, ReplyDetails, ToolBlock, Usage } from "../types.ts";
import type { RecordedBlock } from "./block.ts";
import { toCallKey, type Recorded, type RecordedMessage, type RecordedTurn } from "./read.ts";

/** Longer than any host waits for an interrupt. */
const endlessMs = 3_600_000;

export function toReplies(turn: RecordedTurn, recorded: Recorded): readonly Reply[] {
  const isInterrupted = turn.end?.outcome === "interrupted";
  const messages = turn.messages.filter(({ isSynthetic, error }) => !isSynthetic || error !== undefined);
  const details = addTurnUsage(
    messages.map((message) => toDetails(message, recorded, isInterrupted)),
    turn.end?.mainAgentUsage,
  );
  if (!isInterrupted) return details.map(shortenReply);
  const last = details.at(-1) ?? {};
  const isInTool = (last.blocks ?? []).some((block) => "tool" in block);
  return [...details.slice(0, -1).map(shortenReply), isInTool ? shortenReply(last) : { ...last, hang: true }];
}

function toDetails(message: RecordedMessage, recorded: Recorded, isInterrupted: boolean): ReplyDetails {
  const { stopReason, rateLimit, error, breakAfterPieces } = message;
  const blocks = [...message.blocks]
    .toSorted(([left], [right]) => left - right)
    // A cut block was discarded, except in an interrupted turn.
    .filter(([, block]) => !block.isCut || (isInterrupted && block.kind !== "tool"))
    .map(([, block]) => toBlock(block, recorded, isInterrupted));
  const usual = blocks.some((block) => "tool" in block) ? "tool_use" : "end_turn";
  const usage = message.isSynthetic ? undefined : toUsage(message.usage);
  return {
    ...(blocks.length === 0 ? {} : { blocks }),
    ...(stopReason === undefined || stopReason === null || stopReason === usual || message.isSynthetic
      ? {}
      : { stopReason }),
    ...(usage === undefined ? {} : { usage }),
    ...(error === undefined ? {} : { error }),
    ...(breakAfterPieces === undefined ? {} : { breakAfterPieces }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
  };
}

function toBlock(block: RecordedBlock, recorded: Recorded, isInterrupted: boolean): Block {
  switch (block.kind) {
    case "text":
      return { text: block.text };
    case "thinking":
      return { thinking: block.thinking, ...(block.signature === undefined ? {} : { signature: block.signature }) };
    case "tool":
      return toToolBlock(block, recorded, isInterrupted);
    case "other":
      return { block: block.content };
  }
}

function toToolBlock(
  block: Extract<RecordedBlock, { kind: "tool" }>,
  recorded: Recorded,
  isInterrupted: boolean,
): ToolBlock {
  const { id, name, input } = block;
  const result = recorded.results.get(id);
  const prompt = isRecord(input) && typeof input["prompt"] === "string" ? input["prompt"] : undefined;
  const isAgent = prompt !== undefined && (name === "Agent" || name === "Task" || recorded.agents.has(id));
  if (isAgent) return { tool: "Agent", input, agent: toAgentScript(id, result, recorded) };
  const hasAsked = recorded.asked.has(id) || recorded.asked.has(toCallKey(name, input));
  const isRefused = hasAsked && result?.isError === true;
  if (isInterrupted && !hasAsked && result?.isError !== false) return { tool: name, input, durationMs: endlessMs };
  return { tool: name, input, ...(result === undefined || isRefused ? {} : toResult(result)) };
}

function toResult({ content, isError, structured }: ToolResultEvent): Partial<ToolBlock> {
  const blocks = Array.isArray(content) ? content.map((part: unknown) => part as JsonObject) : undefined;
  const result = typeof content === "string" ? content : blocks;
  return {
    ...(result === undefined ? {} : { result }),
    ...(isError ? { isError } : {}),
    ...(structured === undefined ? {} : { structured }),
  };
}

function toAgentScript(id: string, result: ToolResultEvent | undefined, recorded: Recorded): AgentScript {
  const messages = (recorded.agents.get(id) ?? []).filter(({ isSynthetic }) => !isSynthetic);
  // The lines of agents have unfinished usage, right only by chance.
  const replies = messages.map(({ usage: _, ...message }) => toDetails(message, recorded, false));
  const report = findReport(result) ?? recorded.reports.get(id);
  // An agent's text is not always in the stream. Its report is, in the result of its call.
  const last = replies.at(-1)?.blocks ?? [];
  const isOver = last.length > 0 && !last.some((block) => "tool" in block);
  return { replies: [...replies.map(shortenReply), ...(isOver ? [] : [report ?? "Done."])] };
}

function findReport(result: ToolResultEvent | undefined): string | undefined {
  const structured = result?.structured;
  if (isRecord(structured) && structured["isAsync"] === true) return undefined;
  const content: unknown = isRecord(structured) ? structured["content"] : result?.content;
  // 2.1.325 puts its own notes before the report, and counts them.
  const notes = isRecord(structured) ? Number(structured["harnessNoteCount"] ?? 0) : 0;
  const first: unknown = Array.isArray(content) ? content[notes] : content;
  if (typeof first === "string") return first;
  return isRecord(first) && typeof first["text"] === "string" ? first["text"] : undefined;
}

function toUsage(usage: TokenUsage | undefined): Partial<Usage> | undefined {
  if (usage === undefined) return undefined;
  const { inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens } = usage;
  return {
    inputTokens,
    outputTokens,
    ...(cacheCreationTokens === 0 ? {} : { cacheCreationInputTokens: cacheCreationTokens }),
    ...(cacheReadTokens === 0 ? {} : { cacheReadInputTokens: cacheReadTokens }),
  };
}

/** Without partial messages 2.1 reports one output token per message. The rest is in the usage of the turn. */
function addTurnUsage(replies: readonly ReplyDetails[], usage: TokenUsage | undefined): readonly ReplyDetails[] {
  const reported = replies.reduce((sum, reply) => sum + (reply.usage?.outputTokens ?? 0), 0);
  const missing = (usage?.outputTokens ?? 0) - reported;
  const last = replies.findLastIndex((reply) => reply.usage !== undefined);
  if (missing <= 0) return replies;
  return replies.map((reply, index) =>
    index === last
      ? { ...reply, usage: { ...reply.usage, outputTokens: (reply.usage?.outputTokens ?? 0) + missing } }
      : reply,
  );
}
