// The content of a page as data: cleaned, in reading order. HTML and Markdown are rendered from it.

import type { ToolCallStatus, TokenUsage } from "@unspool/protocol";

export interface SessionPage {
  readonly title: string;
  /** Session, folder, model, version, date. */
  readonly facts: readonly Fact[];
  /** Cost, tokens, turns, tools, agents. */
  readonly figures: readonly Fact[];
  readonly models: readonly ModelRow[];
  readonly tools: readonly ToolRow[];
  readonly turns: readonly PageTurn[];
  /** Agents whose call is missing or nested too deeply. */
  readonly detachedAgents: readonly PageAgent[];
  /** Limitations of the data, such as unparsed lines. */
  readonly warnings: readonly string[];
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface ModelRow {
  readonly model: string;
  /** Undefined if unknown. */
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
  /** Starts at 1. */
  readonly number: number;
  /** The beginning of the prompt. */
  readonly title: string;
  /** Cost, tokens, duration. */
  readonly figures: readonly string[];
  readonly entries: readonly Entry[];
  /** The error of a failed turn. */
  readonly failure: string | undefined;
}

export interface PageAgent {
  /** Its id on the page, such as `agent-3`; never an id from the stream. */
  readonly anchor: string;
  readonly title: string;
  readonly kind: string;
  readonly status: string;
  readonly figures: readonly string[];
  readonly entries: readonly Entry[];
}

/** The source of a message: a person, the model, the agent that started this one, or the CLI. */
export type MessageSource = "person" | "model" | "task" | "system";

export type Entry =
  | {
      readonly type: "message";
      readonly from: MessageSource;
      readonly text: string;
      readonly isCut: boolean;
      /** Time in milliseconds since 1970. */
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
  /** A one-line summary of the input. */
  readonly summary: string;
  readonly status: ToolCallStatus;
  readonly durationMs: number | undefined;
  /** Lines that an edit adds and removes. */
  readonly changed: { readonly added: number; readonly removed: number } | undefined;
  readonly parts: readonly CallPart[];
  readonly agent: PageAgent | undefined;
}

export type CallPart =
  /** `language`: a name or a file extension. */
  | {
      readonly type: "code";
      readonly label: string;
      readonly text: string;
      readonly isBad: boolean;
      readonly language?: string | undefined;
    }
  /** Markdown: the prompt or the answer of an agent. */
  | { readonly type: "prose"; readonly label: string; readonly text: string }
  /** `hasFileLineNumbers`: the line numbers are those of the file. */
  | {
      readonly type: "diff";
      readonly label: string;
      readonly hunks: readonly DiffHunk[];
      readonly hasFileLineNumbers: boolean;
      readonly language?: string | undefined;
    }
  /** Short values of the input by name. */
  | { readonly type: "fields"; readonly label: string; readonly fields: readonly Fact[] }
  | { readonly type: "list"; readonly label: string; readonly items: readonly ListedItem[] }
  | { readonly type: "picture"; readonly picture: Picture };

export interface DiffHunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** Each line begins with a space, plus or minus. */
  readonly lines: readonly string[];
}

export interface ListedItem {
  readonly state: "open" | "doing" | "done";
  readonly text: string;
}

/** A valid image, a URL, or the reason why neither can be shown. */
export type Picture =
  | { readonly type: "bytes"; readonly mediaType: string; readonly base64: string }
  | { readonly type: "address"; readonly url: string }
  | { readonly type: "none"; readonly reason: string };
