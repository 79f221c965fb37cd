// Estimates what the messages since the last result have used: by the API's figures where the stream has them, otherwise by
// the length of the streamed text. Each message counts once, and its cost changes with its figures.

import type { JsonObject, MessageEndEvent, MessageStartEvent, TokenUsage } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";
import { costOf, type PriceBook } from "./prices.ts";
import { maxUsage, NO_USAGE, countTokens } from "./usage.ts";

export interface Estimate {
  readonly usd: number;
  readonly tokens: number;
  /** A message has begun. @param original its line, which has the input tokens */
  start(event: MessageStartEvent, original: JsonObject | undefined): void;
  grow(event: InBlock, characters: number): void;
  /** The block starts again from its beginning. */
  restart(event: InBlock): void;
  end(event: MessageEndEvent): void;
  /** A result has counted all messages so far. */
  settle(): void;
}

interface InBlock {
  readonly agent: string | null;
  readonly messageId: string;
  readonly block: number;
}

interface Message {
  model: string | undefined;
  usage: TokenUsage;
  /** Whether the API has given its final figures. */
  isFinal: boolean;
  isEnded: boolean;
  characters: number;
  /** The block that grows, and its share of the characters. */
  block: number;
  blockCharacters: number;
  /** Input cost and price of an output token, kept so that a delta needs a multiplication and no look-up. */
  inputUsd: number;
  inputTokens: number;
  outputTokenUsd: number;
  usd: number;
  tokens: number;
}

/** About right for English text. Code and other languages have fewer, and cost more than estimated. */
const CHARACTERS_PER_TOKEN = 4;

/** Messages that are open at once, one for each agent. */
const MAX_MESSAGES = 256;

export function createEstimate(prices: PriceBook): Estimate {
  let usd = 0;
  let tokens = 0;
  const messages = new Map<string, Message>();
  let last: { readonly agent: string | null; readonly messageId: string; readonly message: Message } | undefined;

  const getMessage = ({ agent, messageId }: Omit<InBlock, "block">): Message => {
    if (last?.messageId === messageId && last.agent === agent) return last.message;
    const key = `${agent ?? ""} ${messageId}`;
    let message = messages.get(key);
    if (message === undefined) {
      message = createMessage();
      if (messages.size === MAX_MESSAGES) messages.delete(messages.keys().next().value as string);
      messages.set(key, message);
    }
    last = { agent, messageId, message };
    return message;
  };

  const computePrice = (message: Message): void => {
    const list = message.model === undefined ? undefined : prices.findPrice(message.model);
    const input = { ...message.usage, outputTokens: 0 };
    message.inputTokens = countTokens(input);
    message.inputUsd = list === undefined ? 0 : costOf(list, input);
    message.outputTokenUsd = list === undefined ? 0 : costOf(list, { ...NO_USAGE, outputTokens: 1 });
    recount(message);
  };
  const recount = (message: Message): void => {
    const streamed = message.isFinal ? 0 : message.characters / CHARACTERS_PER_TOKEN;
    const output = Math.max(streamed, message.usage.outputTokens);
    const messageUsd = message.inputUsd + output * message.outputTokenUsd;
    const messageTokens = message.inputTokens + Math.round(output);
    usd += messageUsd - message.usd;
    tokens += messageTokens - message.tokens;
    message.usd = messageUsd;
    message.tokens = messageTokens;
  };

  return {
    get usd() {
      return usd;
    },
    get tokens() {
      return tokens;
    },
    start(event, original) {
      const message = getMessage(event);
      message.isEnded = false;
      message.model = event.model ?? message.model;
      message.usage = maxUsage(message.usage, readUsage(original));
      computePrice(message);
    },
    grow(event, characters) {
      const message = getMessage(event);
      message.characters += characters;
      message.blockCharacters = (message.block === event.block ? message.blockCharacters : 0) + characters;
      message.block = event.block;
      recount(message);
    },
    restart(event) {
      const message = getMessage(event);
      if (message.block !== event.block) return;
      message.characters -= message.blockCharacters;
      message.blockCharacters = 0;
      recount(message);
    },
    end(event) {
      const message = getMessage(event);
      message.isEnded = true;
      message.model = event.model ?? message.model;
      message.usage = maxUsage(message.usage, event.usage ?? NO_USAGE);
      // Without a stop reason the figures are those of the start of the message: 2.1.x then reports one output token.
      message.isFinal = event.stopReason !== null;
      computePrice(message);
    },
    settle() {
      for (const [key, message] of messages) if (message.isEnded) messages.delete(key);
      // Open messages, those of agents in the background, go on from here: only their growth counts.
      last = undefined;
      usd = 0;
      tokens = 0;
    },
  };
}

function createMessage(): Message {
  return {
    model: undefined,
    usage: NO_USAGE,
    isFinal: false,
    isEnded: false,
    characters: 0,
    block: -1,
    blockCharacters: 0,
    inputUsd: 0,
    inputTokens: 0,
    outputTokenUsd: 0,
    usd: 0,
    tokens: 0,
  };
}

/** Reads the usage of a message that begins, from its stream event or its finished line. */
function readUsage(original: JsonObject | undefined): TokenUsage {
  const message = readObject(readObject(original, "event"), "message") ?? readObject(original, "message");
  const usage = readObject(message, "usage");
  const read = (name: string): number => {
    const figure = usage?.[name];
    return typeof figure === "number" ? figure : 0;
  };
  return {
    inputTokens: read("input_tokens"),
    outputTokens: read("output_tokens"),
    cacheReadTokens: read("cache_read_input_tokens"),
    cacheCreationTokens: read("cache_creation_input_tokens"),
  };
}

function readObject(object: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = object?.[name];
  return asObject(value);
}
