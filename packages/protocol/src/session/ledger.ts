// Money and tokens. The CLI counts per process, so what a turn added to a model is a difference: less than before means
// that the count began anew, and nothing but zeros (a crash, an interrupt) that nothing was added.

import type { TurnEndEvent, TurnOutcome } from "../translate/events.ts";
import type { TokenUsage } from "../translate/usage.ts";
import type { Json } from "../wire/json.ts";
import { asNumber, asObject } from "../wire/read.ts";
import { List } from "./list.ts";
import { Table } from "./table.ts";

/** What the session has cost. */
export interface Ledger {
  /** Sum over the turns. */
  readonly totalCostUsd: number;
  readonly turns: List<Turn>;
  /** By model, as the ends of turns report it. */
  readonly models: Table<ModelEntry>;
}

/** A turn that is over. */
export interface Turn {
  readonly outcome: TurnOutcome;
  readonly subtype: string;
  /** The answer, or the error's text. */
  readonly text: string;
  readonly structuredOutput: Json | undefined;
  readonly errors: readonly string[];
  readonly stopReason: string | null;
  readonly terminalReason: string | undefined;
  /** This turn alone. */
  readonly costUsd: number;
  readonly durationMs: number | undefined;
  readonly apiDurationMs: number | undefined;
  /** Main agent only. */
  readonly usage: TokenUsage | undefined;
  /** Number of messages in the main agent's transcript when it ended: the next turn begins there. */
  readonly endPosition: number;
}

/** One model in the ledger. */
export interface ModelEntry {
  readonly model: string;
  /** What this session has spent on it. */
  readonly spent: ModelFigures;
  /** The CLI's own cumulative figures as last seen. */
  readonly reported: ModelFigures;
}

export interface ModelFigures extends TokenUsage {
  readonly costUsd: number;
}

export const EMPTY_LEDGER: Ledger = { totalCostUsd: 0, turns: List.empty, models: Table.empty };

/** The ledger with one more turn. */
export function recordTurn(ledger: Ledger, event: TurnEndEvent, endPosition: number): Ledger {
  const turn: Turn = {
    outcome: event.outcome,
    subtype: event.subtype,
    text: event.text,
    structuredOutput: event.structuredOutput,
    errors: event.errors,
    stopReason: event.stopReason,
    terminalReason: event.terminalReason,
    costUsd: event.costUsd,
    durationMs: event.durationMs,
    apiDurationMs: event.apiDurationMs,
    usage: event.usage,
    endPosition,
  };
  let { models } = ledger;
  for (const [model, usage] of Object.entries(event.modelUsage))
    models = recordModel(models, model, readFigures(usage));
  return { totalCostUsd: ledger.totalCostUsd + event.costUsd, turns: ledger.turns.append(turn), models };
}

const NAMES = ["costUsd", "inputTokens", "outputTokens", "cacheReadTokens", "cacheCreationTokens"] as const;
const NOTHING: ModelFigures = combine(() => 0);

function recordModel(models: Table<ModelEntry>, model: string, reported: ModelFigures): Table<ModelEntry> {
  if (NAMES.every((name) => reported[name] === 0)) return models;
  const before = models.get(model) ?? { model, spent: NOTHING, reported: NOTHING };
  const isAnew = NAMES.some((name) => reported[name] < before.reported[name]);
  const base = isAnew ? NOTHING : before.reported;
  const spent = combine((name) => before.spent[name] + reported[name] - base[name]);
  return models.with(model, { model, spent, reported });
}

/** The translator hands the wire's object on unread, so any of it may be missing or of another kind. */
function readFigures(value: unknown): ModelFigures {
  const usage = asObject(value) ?? {};
  return {
    costUsd: asNumber(usage["costUSD"]) ?? 0,
    inputTokens: asNumber(usage["inputTokens"]) ?? 0,
    outputTokens: asNumber(usage["outputTokens"]) ?? 0,
    cacheReadTokens: asNumber(usage["cacheReadInputTokens"]) ?? 0,
    cacheCreationTokens: asNumber(usage["cacheCreationInputTokens"]) ?? 0,
  };
}

function combine(figure: (name: (typeof NAMES)[number]) => number): ModelFigures {
  return {
    costUsd: figure("costUsd"),
    inputTokens: figure("inputTokens"),
    outputTokens: figure("outputTokens"),
    cacheReadTokens: figure("cacheReadTokens"),
    cacheCreationTokens: figure("cacheCreationTokens"),
  };
}
