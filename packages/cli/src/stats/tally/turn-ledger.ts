// The usage of one session's turns in a stream. Each result adds to the totals reported before it; the difference is divided
// among agents where it is known exactly. Otherwise agents get the usage of their message lines, and the main agent the rest.
// So the sums always equal the CLI's own.

import type { TokenUsage, TurnEndEvent } from "@unspool/protocol";
import { type ModelUsage, parseModelUsage } from "../read/model-usage.ts";
import { addUsage, createUsage, type Usage } from "../scan/usage.ts";
import { type AgentMessage, type AgentShares, computeAgentShares } from "./agent-shares.ts";
import type { Cell } from "./cells.ts";
import { computeListCost } from "./list-cost.ts";

export interface TurnLedger {
  /** The model of the current message. */
  model: string;
  /** Notes that a message of a sub-agent has started. */
  startMessage(messageId: string): void;
  /** Adds the usage of a message; may be called again with higher counts. */
  addMessage(messageId: string, agent: string | null, model: string, tokens: TokenUsage): void;
  /** Adds the last message of an agent, as the result of its call reports it. */
  addAgentReport(agent: string, model: string | undefined, tokens: TokenUsage): void;
  endTurn(event: TurnEndEvent): void;
  /** Ends the stream: messages that no result covers are counted with the usage of their lines. */
  close(): void;
}

interface SeenMessage {
  readonly agent: string | null;
  readonly model: string;
  usage: Usage;
  /** Whether a result charged nothing for it. */
  isFree: boolean;
}

/** Beyond this number of messages between two results, repetitions are no longer recognized. */
const MAX_SEEN = 10_000;

/** The usage of a model since it was last settled, and the messages that show whose it is. */
interface Account {
  costUsd: number;
  readonly usage: Usage;
  readonly messages: AgentMessage[];
  readonly reports: AgentMessage[];
}

/** @param getKind returns the kind of the agent that a call started */
export function createTurnLedger(
  getCell: (agent: string | null, model: string) => Cell,
  getKind: (agent: string) => string,
): TurnLedger {
  const reported = new Map<string, ModelUsage>();
  const accounts = new Map<string, Account>();
  /** Messages of agents that have not ended. */
  const open = new Set<string>();
  let seen = new Map<string, SeenMessage>();
  let reports: { readonly model: string; readonly message: AgentMessage }[] = [];

  /** @param main the main agent's part; undefined if it is not known */
  function distribute(model: string, added: ModelUsage, main: Readonly<Usage> | undefined): void {
    const account = getAccount(model);
    account.costUsd += added.costUsd;
    addUsage(account.usage, added.usage);
    if (main !== undefined) give(account, null, model, main);
    for (const { agent, model: own, usage } of seen.values()) {
      if (agent !== null && own === model) account.messages.push({ agent, usage });
    }
    for (const report of reports) if (report.model === model) account.reports.push(report.message);
    const shares = main === undefined ? undefined : computeAgentShares({ ...account, getKind });
    // A background message is reported when it is complete, which may be in the next turn.
    const waits = main !== undefined && open.size > 0 && account.messages.length < MAX_SEEN;
    if (shares !== undefined || !waits) settle(model, account, shares);
  }
  function getAccount(model: string): Account {
    const account = accounts.get(model) ?? { costUsd: 0, usage: createUsage(), messages: [], reports: [] };
    accounts.set(model, account);
    return account;
  }
  function settle(model: string, account: Account, shares: AgentShares | undefined): void {
    for (const { agent } of shares?.unseen ?? []) getCell(agent, model).messages += 1;
    for (const { agent, usage } of shares?.shares ?? account.messages) give(account, agent, model, usage);
    const own = getCell(null, model);
    addUsage(own.usage, account.usage);
    own.costUsd += account.costUsd;
    accounts.delete(model);
  }
  /** Moves usage from the account to an agent's cell, with its share of the account's cost by list prices. */
  function give(account: Account, agent: string | null, model: string, usage: Readonly<Usage>): void {
    const whole = computeListCost(model, account.usage) ?? 0;
    const costUsd = whole === 0 ? 0 : ((computeListCost(model, usage) ?? 0) * account.costUsd) / whole;
    const cell = getCell(agent, model);
    addUsage(cell.usage, usage);
    cell.costUsd += costUsd;
    addUsage(account.usage, usage, -1);
    account.costUsd -= costUsd;
  }

  return {
    model: "unknown",
    startMessage: (messageId) => void open.add(messageId),
    addMessage(messageId, agent, model, tokens) {
      open.delete(messageId);
      if (seen.size >= MAX_SEEN && !seen.has(messageId)) foldOldest(seen);
      const usage = seen.get(messageId)?.usage ?? createUsage();
      seen.set(messageId, { agent, model, isFree: false, usage: toHighest(usage, tokens) });
    },
    addAgentReport(agent, model, tokens) {
      const own = model ?? [...seen.values()].find((one) => one.agent === agent)?.model ?? this.model;
      reports.push({ model: own, message: { agent, usage: toHighest(createUsage(), tokens) } });
    },
    endTurn(event) {
      let attributedUsd = 0;
      const mainModels = new Set([...seen.values()].flatMap(({ agent, model }) => (agent === null ? [model] : [])));
      // `usage` of a result is not by model. It is known whose it is if there was one model only.
      const own =
        event.mainAgentUsage === undefined || mainModels.size > 1
          ? undefined
          : toHighest(createUsage(), event.mainAgentUsage);
      const models = parseModelUsage(event.modelUsage);
      const addedByCli = event.modelUsageAdded === undefined ? undefined : parseModelUsage(event.modelUsageAdded);
      for (const [model, now] of models) {
        const added = computeAdded(now, reported.get(model), addedByCli?.get(model));
        if (!isNothing(now)) reported.set(model, now);
        attributedUsd += added.costUsd;
        const main = mainModels.has(model) ? own : createUsage();
        distribute(model, added, main === undefined || !isWithin(main, added.usage) ? undefined : main);
      }
      // An empty report (compaction in 1.0.128, the fallback of 2.1.74) covers nothing yet. The next one may.
      if (models.size > 0) {
        seen = new Map();
        reports = [];
      } else for (const one of seen.values()) one.isFree = true;
      const restUsd = event.costUsd - attributedUsd;
      if (Math.abs(restUsd) > 1e-12) getCell(null, this.model).costUsd += restUsd;
    },
    close() {
      for (const [model, account] of accounts) settle(model, account, computeAgentShares({ ...account, getKind }));
      for (const { agent, model, usage, isFree } of seen.values()) {
        const cell = getCell(agent, model);
        addUsage(cell.usage, usage);
        if (!isFree) cell.costUsd += computeListCost(model, usage) ?? 0;
      }
      seen = new Map();
      reports = [];
    },
  };
}

