// What a session has cost where its source does not tell it: counted as `unspool stats` counts it, over its file and those
// of its agents.

import { collect } from "../stats/collect.ts";
import { findFiles } from "../stats/find-files.ts";
import { createDayOf } from "../stats/moment.ts";
import { agentFilesOf } from "./session-files.ts";

export interface CountedCost {
  readonly totalUsd: number;
  readonly byModel: ReadonlyMap<string, number>;
  /** Models whose price nobody knows. */
  readonly unpriced: readonly string[];
}

export interface CountedSession extends CountedCost {
  /** Tokens of all models; what is read from the cache or written to it is input too. */
  readonly tokens: { readonly in: number; readonly out: number };
}

/** @returns undefined if no message of a model is in it */
export async function countCost(file: string, signal: AbortSignal): Promise<CountedSession | undefined> {
  const byModel = new Map<string, number>();
  const tokens = { in: 0, out: 0 };
  let totalUsd = 0;
  const { unpriced } = await collect(findFiles([file, ...agentFilesOf(file)]), {
    dayOf: createDayOf("UTC"),
    signal,
    onCell({ model, costUsd, figures }) {
      totalUsd += costUsd;
      tokens.in += figures.input + figures.cacheRead + figures.cacheWrite + figures.cacheWriteHour;
      tokens.out += figures.output;
      if (model !== "") byModel.set(model, (byModel.get(model) ?? 0) + costUsd);
    },
  });
  return byModel.size === 0 ? undefined : { totalUsd, byModel, tokens, unpriced };
}
