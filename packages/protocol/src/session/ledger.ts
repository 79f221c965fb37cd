// Cost and token usage. The CLI counts per process, so the usage of a turn is a difference. A lower count means that
// the count restarted. A report of only zeros (after a crash or an interrupt) means that nothing was added.

import type { TurnEndEvent } from "../translate/events.ts";
import type { ModelUsage } from "../wire/shared/usage.ts";
import { addUsage, NO_USAGE, subtractUsage, type TokenUsage } from "../translate/usage.ts";
import { asNumber, asObject } from "../wire/read.ts";
import { List } from "./containers/list.ts";
import { Table } from "./containers/table.ts";
import { getPayload, type EventPayload } from "./event-payload.ts";

/** Cost and usage of the session. */
export interface Ledger {
  /** Sum over all turns. */
  readonly totalCostUsd: number;
  readonly turns: List<Turn>;
  /** By model, as reported at the end of turns. */
  readonly models: Table<ModelEntry>;
  /** Tokens by model, summed over messages, each counted once. Until a turn has ended, these are the only figures. */
  readonly said: Table<ModelUsed>;
}

/** Usage of the messages of one model. */
export interface ModelUsed {
  readonly model: string;
  readonly usage: TokenUsage;
}

/**
 * A finished turn: the payload of its `turn-end`. `costUsd` and `usage` are of this turn, `totalCostUsd` is cumulative.
 */
export interface Turn extends EventPayload<TurnEndEvent> {
  /** Number of messages in the main agent's transcript at the end of the turn. The next turn begins there. */
  readonly endPosition: number;
}

/** Cost and usage of one model in this session. */
export interface ModelEntry extends ModelFigures {
  readonly model: string;
  /** The last cumulative figures of the CLI. */
  readonly reported: ModelFigures;
}

/** Cost and tokens. */
export interface ModelFigures {
  readonly costUsd: number;
  readonly usage: TokenUsage;
}

const NOTHING: ModelFigures = { costUsd: 0, usage: NO_USAGE };

export const EMPTY_LEDGER: Ledger = { totalCostUsd: 0, turns: List.empty, models: Table.empty, said: Table.empty };

/** Returns the ledger with one more turn. */
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

/** Returns the ledger with additional usage of a message. `added` excludes what was already counted for it. */
export function recordMessage(ledger: Ledger, model: string, added: TokenUsage): Ledger {
  const usage = addUsage(ledger.said.get(model)?.usage ?? NO_USAGE, added);
  return { ...ledger, said: ledger.said.with(model, { model, usage }) };
}

/** Returns the ledger after the CLI has reset its count to zero (`/clear`). */
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
  // In 2.1.325 the count of a resumed session continues: usage from before this stream is subtracted.
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

/**
 * Reads the figures. The translator passes the wire object on unchecked, so fields may be missing or of another type.
 */
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
