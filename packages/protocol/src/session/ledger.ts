// Money and tokens. The CLI counts per process, so what a turn added to a model is a difference: less than before means
// that the count began anew, and nothing but zeros (a crash, an interrupt) that nothing was added.

import type { TurnEndEvent } from "../translate/events.ts";
import type { ModelUsage } from "../wire/shared/usage.ts";
import { addUsage, NO_USAGE, subtractUsage, type TokenUsage } from "../translate/usage.ts";
import { asNumber, asObject } from "../wire/read.ts";
import { List } from "./containers/list.ts";
import { Table } from "./containers/table.ts";
import { getPayload, type EventPayload } from "./event-payload.ts";

/** What the session has cost. */
export interface Ledger {
  /** Sum over the turns. */
  readonly totalCostUsd: number;
  readonly turns: List<Turn>;
  /** By model, as the ends of turns report it. */
  readonly models: Table<ModelEntry>;
  /** Tokens by model, summed over messages, each counted once: all there is until a turn has ended. */
  readonly said: Table<ModelUsed>;
}

/** What the messages of one model have used. */
export interface ModelUsed {
  readonly model: string;
  readonly usage: TokenUsage;
}

/** A turn that is over: what its `turn-end` told. Its `costUsd` and `usage` are its own, its `totalCostUsd` is not. */
export interface Turn extends EventPayload<TurnEndEvent> {
  /** Number of messages in the main agent's transcript when it ended: the next turn begins there. */
  readonly endPosition: number;
}

/** What was spent on one model in this session. */
export interface ModelEntry extends ModelFigures {
  readonly model: string;
  /** The CLI's own cumulative figures as last seen. */
  readonly reported: ModelFigures;
}

/** Cost and tokens. */
export interface ModelFigures {
  readonly costUsd: number;
  readonly usage: TokenUsage;
}

const NOTHING: ModelFigures = { costUsd: 0, usage: NO_USAGE };

export const EMPTY_LEDGER: Ledger = { totalCostUsd: 0, turns: List.empty, models: Table.empty, said: Table.empty };

/** The ledger with one more turn. */
export function recordTurn(ledger: Ledger, event: TurnEndEvent, endPosition: number): Ledger {
  let { models } = ledger;
  for (const [model, usage] of Object.entries(event.modelUsage)) {
    models = recordModel(models, model, readFigures(usage), event.modelUsageAdded?.[model]);
  }
  return {
    totalCostUsd: ledger.totalCostUsd + event.costUsd,
    turns: ledger.turns.append({ ...getPayload(event), endPosition }),
    models,
    said: ledger.said,
  };
}

/** The ledger with what a message has used beyond what was counted of it. */
export function recordMessage(ledger: Ledger, model: string, added: TokenUsage): Ledger {
  const usage = addUsage(ledger.said.get(model)?.usage ?? NO_USAGE, added);
  return { ...ledger, said: ledger.said.with(model, { model, usage }) };
}

/** The CLI begins to count from nothing again (`/clear`). */
export function restartCount(ledger: Ledger): Ledger {
  let { models } = ledger;
  for (const entry of models) models = models.with(entry.model, { ...entry, reported: NOTHING });
  return { ...ledger, models };
}

function recordModel(
  models: Table<ModelEntry>,
  model: string,
  reported: ModelFigures,
  newly: ModelUsage | undefined,
): Table<ModelEntry> {
  if (reported.costUsd === 0 && Object.values(reported.usage).every((tokens) => tokens === 0)) return models;
  // The count of a resumed session goes on in 2.1.325: what was there before this stream is none of it.
  const start = newly === undefined ? NOTHING : subtract(reported, readFigures(newly));
  const before = models.get(model) ?? { model, ...NOTHING, reported: start };
  const growth = subtract(reported, before.reported);
  const isAnew = growth.costUsd < 0 || Object.values(growth.usage).some((tokens) => tokens < 0);
  const added = isAnew ? reported : growth;
  const usage = addUsage(before.usage, added.usage);
  return models.with(model, { model, costUsd: before.costUsd + added.costUsd, usage, reported });
}

function subtract(left: ModelFigures, right: ModelFigures): ModelFigures {
  return { costUsd: left.costUsd - right.costUsd, usage: subtractUsage(left.usage, right.usage) };
}

/** The translator hands the wire's object on unread, so any of it may be missing or of another kind. */
function readFigures(value: unknown): ModelFigures {
  const usage = asObject(value) ?? {};
  return {
    costUsd: asNumber(usage["costUSD"]) ?? 0,
    usage: {
      inputTokens: asNumber(usage["inputTokens"]) ?? 0,
      outputTokens: asNumber(usage["outputTokens"]) ?? 0,
      cacheReadTokens: asNumber(usage["cacheReadInputTokens"]) ?? 0,
      cacheCreationTokens: asNumber(usage["cacheCreationInputTokens"]) ?? 0,
    },
  };
}
