// The fields of a turn's result, computed from the states before and after it. Nothing else is recorded, so an interrupted
// turn has as complete a result as one that ended.

import type { SessionState, ToolCall, TranscriptMessage, TurnEndEvent } from "@unspool/protocol";
import {
  maxUsage,
  NO_USAGE,
  computeReportedGrowth,
  subtractUsage,
  sumUsage,
  countTokens,
  type ReportedGrowth,
} from "../limits/usage.ts";
import type { TurnFields } from "./types.ts";
import type { Warning } from "../warning.ts";

export interface TurnFacts<Data> {
  /** The state when the turn began. */
  readonly before: SessionState;
  /** The state right after its end. */
  readonly after: SessionState;
  /** Undefined if the CLI did not end the turn. */
  readonly end: TurnEndEvent | undefined;
  /** Milliseconds since 1970, by the host's clock. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly warnings: readonly Warning[];
  readonly data: Data;
}

export function toTurnFields<Data>(facts: TurnFacts<Data>): TurnFields<Data> {
  const { before, after, end, startedAt, endedAt, warnings, data } = facts;
  const messages = findMessages(facts);
  const growth = computeReportedGrowth(end, before.ledger, after.ledger);
  const usageByModel = computeUsageByModel(facts, growth);
  return {
    outcome: end?.outcome ?? "error",
    text: toAnswer(end, messages),
    data,
    thinking: messages.flatMap((message) => collectTexts(message, "thinking")).filter((text) => text !== ""),
    toolCalls: findToolCalls(before, after),
    costUsd: growth.costUsd,
    // The CLI's total goes on when a session is resumed (2.1.325), and is 0 after an interrupt.
    totalCostUsd: Math.max(end?.totalCostUsd ?? 0, after.ledger.totalCostUsd),
    usage: sumUsage(usageByModel.map(({ usage }) => usage)),
    usageByModel,
    usageByAgent: computeUsageByAgent(facts),
    stopReason: end?.stopReason ?? findLastStopReason(messages),
    subtype: end?.subtype,
    denials: end?.denials ?? [],
    deferred: end?.deferred,
    sessionId: after.sessionId,
    durationMs: Math.max(0, endedAt - startedAt),
    warnings: [...warnings, ...createMalformedWarnings(before, after)],
  };
}

function createMalformedWarnings(before: SessionState, after: SessionState): readonly Warning[] {
  const count = after.counts.malformed - before.counts.malformed;
  if (count <= 0) return [];
  const advice = "see the events of type `malformed`";
  const message = `${count} ${count === 1 ? "line" : "lines"} of Claude's output could not be parsed: ${advice}.`;
  return [{ code: "lines-malformed", message, details: { advice } }];
}

/** Returns the main agent's messages of this turn that were not retracted. */
function findMessages({ before, after }: TurnFacts<unknown>): readonly AssistantMessage[] {
  const messages: AssistantMessage[] = [];
  for (let index = before.main.messages.length; index < after.main.messages.length; index += 1) {
    const message = after.main.messages.at(index);
    if (message?.type === "assistant" && message.status !== "retracted") messages.push(message);
  }
  return messages;
}

type AssistantMessage = Extract<TranscriptMessage, { readonly type: "assistant" }>;

/** The model of the message that the CLI makes of an API error. */
const SYNTHETIC_MODEL = "<synthetic>";

/** Returns the answer by the rules of the protocol's `finalText`, or all text so far if there is no result. */
function toAnswer(end: TurnEndEvent | undefined, messages: readonly AssistantMessage[]): string {
  if (end?.outcome === "success" && end.text !== "") return end.text;
  // The text of an error is no answer, but a message before it may be one.
  const answering = end?.outcome === "error" ? messages.filter(({ model }) => model !== SYNTHETIC_MODEL) : messages;
  const texts = answering.map((message) => joinTexts(collectTexts(message, "text"), "")).filter((text) => text !== "");
  return end === undefined ? joinTexts(texts, "\n\n") : (texts.at(-1) ?? "");
}

/** Half of the length at which V8 throws (2^29 characters). */
const MAX_TEXT_LENGTH = 2 ** 28;

/** Joins the texts, or only the last ones if all together would be too long for a string. */
function joinTexts(texts: readonly string[], separator: string): string {
  let length = 0;
  let first = texts.length;
  while (first > 0) {
    length += (texts[first - 1] ?? "").length + separator.length;
    if (length > MAX_TEXT_LENGTH) break;
    first -= 1;
  }
  return texts.slice(first).join(separator);
}

function collectTexts(message: AssistantMessage, type: "text" | "thinking"): readonly string[] {
  return [...message.blocks].flatMap((block) =>
    block.type === type && block.status !== "retracted" ? [block.text] : [],
  );
}

function findLastStopReason(messages: readonly AssistantMessage[]): string | null {
  return messages.at(-1)?.stopReason ?? null;
}

/** Returns the calls of all agents that began in this turn, and earlier ones that ended in it. */
function findToolCalls(before: SessionState, after: SessionState): readonly ToolCall[] {
  return after.toolCalls
    .changesSince(before.toolCalls)
    .flatMap(([call, known]) => (known === undefined || hasEnded(known, call) ? [call] : []));
}

function hasEnded(before: ToolCall, after: ToolCall): boolean {
  return before.result !== after.result || (isOpen(before) && !isOpen(after));
}

function isOpen({ status }: ToolCall): boolean {
  return status === "streaming" || status === "running" || status === "waiting-for-permission";
}

/** Returns usage by difference, the main agent first. Its lines have too little without deltas, so `turn-end` counts too. */
function computeUsageByAgent({ before, after, end }: TurnFacts<unknown>): TurnFields["usageByAgent"] {
  const isOne = after.ledger.turns.length - before.ledger.turns.length === 1;
  const reported = (isOne ? end?.mainAgentUsage : undefined) ?? NO_USAGE;
  const main = maxUsage(subtractUsage(after.main.usage, before.main.usage), reported);
  const agents = [{ agent: null as string | null, usage: main }];
  for (const [{ id, usage }, known] of after.agents.changesSince(before.agents)) {
    const earlier = known?.usage ?? NO_USAGE;
    if (usage !== earlier) agents.push({ agent: id, usage: subtractUsage(usage, earlier) });
  }
  return agents;
}

/**
 * Returns usage as the CLI reports it, which includes agents, whose lines have too little, and the CLI's own small requests.
 * Messages count only if the report is incomplete. Otherwise an agent in the background would count twice, because its lines
 * come before one result and its figures with the next.
 */
function computeUsageByModel(
  { before, after }: TurnFacts<unknown>,
  growth: ReportedGrowth,
): TurnFields["usageByModel"] {
  const models = [...growth.models];
  // Results name the context window in the model (`claude-sonnet-4-5[1m]`), messages do not.
  const indexByModel = new Map(models.map(({ model }, index) => [model.replace(/\[[^[]*$/, ""), index]));
  for (const [index, { model }] of models.entries()) indexByModel.set(model, index);
  for (const [{ model, usage }, known] of growth.isComplete ? [] : after.ledger.said.changesSince(before.ledger.said)) {
    const said = subtractUsage(usage, known?.usage ?? NO_USAGE);
    const index = indexByModel.get(model) ?? -1;
    const figures = models[index];
    if (figures === undefined) models.push({ model, usage: said, costUsd: 0 });
    else models[index] = { ...figures, usage: maxUsage(figures.usage, said) };
  }
  return models.filter(({ usage, costUsd }) => costUsd > 0 || countTokens(usage) > 0);
}
