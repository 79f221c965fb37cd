// Counts what one session has spent, event by event. Messages of a running turn are estimated; each result replaces the
// estimate by the CLI's figures. The estimate is not in the protocol's state, because only this folder knows prices and a
// state must be the same wherever it is folded.

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
import { computeReportedGrowth, countTokens } from "./usage.ts";

export interface Meter {
  /** The counts so far. They change with `observe`. */
  readonly spent: Omit<Spending, "wallTimeMs">;
  /** Counts an event. Returns whether it may have changed a count. */
  observe(event: Event, state: SessionState): boolean;
}

/** The model of the message that the CLI makes of an API error. */
const SYNTHETIC_MODEL = "<synthetic>";

export function createMeter(prices: PriceBook): Meter {
  const spent = { usd: 0, tokens: 0, messages: 0, toolCalls: 0, estimate: { usd: 0, tokens: 0 } };
  const settled = { usd: 0, tokens: 0 };
  const estimate = createEstimate(prices);
  const calls = createCallCounter();
  /** Ids of the main agent's messages in this turn, because a message may start again after its end. */
  const messageIds = new Set<string>();
  let ledger: Ledger | undefined;

  const settle = (event: TurnEndEvent, state: SessionState): void => {
    const growth = computeReportedGrowth(event, ledger ?? initialState().ledger, state.ledger);
    ledger = state.ledger;
    for (const { model, ...charged } of growth.models) {
      // A web search costs money but no tokens, so such a turn is no evidence for the price of tokens.
      if ((event.modelUsage[model]?.webSearchRequests ?? 0) === 0) prices.learn(model, charged);
    }
    const tokens = growth.models.reduce((sum, { usage }) => sum + countTokens(usage), 0);
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
          spent.messages += 1;
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
      // Reuses the object while nothing has changed, because there are many deltas.
      if (spent.estimate.usd !== estimate.usd || spent.estimate.tokens !== estimate.tokens) {
        spent.estimate = { usd: estimate.usd, tokens: estimate.tokens };
      }
      return true;
    },
  };
}