/** Returns what a report adds. Less than before means that counting started again; only zeros, that nothing was added. */
function computeAdded(now: ModelUsage, before: ModelUsage | undefined, addedByCli: ModelUsage | undefined): ModelUsage {
  if (isNothing(now)) return { costUsd: 0, usage: createUsage() };
  // A resumed session of 2.1.325 continues its totals: usage from before this stream is not part of it.
  if (before === undefined) return addedByCli ?? now;
  const usage = { ...now.usage };
  addUsage(usage, before.usage, -1);
  const added = { costUsd: now.costUsd - before.costUsd, usage };
  const hasRestarted = added.costUsd < 0 || Object.values(usage).some((count) => count < 0);
  return hasRestarted ? now : added;
}

function isNothing({ costUsd, usage }: ModelUsage): boolean {
  return costUsd === 0 && Object.values(usage).every((count) => count === 0);
}

/** A result that is late for its turn adds nothing but still has a `usage` (2.1.325 at the end of its input). */
function isWithin(part: Readonly<Usage>, whole: Readonly<Usage>): boolean {
  return (
    part.input <= whole.input &&
    part.output <= whole.output &&
    part.cacheRead <= whole.cacheRead &&
    part.cacheWrite <= whole.cacheWrite + whole.cacheWriteHour
  );
}

function toHighest(usage: Usage, tokens: TokenUsage): Usage {
  return {
    ...usage,
    input: Math.max(usage.input, tokens.inputTokens),
    output: Math.max(usage.output, tokens.outputTokens),
    cacheRead: Math.max(usage.cacheRead, tokens.cacheReadTokens),
    cacheWrite: Math.max(usage.cacheWrite, tokens.cacheCreationTokens),
  };
}

function foldOldest(seen: Map<string, SeenMessage>): void {
  const [oldest] = seen;
  if (oldest === undefined) return;
  const [id, { agent, model, usage, isFree }] = oldest;
  seen.delete(id);
  const key = `\0${agent}\0${model}\0${isFree}`;
  const sum = seen.get(key) ?? { agent, model, isFree, usage: createUsage() };
  seen.delete(key);
  addUsage(sum.usage, usage);
  seen.set(key, sum);
}
