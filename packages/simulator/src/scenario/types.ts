// The scenario format: what the model answers in each turn, as data. The simulator and the model stub play the same scenarios,
// so every field must mean the same for the simulated CLI and for a real CLI in front of the stub.

import type { Json, JsonObject } from "../json.ts";
import type { Fault } from "../faults/types.ts";
import type { HostScript } from "./host-types.ts";

export interface Scenario {
  readonly name?: string;
  readonly description?: string;
  /** The model if `--model` is not given. @default the default of the simulated version */
  readonly model?: string;
  /** Turns in the order of the prompts. A turn with a `prompt` waits for a matching prompt. */
  readonly turns: readonly Turn[];
  /** Replies for a prompt that no remaining turn matches. @default a line of text that says so */
  readonly otherwise?: readonly Reply[];
  /** The summary that the model writes for `/compact`. */
  readonly summary?: string;
  readonly faults?: readonly Fault[];
  /** The host that drives the CLI, for scenarios that are played without a program: the ready-made ones. */
  readonly host?: HostScript;
}

export interface Turn {
  /** The exact prompt, or a pattern for it. @default any prompt */
  readonly prompt?: string | PromptPattern;
  /** One reply per request to the model. After the last one the turn ends. */
  readonly replies: readonly Reply[];
  /** Replies after the end of a background task of this turn: one list per task notification. */
  readonly notices?: readonly (readonly Reply[])[];
}

export interface PromptPattern {
  readonly contains?: string;
  readonly matches?: string;
}

/** One answer of the model: a text, a list of blocks, or an object with details. */
export type Reply = string | readonly Block[] | ReplyDetails;

export interface ReplyDetails {
  readonly blocks?: readonly Block[];
  /** @default `tool_use` with a tool call, else `end_turn` */
  readonly stopReason?: string;
  readonly usage?: Partial<Usage>;
  /** Delay before the first byte. */
  readonly delayMs?: number;
  /** Delay between two pieces. */
  readonly pieceDelayMs?: number;
  /** Characters in a piece of text. @default 12 */
  readonly pieceLength?: number;
  /** The API answers with this error `times` times (always, without `times`) before it sends the reply. */
  readonly error?: ApiError;
  /** The connection breaks after this many pieces. The next attempt succeeds. */
  readonly breakAfterPieces?: number;
  /** The answer stops before the end of its last block and never continues: for interrupts and stalls. */
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
  /** @default the API's type for this status: `overloaded_error`, `rate_limit_error` … */
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
  /** The deltas of the text, where their boundaries matter. */
  readonly pieces?: readonly string[];
}

export interface ThinkingBlock {
  readonly thinking: string;
  readonly signature?: string;
}

/** A tool call. A real CLI runs the tool; the simulator returns `result`. */
export interface ToolBlock {
  readonly tool: string;
  readonly input: Json;
  /** The input as text, where it differs from `JSON.stringify(input)`. */
  readonly rawInput?: string;
  readonly id?: string;
  readonly result?: string | readonly JsonObject[];
  readonly isError?: boolean;
  /** The `tool_use_result` of the line. @default derived from the tool's name and `result` */
  readonly structured?: Json;
  readonly durationMs?: number;
  /** Whether the call needs permission. @default decided by tool, mode and allowed tools, as in the real CLI */
  readonly asks?: boolean;
  /** A question of an MCP tool to the user. Without `result`, the call returns the answer. */
  readonly elicits?: Elicitation;
  /** The sub-agent that an `Agent` call starts. */
  readonly agent?: AgentScript;
}

export interface Elicitation {
  readonly message: string;
  /** The JSON schema of the form. */
  readonly schema?: JsonObject;
  /** An address for the user to open instead of a form. */
  readonly url?: string;
}

/** A sub-agent, identified by the call's `input.prompt`. With `input.run_in_background` it runs in the background. */
export interface AgentScript {
  readonly replies: readonly Reply[];
}

/** Any other block of the Messages API, passed through. */
export interface RawBlock {
  readonly block: JsonObject;
}
