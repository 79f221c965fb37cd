// Arithmetic on token usage, and the usage that a result adds.

import { originalOf, type Ledger, type ModelFigures, type TokenUsage, type TurnEndEvent } from "@unspool/protocol";

export const NO_USAGE: TokenUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };

export function addUsage(left: TokenUsage, right: TokenUsage): TokenUsage {
  return combine(left, right, (a, b) => a + b);
}

export function subtractUsage(left: TokenUsage, right: TokenUsage): TokenUsage {
  return combine(left, right, (a, b) => a - b);
}

/** Returns the higher of each figure. */
export function maxUsage(left: TokenUsage, right: TokenUsage): TokenUsage {
  return combine(left, right, Math.max);
}

export function sumUsage(usages: Iterable<TokenUsage>): TokenUsage {
  let sum = NO_USAGE;
  for (const usage of usages) sum = addUsage(sum, usage);
  return sum;
}

export function countTokens({ inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens }: TokenUsage): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens;
}

/** The usage that the CLI reports for a turn. It includes sub-agents and side requests, but not interrupted messages. */
export interface ReportedGrowth {
  /**
   * Whether nothing is missing. No CLI counts a message that was cut off, although it was paid for, and 2.1.74 does not
   * count an answer that came without streaming after a broken stream.
   */
  readonly isComplete: boolean;
  readonly costUsd: number;
  readonly models: readonly ReportedModel[];
}

export interface ReportedModel extends ModelFigures {
  readonly model: string;
}

/** Returns the usage between two ledgers. @param end the result between them, if there was exactly one */
export function computeReportedGrowth(end: TurnEndEvent | undefined, before: Ledger, after: Ledger): ReportedGrowth {
  const isOne = after.turns.length - before.turns.length === 1;
  const growth = (isOne ? readGrowthSinceLastResult(end) : undefined) ?? computeLedgerGrowth(before, after);
  const isComplete = end !== undefined && end.outcome !== "interrupted" && Object.keys(end.modelUsage).length > 0;
  return { ...growth, isComplete };
}

type Growth = Omit<ReportedGrowth, "isComplete">;

/**
 * 2.1.325 reports it explicitly. Differences would be wrong for the first turn of a resumed session there, because its totals
 * go on from the last process, whose figures are unknown here.
 */
function readGrowthSinceLastResult(end: TurnEndEvent | undefined): Growth | undefined {
  const told = end === undefined ? undefined : originalOf(end)?.["model_usage_since_last_result"];
  if (typeof told !== "object" || told === null || Array.isArray(told)) return undefined;
  const models = Object.entries(told).map(([model, figures]) => ({ model, ...readFigures(figures) }));
  return { costUsd: models.reduce((sum, { costUsd }) => sum + costUsd, 0), models };
}

function computeLedgerGrowth(before: Ledger, after: Ledger): Growth {
  let costUsd = 0;
  for (let turn = before.turns.length; turn < after.turns.length; turn += 1)
    costUsd += after.turns.at(turn)?.costUsd ?? 0;
  const models: ReportedModel[] = [];
  for (const [entry, earlier] of after.models.changesSince(before.models)) {
    models.push({
      model: entry.model,
      costUsd: entry.costUsd - (earlier?.costUsd ?? 0),
      usage: subtractUsage(entry.usage, earlier?.usage ?? NO_USAGE),
    });
  }
  return { costUsd, models };
}

function readFigures(value: unknown): ModelFigures {
  const figures = typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  const read = (name: string): number => {
    const figure = figures[name];
    return typeof figure === "number" ? figure : 0;
  };
  return {
    costUsd: read("costUSD"),
    usage: {
      inputTokens: read("inputTokens"),
      outputTokens: read("outputTokens"),
      cacheReadTokens: read("cacheReadInputTokens"),
      cacheCreationTokens: read("cacheCreationInputTokens"),
    },
  };
}

function combine(left: TokenUsage, right: TokenUsage, figure: (a: number, b: number) => number): TokenUsage {
  return {
    inputTokens: figure(left.inputTokens, right.inputTokens),
    outputTokens: figure(left.outputTokens, right.outputTokens),
    cacheReadTokens: figure(left.cacheReadTokens, right.cacheReadTokens),
    cacheCreationTokens: figure(left.cacheCreationTokens, right.cacheCreationTokens),
  };
}
