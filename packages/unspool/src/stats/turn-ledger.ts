// One session's turns in a stream: what each result adds to what was reported before it, shared out among agents. Agents
// get what their messages said, the main agent the rest, so that the sums are the CLI's own.

import type { TokenUsage, TurnEndEvent } from "@unspool/protocol";
import { addFigures, type Cell } from "./cells.ts";
import { type Figures, noFigures } from "./entry.ts";
import { listCost } from "./prices.ts";
import { readModels, type Reported } from "./reported.ts";

export interface TurnLedger {
  /** Of the message that is being said. */
  model: string;
  /** What a message has used; may come again with higher figures. */
  say(messageId: string, agent: string | null, model: string, usage: TokenUsage): void;
  end(event: TurnEndEvent): void;
  /** The stream is over: what no result told of is counted as it was said. */
  close(): void;
}

interface Said {
  readonly agent: string | null;
  readonly model: string;
  figures: Figures;
  /** A result came that charged nothing for it. */
  isFree: boolean;
}

/** More messages than this between two results are no longer told apart from their repetitions. */
const MAX_SAID = 10_000;

export function createTurnLedger(cellOf: (agent: string | null, model: string) => Cell): TurnLedger {
  const reported = new Map<string, Reported>();
  let said = new Map<string, Said>();

  function share(model: string, added: Reported): void {
    const rest = { costUsd: added.costUsd, figures: { ...added.figures } };
    const whole = listCost(model, added.figures) ?? 0;
    for (const one of said.values()) {
      if (one.agent === null || one.model !== model) continue;
      const cell = cellOf(one.agent, model);
      const costUsd = whole === 0 ? 0 : ((listCost(model, one.figures) ?? 0) * added.costUsd) / whole;
      addFigures(cell.figures, one.figures);
      cell.costUsd += costUsd;
      addFigures(rest.figures, one.figures, -1);
      rest.costUsd -= costUsd;
    }
    const main = cellOf(null, model);
    addFigures(main.figures, rest.figures);
    main.costUsd += rest.costUsd;
  }

  return {
    model: "unknown",
    say(messageId, agent, model, usage) {
      if (said.size >= MAX_SAID && !said.has(messageId)) foldOldest(said);
      const figures = said.get(messageId)?.figures ?? noFigures();
      said.set(messageId, { agent, model, isFree: false, figures: highest(figures, usage) });
    },
    end(event) {
      let told = 0;
      const models = readModels(event.modelUsage);
      const addedByCli = event.modelUsageAdded === undefined ? undefined : readModels(event.modelUsageAdded);
      for (const [model, now] of models) {
        const added = difference(now, reported.get(model), addedByCli?.get(model));
        if (!isNothing(now)) reported.set(model, now);
        told += added.costUsd;
        share(model, added);
      }
      // An empty report (compaction in 1.0.128, the fallback of 2.1.74) tells nothing yet: the next one may.
      if (models.size > 0) said = new Map();
      else for (const one of said.values()) one.isFree = true;
      const untold = event.costUsd - told;
      if (Math.abs(untold) > 1e-12) cellOf(null, this.model).costUsd += untold;
    },
    close() {
      for (const { agent, model, figures, isFree } of said.values()) {
        const cell = cellOf(agent, model);
        addFigures(cell.figures, figures);
        if (!isFree) cell.costUsd += listCost(model, figures) ?? 0;
      }
      said = new Map();
    },
  };
}

/** Less than before means that the count began anew; nothing but zeros, that nothing was added. */
function difference(now: Reported, before: Reported | undefined, told: Reported | undefined): Reported {
  if (isNothing(now)) return { costUsd: 0, figures: noFigures() };
  // A resumed session of 2.1.325 goes on counting: what was there before this stream is none of it.
  if (before === undefined) return told ?? now;
  const figures = { ...now.figures };
  addFigures(figures, before.figures, -1);
  const added = { costUsd: now.costUsd - before.costUsd, figures };
  const isAnew = added.costUsd < 0 || Object.values(figures).some((figure) => figure < 0);
  return isAnew ? now : added;
}

function isNothing({ costUsd, figures }: Reported): boolean {
  return costUsd === 0 && Object.values(figures).every((figure) => figure === 0);
}

function highest(figures: Figures, usage: TokenUsage): Figures {
  return {
    ...figures,
    input: Math.max(figures.input, usage.inputTokens),
    output: Math.max(figures.output, usage.outputTokens),
    cacheRead: Math.max(figures.cacheRead, usage.cacheReadTokens),
    cacheWrite: Math.max(figures.cacheWrite, usage.cacheCreationTokens),
  };
}

function foldOldest(said: Map<string, Said>): void {
  const [oldest] = said;
  if (oldest === undefined) return;
  const [id, { agent, model, figures, isFree }] = oldest;
  said.delete(id);
  const key = `\0${agent}\0${model}\0${isFree}`;
  const sum = said.get(key) ?? { agent, model, isFree, figures: noFigures() };
  said.delete(key);
  addFigures(sum.figures, figures);
  said.set(key, sum);
}
