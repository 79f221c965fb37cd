// Computes the cost of a session whose source has none, as `unspool stats` does, from its file and the files of its agents.

import { collect } from "../stats/collect.ts";
import { findFiles } from "../stats/read/find-files.ts";
import { createDayFormatter } from "../stats/tally/day.ts";
import { listAgentFiles } from "../source/agent-files.ts";

export interface CountedCost {
  readonly totalUsd: number;
  readonly byModel: ReadonlyMap<string, number>;
  /** Models without a known price. */
  readonly unpriced: readonly string[];
}

export interface CountedSession extends CountedCost {
  /** Tokens of all models. Input includes cache reads and writes. */
  readonly tokens: { readonly in: number; readonly out: number };
}

/** Returns `undefined` if the files contain no message of a model. */
export async function countCost(file: string, signal: AbortSignal): Promise<CountedSession | undefined> {
  const byModel = new Map<string, number>();
  const tokens = { in: 0, out: 0 };
  let totalUsd = 0;
  const { unpriced } = await collect(findFiles([file, ...listAgentFiles(file)]), {
    formatDay: createDayFormatter("UTC"),
    signal,
    onCell({ model, costUsd, usage }) {
      totalUsd += costUsd;
      tokens.in += usage.input + usage.cacheRead + usage.cacheWrite + usage.cacheWriteHour;
      tokens.out += usage.output;
      if (model !== "") byModel.set(model, (byModel.get(model) ?? 0) + costUsd);
    },
  });
  return byModel.size === 0 ? undefined : { totalUsd, byModel, tokens, unpriced };
}
