// What a turn has to tell, from the states before and after it. Nothing is kept beside the states, so it is as right as
// they are, for a turn that was cut off as for one that ended.

import type { SessionState, ToolCall, TranscriptMessage, TurnEndEvent } from "@unspool/protocol";
import {
  highestUsage,
  NO_USAGE,
  reportedGrowth,
  subtractUsage,
  sumUsage,
  tokensOf,
  type ReportedGrowth,
} from "../guard/usage.ts";
import type { TurnFields, Warning } from "./types.ts";

export interface TurnFacts<Data> {
  /** When it began. */
  readonly before: SessionState;
  /** Right after its end. */
  readonly after: SessionState;
  /** Undefined if the CLI never ended it. */
  readonly end: TurnEndEvent | undefined;
  /** Milliseconds since 1970, by the host's clock. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly warnings: readonly Warning[];
  readonly data: Data;
}

export function turnFieldsOf<Data>(facts: TurnFacts<Data>): TurnFields<Data> {
  const { before, after, end, startedAt, endedAt, warnings, data } = facts;
  const messages = messagesOf(facts);
  const growth = reportedGrowth(end, before.ledger, after.ledger);
  const usageByModel = modelsOf(facts, growth);
  return {
    outcome: end?.outcome ?? "error",
    text: answerOf(end, messages),
    data,
    thinking: messages.flatMap((message) => textsOf(message, "thinking")).filter((text) => text !== ""),
    toolCalls: toolCallsOf(before, after),
    costUsd: growth.costUsd,
    // The CLI's own count goes on when a session is resumed (2.1.325), and is 0 after an interrupt.
    totalCostUsd: Math.max(end?.totalCostUsd ?? 0, after.ledger.totalCostUsd),
    usage: sumUsage(usageByModel.map(({ usage }) => usage)),
    usageByModel,
    usageByAgent: agentsOf(facts),
    stopReason: end?.stopReason ?? lastStopReason(messages),
    subtype: end?.subtype,
    denials: end?.denials ?? [],
    deferred: end?.deferred,
    sessionId: after.sessionId,
    durationMs: Math.max(0, endedAt - startedAt),
    warnings: [...warnings, ...malformedIn(before, after)],
  };
}

function malformedIn(before: SessionState, after: SessionState): readonly Warning[] {
  const count = after.counts.malformed - before.counts.malformed;
  if (count <= 0) return [];
  const message = `${count} ${count === 1 ? "line" : "lines"} of Claude's output could not be read: see the events \`malformed\`.`;
  return [{ code: "lines-malformed", message }];
}

/** The main agent's messages in this turn that still count. */
function messagesOf({ before, after }: TurnFacts<unknown>): readonly AssistantMessage[] {
  const messages: AssistantMessage[] = [];
  for (let position = before.main.messages.length; position < after.main.messages.length; position += 1) {
    const message = after.main.messages.at(position);
    if (message?.type === "assistant" && message.status !== "retracted") messages.push(message);
  }
  return messages;
}

type AssistantMessage = Extract<TranscriptMessage, { readonly type: "assistant" }>;

/** The CLI puts an API error into a message of its own, with this for a model. */
const SYNTHETIC_MODEL = "<synthetic>";

/** The last words of the turn, by the rules of the protocol's `finalText`; without a result, all that had come. */
function answerOf(end: TurnEndEvent | undefined, messages: readonly AssistantMessage[]): string {
  if (end?.outcome === "success" && end.text !== "") return end.text;
  // An error's text is no answer, but what was said before it may be one.
  const spoken = end?.outcome === "error" ? messages.filter(({ model }) => model !== SYNTHETIC_MODEL) : messages;
  const texts = spoken.map((message) => joined(textsOf(message, "text"), "")).filter((text) => text !== "");
  return end === undefined ? joined(texts, "\n\n") : (texts.at(-1) ?? "");
}

/** V8 throws at 2^29 characters. */
const LONGEST_TEXT = 2 ** 28;

/** The last of them, where all together would be longer than a string can be. */
function joined(texts: readonly string[], separator: string): string {
  let length = 0;
  let first = texts.length;
  while (first > 0) {
    length += (texts[first - 1] ?? "").length + separator.length;
    if (length > LONGEST_TEXT) break;
    first -= 1;
  }
  return texts.slice(first).join(separator);
}

function textsOf(message: AssistantMessage, type: "text" | "thinking"): readonly string[] {
  return [...message.blocks].flatMap((block) =>
    block.type === type && block.status !== "retracted" ? [block.text] : [],
  );
}

function lastStopReason(messages: readonly AssistantMessage[]): string | null {
  return messages.at(-1)?.stopReason ?? null;
}

/** Calls of all agents that began in this turn, and earlier ones that ended in it. */
function toolCallsOf(before: SessionState, after: SessionState): readonly ToolCall[] {
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

/** By difference, the main agent first. Its own sum is in the result: without partial messages, lines tell too little. */
function agentsOf({ before, after, end }: TurnFacts<unknown>): TurnFields["usageByAgent"] {
  const isOne = after.ledger.turns.length - before.ledger.turns.length === 1;
  const told = (isOne ? end?.usage : undefined) ?? NO_USAGE;
  const main = highestUsage(subtractUsage(after.main.usage, before.main.usage), told);
  const agents = [{ agent: null as string | null, usage: main }];
  for (const [{ id, usage }, known] of after.agents.changesSince(before.agents)) {
    const earlier = known?.usage ?? NO_USAGE;
    if (usage !== earlier) agents.push({ agent: id, usage: subtractUsage(usage, earlier) });
  }
  return agents;
}

/**
 * As the CLI reports them: its sums have what lines tell too little of (agents), and its own small requests. Only where
 * they are not complete, messages count where they tell more; elsewhere an agent in the background, whose lines come
 * before one result and whose figures with the next, would count twice.
 */
function modelsOf({ before, after }: TurnFacts<unknown>, growth: ReportedGrowth): TurnFields["usageByModel"] {
  const models = [...growth.models];
  // Results name the size of the context window too (`claude-sonnet-4-5[1m]`), messages do not.
  const places = new Map(models.map(({ model }, place) => [model.replace(/\[[^[]*$/, ""), place]));
  for (const [place, { model }] of models.entries()) places.set(model, place);
  for (const [{ model, usage }, known] of growth.isComplete ? [] : after.ledger.said.changesSince(before.ledger.said)) {
    const said = subtractUsage(usage, known?.usage ?? NO_USAGE);
    const place = places.get(model) ?? -1;
    const figures = models[place];
    if (figures === undefined) models.push({ model, usage: said, costUsd: 0 });
    else models[place] = { ...figures, usage: highestUsage(figures.usage, said) };
  }
  return models.filter(({ usage, costUsd }) => costUsd > 0 || tokensOf(usage) > 0);
}
