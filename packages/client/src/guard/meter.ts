// What one session has spent, event by event. While a turn runs its messages are estimated: tokens as they are told, and
// what streams in by its length; each result then puts the CLI's own figures in their place. The estimate is here and not in
// the protocol's state: prices are known to this folder only, and a state that is folded anywhere must not depend on them.

import {
  initialState,
  originalOf,
  type Event,
  type Ledger,
  type SessionState,
  type TurnEndEvent,
} from "@unspool/protocol";
import { createCallCounter } from "./call-counter.ts";
import { createEstimate } from "./estimate.ts";
import type { PriceBook } from "./prices.ts";
import type { Spending } from "./types.ts";
import { reportedGrowth, tokensOf } from "./usage.ts";

export interface Meter {
  /** Changes with `observe`. */
  readonly spent: Omit<Spending, "wallTimeMs">;
  /** @returns whether the event can have changed anything */
  observe(event: Event, state: SessionState): boolean;
}

/** The CLI puts errors of the API into messages of its own, with this for a model. */
const SYNTHETIC_MODEL = "<synthetic>";

export function createMeter(prices: PriceBook): Meter {
  const spent = { usd: 0, tokens: 0, turns: 0, toolCalls: 0, estimate: { usd: 0, tokens: 0 } };
  const settled = { usd: 0, tokens: 0 };
  const estimate = createEstimate(prices);
  const calls = createCallCounter();
  /** Ids of the main agent's messages in this turn: a message may start again after its end. */
  const messageIds = new Set<string>();
  let ledger: Ledger | undefined;

  const settle = (event: TurnEndEvent, state: SessionState): void => {
    const growth = reportedGrowth(event, ledger ?? initialState().ledger, state.ledger);
    ledger = state.ledger;
    for (const { model, ...charged } of growth.models) {
      // A search costs money but no tokens: that turn says nothing about the price of tokens.
      if ((event.modelUsage[model]?.webSearchRequests ?? 0) === 0) prices.learn(model, charged);
    }
    const tokens = growth.models.reduce((sum, { usage }) => sum + tokensOf(usage), 0);
    settled.usd += growth.isComplete ? growth.costUsd : Math.max(growth.costUsd, estimate.usd);
    settled.tokens += growth.isComplete ? tokens : Math.max(tokens, estimate.tokens);
    estimate.settle();
    messageIds.clear();
  };

  const count = (event: Event, state: SessionState): boolean => {
    switch (event.type) {
      case "text-delta":
      case "thinking-delta":
        estimate.grow(event, event.text.length);
        return true;
      case "tool-call-delta":
        estimate.grow(event, event.partialJson.length);
        return true;
      case "text-start":
      case "thinking-start":
        if (event.restart === true) estimate.restart(event);
        return event.restart === true;
      case "tool-call-start":
        if (event.restart === true) estimate.restart(event);
        else calls.add(event);
        return true;
      case "message-start":
        if (event.model === SYNTHETIC_MODEL) return false;
        estimate.start(event, originalOf(event));
        if (event.agent === null && !messageIds.has(event.messageId)) {
          messageIds.add(event.messageId);
          spent.turns += 1;
        }
        return true;
      case "message-end":
        estimate.end(event);
        return true;
      case "task-progress":
      case "task-end":
        calls.hear(event);
        return true;
      case "turn-end":
        settle(event, state);
        return true;
      default:
        return false;
    }
  };

  return {
    spent,
    observe(event, state) {
      if (event.type !== "turn-end") ledger ??= state.ledger;
      if (!count(event, state)) return false;
      spent.usd = settled.usd + estimate.usd;
      spent.tokens = settled.tokens + estimate.tokens;
      spent.toolCalls = calls.count;
      // The same object as long as it holds: deltas are many.
      if (spent.estimate.usd !== estimate.usd || spent.estimate.tokens !== estimate.tokens) {
        spent.estimate = { usd: estimate.usd, tokens: estimate.tokens };
      }
      return true;
    },
  };
}
