// A scenario: what the model says in each turn, as data. The simulator and the stand-in API play the same one, so every
// word here must mean the same to a fake CLI and to a real one that is fed by a fake API.

import type { Json, JsonObject } from "../json.ts";
import type { Fault } from "../faults/types.ts";
import type { HostScript } from "./host-types.ts";

export interface Scenario {
  readonly name?: string;
  readonly description?: string;
  /** The model that answers when `--model` names none. @default what the imitated version uses */
  readonly model?: string;
  /** Turns in the order of the prompts; one with a `prompt` waits for a prompt that fits. */
  readonly turns: readonly Turn[];
  /** Said when no turn is left or fits. @default one line of text that says so */
  readonly otherwise?: readonly Reply[];
  /** What the model writes when it is asked to sum up for `/compact`. */
  readonly summary?: string;
  readonly faults?: readonly Fault[];
  /** The program on the other side, for scenarios that are played without one: the ready-made ones and their tests. */
  readonly host?: HostScript;
}

export interface Turn {
  /** Only for a prompt that is this text, contains it, or fits the regular expression. Without it: any prompt. */
  readonly prompt?: string | PromptPattern;
  /** One for each time the model is asked in this turn. After the last, the turn ends. */
  readonly replies: readonly Reply[];
  /** What the model says when a background task of this turn has ended: one list for each notice. */
  readonly notices?: readonly (readonly Reply[])[];
}

export interface PromptPattern {
  readonly contains?: string;
  readonly matches?: string;
}

/** A text, a list of blocks, or all there is to say about one answer of the model. */
export type Reply = string | readonly Block[] | ReplyDetails;

export interface ReplyDetails {
  readonly blocks?: readonly Block[];
  /** @default `tool_use` with a tool call, else `end_turn` */
  readonly stopReason?: string;
  readonly usage?: Partial<Usage>;
  /** Before the first byte. */
  readonly delayMs?: number;
  /** Between pieces. */
  readonly pieceDelayMs?: number;
  /** Characters in a piece of text. @default 12 */
  readonly pieceLength?: number;
  /** The API refuses, `times` over (without it, always), and then says the rest. */
  readonly error?: ApiError;
  /** The connection is cut after so many pieces; the next attempt is whole. */
  readonly breakAfterPieces?: number;
  /** The answer stops before the end of its last block and never goes on: for interrupts and stalls. */
  readonly hang?: boolean;
  readonly rateLimit?: RateLimit;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheCreationInputTokens: number;
  readonly cacheReadInputTokens: number;
}

export interface ApiError {
  readonly status: number;
  /** @default what the API calls this status: `overloaded_error`, `rate_limit_error` … */
  readonly type?: string;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  readonly times?: number;
}

export interface RateLimit {
  readonly status: "allowed" | "allowed_warning" | "rejected";
  /** Seconds since 1970. */
  readonly resetsAt?: number;
  readonly window?: "five_hour" | "seven_day";
  /** 0 to 1. */
  readonly utilization?: number;
  readonly overageStatus?: "allowed" | "allowed_warning" | "rejected";
}

export type Block = TextBlock | ThinkingBlock | ToolBlock | RawBlock;

export interface TextBlock {
  readonly text: string;
  /** How the text is cut, where the cut itself matters. */
  readonly pieces?: readonly string[];
}

export interface ThinkingBlock {
  readonly thinking: string;
  readonly signature?: string;
}

/** A call of a tool. With a real CLI the tool really runs; the simulator plays `result`. */
export interface ToolBlock {
  readonly tool: string;
  readonly input: Json;
  /** The bytes of the input, where they are not what JSON.stringify gives. */
  readonly rawInput?: string;
  readonly id?: string;
  readonly result?: string | readonly JsonObject[];
  readonly isError?: boolean;
  /** What stands in `tool_use_result`. @default made from the tool's name and `result` */
  readonly structured?: Json;
  readonly durationMs?: number;
  /** Whether permission is needed. @default by tool, mode and allowed tools, as the real CLI decides */
  readonly asks?: boolean;
  /** What a tool of an MCP server asks the person. Without `result`, the call gives back what it was answered. */
  readonly elicits?: Elicitation;
  /** The sub-agent that an `Agent` call starts. */
  readonly agent?: AgentScript;
}

export interface Elicitation {
  readonly message: string;
  /** The JSON schema of the form. */
  readonly schema?: JsonObject;
  /** The person is to go there, instead of filling in a form. */
  readonly url?: string;
}

/** Recognised by the call's `input.prompt`; in the background with `input.run_in_background`. */
export interface AgentScript {
  readonly replies: readonly Reply[];
}

/** Any other block of the Messages API, as it is. */
export interface RawBlock {
  readonly block: JsonObject;
}
