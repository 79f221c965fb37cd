// A session as a page tells it: data, already cleaned, in the order of reading. What HTML and Markdown are made from.

import type { ToolCallStatus, TokenUsage } from "@unspool/protocol";

export interface SessionPage {
  readonly title: string;
  /** Where and with what: session, folder, model, version, date. */
  readonly facts: readonly Fact[];
  /** Cost, tokens, turns, tools, agents. */
  readonly figures: readonly Fact[];
  readonly models: readonly ModelRow[];
  readonly tools: readonly ToolRow[];
  readonly turns: readonly PageTurn[];
  /** Agents whose call is not in the stream, or stands too deep. */
  readonly strays: readonly PageAgent[];
  /** What a reader must know before relying on it. */
  readonly warnings: readonly string[];
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface ModelRow {
  readonly model: string;
  /** Undefined where no turn told it. */
  readonly costUsd: number | undefined;
  readonly usage: TokenUsage;
}

export interface ToolRow {
  readonly name: string;
  readonly calls: number;
  readonly failures: number;
  readonly durationMs: number;
}

export interface PageTurn {
  /** From 1. */
  readonly number: number;
  /** The prompt's first words. */
  readonly title: string;
  /** Cost, tokens, duration. */
  readonly figures: readonly string[];
  readonly entries: readonly Entry[];
  /** Why it did not succeed. */
  readonly failure: string | undefined;
}

export interface PageAgent {
  /** Its place on the page: `agent-3`. Never an id from the stream. */
  readonly anchor: string;
  readonly title: string;
  readonly kind: string;
  readonly status: string;
  readonly figures: readonly string[];
  readonly entries: readonly Entry[];
}

/** Who says something: a person, the model, the one that started an agent, or the CLI in a person's place. */
export type Speaker = "person" | "model" | "task" | "system";

export type Entry =
  | {
      readonly type: "words";
      readonly from: Speaker;
      readonly text: string;
      readonly isCut: boolean;
      /** When it was said, in milliseconds since 1970. */
      readonly at: number | undefined;
    }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "note"; readonly text: string; readonly isBad: boolean }
  | { readonly type: "picture"; readonly picture: Picture }
  | { readonly type: "data"; readonly label: string; readonly text: string }
  | CallEntry;

export interface CallEntry {
  readonly type: "call";
  readonly name: string;
  /** The input in a few words. */
  readonly summary: string;
  readonly status: ToolCallStatus;
  readonly durationMs: number | undefined;
  /** Lines that an edit adds and removes. */
  readonly changed: { readonly added: number; readonly removed: number } | undefined;
  readonly parts: readonly CallPart[];
  readonly agent: PageAgent | undefined;
}

export type CallPart =
  /** `language`: a name, or how a file's name ends. */
  | {
      readonly type: "code";
      readonly label: string;
      readonly text: string;
      readonly isBad: boolean;
      readonly language?: string | undefined;
    }
  /** Prose that an agent answers with. */
  | { readonly type: "prose"; readonly label: string; readonly text: string }
  /** `isPlaced`: the numbers of the lines are those of the file. */
  | {
      readonly type: "diff";
      readonly label: string;
      readonly hunks: readonly DiffHunk[];
      readonly isPlaced: boolean;
      readonly language?: string | undefined;
    }
  /** An input of short values, by name. */
  | { readonly type: "fields"; readonly label: string; readonly fields: readonly Fact[] }
  | { readonly type: "list"; readonly label: string; readonly items: readonly ListedItem[] }
  | { readonly type: "picture"; readonly picture: Picture };

export interface DiffHunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** Each begins with its sign: space, plus or minus. */
  readonly lines: readonly string[];
}

export interface ListedItem {
  readonly state: "open" | "doing" | "done";
  readonly text: string;
}

/** Bytes that are certainly a picture, an address to go to, or the reason why there is neither. */
export type Picture =
  | { readonly type: "bytes"; readonly mediaType: string; readonly base64: string }
  | { readonly type: "address"; readonly url: string }
  | { readonly type: "none"; readonly reason: string };
