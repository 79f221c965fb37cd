// The result of a prompt that was retried: the last answer, with the cost and usage of all attempts.

import { addUsage, NO_USAGE, sumUsage } from "../limits/usage.ts";
import { pickFields, TurnError } from "./turn-error.ts";
import type { Settled, TurnFields } from "./types.ts";
import type { Warning } from "../warning.ts";

export interface FormerAttempts<Data> {
  /** The errors of the former attempts, in order. */
  readonly failed: readonly TurnError<Data>[];
  /** The delay after each of them, in milliseconds. */
  readonly delays: readonly number[];
  /** Time from the first prompt to the end. */
  readonly durationMs: number;
}

export function sumAttempts<Data>(last: Settled<Data>, former: FormerAttempts<Data>): Settled<Data> {
  const { failed, delays, durationMs } = former;
  if (failed.length === 0) return last;
  const all = [...failed, last];
  const retried = failed.map((error, index) => createRetriedWarning(error, delays[index] ?? 0));
  const sums = {
    costUsd: all.reduce((sum, { costUsd }) => sum + costUsd, 0),
    usage: sumUsage(all.map(({ usage }) => usage)),
    usageByModel: sumByModel(all),
    usageByAgent: sumByAgent(all),
    durationMs,
    warnings: removeDuplicates([...failed.flatMap(({ warnings }) => warnings), ...retried, ...last.warnings]),
  };
  if (!(last instanceof TurnError)) return { ...last, ...sums };
  const { code, message, details, cause, status, apiErrorType, isTransient } = last;
  return new TurnError<Data>(
    code,
    message,
    { ...pickFields(last), ...sums, status, apiErrorType, isTransient },
    { ...details, attempts: all.length },
    cause === undefined ? undefined : { cause },
  );
}

function createRetriedWarning({ message }: Error, delayMs: number): Warning {
  return { code: "retried", message: `The prompt was sent again after ${delayMs} ms, in a new session. ${message}` };
}

function sumByModel(all: readonly TurnFields[]): TurnFields["usageByModel"] {
  const models = new Map<string, TurnFields["usageByModel"][number]>();
  for (const one of all.flatMap(({ usageByModel }) => usageByModel)) {
    const { model, usage, costUsd } = models.get(one.model) ?? { model: one.model, usage: NO_USAGE, costUsd: 0 };
    models.set(model, { model, usage: addUsage(usage, one.usage), costUsd: costUsd + one.costUsd });
  }
  return [...models.values()];
}

function sumByAgent(all: readonly TurnFields[]): TurnFields["usageByAgent"] {
  const agents = new Map<string | null, TurnFields["usageByAgent"][number]>();
  for (const { agent, usage } of all.flatMap(({ usageByAgent }) => usageByAgent)) {
    agents.set(agent, { agent, usage: addUsage(agents.get(agent)?.usage ?? NO_USAGE, usage) });
  }
  return [...agents.values()];
}

function removeDuplicates(warnings: readonly Warning[]): readonly Warning[] {
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}
