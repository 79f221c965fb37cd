// One session's turns in a stream: what each result adds to what was reported before it, shared out among agents, where it
// can be told exactly whose it is. Else agents get what their messages said, and the main agent the rest. So the sums are
// always the CLI's own.

import type { TokenUsage, TurnEndEvent } from "@unspool/protocol";
import { agentSharesOf, type AgentMessage, type AgentShares } from "./agent-shares.ts";
import { addFigures, type Cell } from "./cells.ts";
import { type Figures, noFigures } from "./entry.ts";
import { listCost } from "./prices.ts";
import { readModels, type Reported } from "./reported.ts";

export interface TurnLedger {
  /** Of the message that is being said. */
  model: string;
  /** A message of an agent has begun. */
  begin(messageId: string): void;
  /** What a message has used; may come again with higher figures. */
  say(messageId: string, agent: string | null, model: string, usage: TokenUsage): void;
  /** The last message of an agent, as the result of its call tells it. */
  report(agent: string, model: string | undefined, usage: TokenUsage): void;
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

/** What agents have of a model since it was last settled, and what tells whose it is. */
interface Account {
  costUsd: number;
  readonly figures: Figures;
  readonly messages: AgentMessage[];
  readonly reports: AgentMessage[];
}

/** @param kindOf the kind of the agent that a call started */
export function createTurnLedger(
  cellOf: (agent: string | null, model: string) => Cell,
  kindOf: (agent: string) => string,
): TurnLedger {
  const reported = new Map<string, Reported>();
  const accounts = new Map<string, Account>();
  /** Messages of agents that are not whole yet. */
  const open = new Set<string>();
  let said = new Map<string, Said>();
  let reports: { readonly model: string; readonly message: AgentMessage }[] = [];

  /** @param main what the main agent has of it; undefined if that is not known */
  function share(model: string, added: Reported, main: Readonly<Figures> | undefined): void {
    const account = accountOf(model);
    account.costUsd += added.costUsd;
    addFigures(account.figures, added.figures);
    if (main !== undefined) give(account, null, model, main);
    for (const { agent, model: own, figures } of said.values()) {
      if (agent !== null && own === model) account.messages.push({ agent, figures });
    }
    for (const report of reports) if (report.model === model) account.reports.push(report.message);
    const told = main === undefined ? undefined : agentSharesOf({ ...account, kindOf });
    // Messages in the background are told of when they are whole, which may be in the next turn.
    const waits = main !== undefined && open.size > 0 && account.messages.length < MAX_SAID;
    if (told !== undefined || !waits) settle(model, account, told);
  }
  function accountOf(model: string): Account {
    const account = accounts.get(model) ?? { costUsd: 0, figures: noFigures(), messages: [], reports: [] };
    accounts.set(model, account);
    return account;
  }
  function settle(model: string, account: Account, told: AgentShares | undefined): void {
    for (const { agent } of told?.unseen ?? []) cellOf(agent, model).messages += 1;
    for (const { agent, figures } of told?.shares ?? account.messages) give(account, agent, model, figures);
    const own = cellOf(null, model);
    addFigures(own.figures, account.figures);
    own.costUsd += account.costUsd;
    accounts.delete(model);
  }
  /** Costs as much of the account's money as it has of its tokens, by list prices. */
  function give(account: Account, agent: string | null, model: string, figures: Readonly<Figures>): void {
    const whole = listCost(model, account.figures) ?? 0;
    const costUsd = whole === 0 ? 0 : ((listCost(model, figures) ?? 0) * account.costUsd) / whole;
    const cell = cellOf(agent, model);
    addFigures(cell.figures, figures);
    cell.costUsd += costUsd;
    addFigures(account.figures, figures, -1);
    account.costUsd -= costUsd;
  }

  return {
    model: "unknown",
    begin: (messageId) => void open.add(messageId),
    say(messageId, agent, model, usage) {
      open.delete(messageId);
      if (said.size >= MAX_SAID && !said.has(messageId)) foldOldest(said);
      const figures = said.get(messageId)?.figures ?? noFigures();
      said.set(messageId, { agent, model, isFree: false, figures: highest(figures, usage) });
    },
    report(agent, model, usage) {
      const own = model ?? [...said.values()].find((one) => one.agent === agent)?.model ?? this.model;
      reports.push({ model: own, message: { agent, figures: highest(noFigures(), usage) } });
    },
    end(event) {
      let told = 0;
      const mainModels = new Set([...said.values()].flatMap(({ agent, model }) => (agent === null ? [model] : [])));
      // It is not told by model: with one model it is that one's.
      const own = event.usage === undefined || mainModels.size > 1 ? undefined : highest(noFigures(), event.usage);
      const models = readModels(event.modelUsage);
      const addedByCli = event.modelUsageAdded === undefined ? undefined : readModels(event.modelUsageAdded);
      for (const [model, now] of models) {
        const added = difference(now, reported.get(model), addedByCli?.get(model));
        if (!isNothing(now)) reported.set(model, now);
        told += added.costUsd;
        const main = mainModels.has(model) ? own : noFigures();
        share(model, added, main === undefined || !isWithin(main, added.figures) ? undefined : main);
      }
      // An empty report (compaction in 1.0.128, the fallback of 2.1.74) tells nothing yet: the next one may.
      if (models.size > 0) {
        said = new Map();
        reports = [];
      } else for (const one of said.values()) one.isFree = true;
      const untold = event.costUsd - told;
      if (Math.abs(untold) > 1e-12) cellOf(null, this.model).costUsd += untold;
    },
    close() {
      for (const [model, account] of accounts) settle(model, account, agentSharesOf({ ...account, kindOf }));
      for (const { agent, model, figures, isFree } of said.values()) {
        const cell = cellOf(agent, model);
        addFigures(cell.figures, figures);
        if (!isFree) cell.costUsd += listCost(model, figures) ?? 0;
      }
      said = new Map();
      reports = [];
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

/** Results that came too late for their turn add nothing, and have a `usage` all the same (2.1.325 at the end of its input). */
function isWithin(part: Readonly<Figures>, whole: Readonly<Figures>): boolean {
  return (
    part.input <= whole.input &&
    part.output <= whole.output &&
    part.cacheRead <= whole.cacheRead &&
    part.cacheWrite <= whole.cacheWrite + whole.cacheWriteHour
  );
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
