// Everything a caller can choose, flat. What the CLI itself takes has the name of its flag in camelCase.

import type { JsonObject, PermissionMode } from "@unspool/protocol";
import type { AgentDefinition, Effort, InitializeFields, McpServerConfig } from "@unspool/protocol/wire";
import type { Clock } from "../clock.ts";
import type { HookCallbacks } from "../control/hook-types.ts";
import type { McpInstanceConfig } from "../control/mcp-instance.ts";
import type {
  ElicitationCallback,
  PermissionCallback,
  PermissionRules,
  QuestionCallback,
} from "../control/permission-types.ts";
import type { OutputOf, StandardSchema } from "../control/standard-schema.ts";
import type { RequestCallback } from "../control/types.ts";
import type { Tool } from "../control/tool.ts";
import type { Budget } from "../guard/budget.ts";
import type { BudgetCallback, BudgetOptions, Patience } from "../guard/types.ts";
import type { RecordTarget } from "../record/types.ts";
import type { SpawnFunction, TransportFactory } from "../transport/types.ts";

/** What an answer is checked against: a Standard Schema (zod, valibot, arktype), a JSON Schema, or nothing. */
export type AnswerSchema = StandardSchema | JsonObject | undefined;

/**
 * What starts a session.
 * @typeParam Schema the type of the option `schema`, which decides about the type of `data`. It is a parameter, and not
 *   an intersection with `{ schema?: Schema }`: in an intersection TypeScript 5.4 to 7.0 compare a schema of arktype with
 *   the recursive type of JSON, and give up (TS2589).
 */
export interface SessionOptions<Schema extends AnswerSchema = AnswerSchema>
  extends ProgramOptions, ModelOptions<Schema>, ToolOptions, HistoryOptions, HostOptions, ProtocolOptions {}

/** Which program runs, where, and with whose login. */
export interface ProgramOptions {
  /** The `claude` to run. @default `UNSPOOL_CLAUDE`, then PATH, then the usual places */
  readonly executable?: string;
  /** The folder that the CLI works in. @default the working directory of this process */
  readonly cwd?: string;
  /**
   * Added to the environment of this process; `undefined` removes a variable. What a call chooses is added to what its
   * client has chosen: its own variables win, the others stay.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Whose account pays. `subscription` keeps ANTHROPIC_API_KEY from the CLI, `api-key` insists on one, `inherit` leaves
   * it as it is. Other logins of the environment (a token, Bedrock, Vertex, Foundry) are kept from it by both. What the
   * CLI then reports is checked: another source is a warning.
   * @default "inherit"
   */
  readonly auth?: "inherit" | "subscription" | "api-key";
  /** Further words for the command line, as they are. */
  readonly extraArgs?: readonly string[];
  /** Starts the program in another way. */
  readonly spawn?: SpawnFunction;
  /** Speaks to it in another way. */
  readonly transport?: TransportFactory;
  /** An idle session lets Node end. @default false */
  readonly unref?: boolean;
  /** How long the end may take before each harder step. */
  readonly shutdown?: ShutdownOptions;
  /** Settings beside those in files: a path, or the settings themselves. One wrong value voids all of them. */
  readonly settings?: string | JsonObject;
  /** Which settings files the CLI reads. @default all */
  readonly settingSources?: readonly ("user" | "project" | "local")[];
  /** Folders of plugins. */
  readonly plugins?: readonly string[];
}

export interface ShutdownOptions {
  /** From the end of input to SIGTERM. @default 5000 */
  readonly graceMs?: number;
  /** From SIGTERM to SIGKILL. @default 2000 */
  readonly killMs?: number;
}

export interface ModelOptions<Schema extends AnswerSchema = AnswerSchema> {
  /**
   * A name (`claude-opus-4-8`) or an alias (`opus`, `sonnet`, `haiku`). @default what the settings or the account
   * choose
   */
  readonly model?: string;
  /** The model to use while the first one is overloaded. Has no effect before 2.1.20. */
  readonly fallbackModel?: string;
  /** How hard the model works: `low`, `medium`, `high`, `xhigh`, `max`. @default what the settings or the model choose */
  readonly effort?: Effort;
  /** How many tokens the model may think with. 0: not at all. */
  readonly maxThinkingTokens?: number;
  /** Replaces the CLI's own system prompt. */
  readonly systemPrompt?: string;
  /** Is added to the CLI's own system prompt. */
  readonly appendSystemPrompt?: string;
  /** Definitions of sub-agents by name. */
  readonly agents?: Readonly<Record<string, AgentDefinition>>;
  /** The name of the agent that runs the session: one of `agents`, or one that the CLI knows. @default the CLI's own */
  readonly agent?: string;
  /** Beta features of the API, by the names of its header. */
  readonly betas?: readonly string[];
  /** How often the model may be asked in a turn; the CLI's own limit. */
  readonly maxTurns?: number;
  /** The CLI's own limit, kept by it after each answer. `budget` stops earlier. */
  readonly maxBudgetUsd?: number;
  /**
   * The shape of the answer: a Standard Schema (zod, valibot, arktype) or a JSON schema. The answer is in `data`, checked.
   * A schema whose root is no object (`z.array(…)`) is sent as the property `value` of one, as the API takes only objects.
   */
  readonly schema?: Schema;
  /**
   * How long a schema with asynchronous checks may take for an answer. After that the turn fails with `invalid-data`. 0 or
   * Infinity: no limit, up to the end of the session.
   * @default 300000
   */
  readonly schemaTimeoutMs?: number;
}

export interface ToolOptions {
  /** In-process tools. */
  readonly tools?: readonly Tool[];
  /** The CLI's own tools that are there at all. @default all */
  readonly builtinTools?: readonly string[];
  /**
   * Tools and calls that run without asking. **It restricts nothing**: all other tools stay, and ask. To restrict, use
   * `builtinTools`, `disallowedTools` or `permissions`.
   */
  readonly allowedTools?: readonly string[];
  /** Tools that the model does not get, or calls that are refused (`Bash(rm *)`). */
  readonly disallowedTools?: readonly string[];
  /**
   * How the CLI treats calls that need approval. A session whose CLI reports a wider mode than this fails.
   * @default "default" with `permissions`, otherwise what the settings or the CLI choose
   */
  readonly permissionMode?: PermissionMode;
  /** Decides about calls that need approval. Without it the CLI denies them, or does what its mode says. */
  readonly permissions?: PermissionCallback | PermissionRules;
  /**
   * How long the callback of `permissions` may take before the call is denied; 0: for ever. `permissions.timeoutMs` comes
   * before it. @default 300000
   */
  readonly permissionTimeoutMs?: number;
  /** Answers questions of the model to the person (AskUserQuestion). */
  readonly onQuestion?: QuestionCallback;
  /** How long `onQuestion` may take before the model is told that nobody answered. @default that of `permissions` */
  readonly questionTimeoutMs?: number;
  /** Answers questions of MCP servers. @default they are declined */
  readonly onElicitation?: ElicitationCallback;
  /** How long `onElicitation` may take before the question is cancelled. @default that of `permissions` */
  readonly elicitationTimeoutMs?: number;
  /**
   * Functions of the host that the CLI calls at its events: before and after a tool, at a prompt, at the end of a
   * turn.
   */
  readonly hooks?: HookCallbacks;
  /** Beside servers of their own, those in this process: `{ type: "sdk", name, instance }`. */
  readonly mcpServers?: Readonly<Record<string, McpServerConfig | McpInstanceConfig>>;
  /** Only the servers given here. @default false */
  readonly strictMcpConfig?: boolean;
  /** Folders beside `cwd` that tools may work in. */
  readonly additionalDirectories?: readonly string[];
}

/** Which conversation is gone on with. */
export interface HistoryOptions {
  /** The id of a session. */
  readonly resume?: string;
  /** The last session of the folder. */
  readonly continue?: boolean;
  /** Go on under a new id, and leave the old session as it was. */
  readonly fork?: boolean;
  /** The id of a new session, or of a fork. @default the CLI makes one */
  readonly sessionId?: string;
  /** Go on from this message of the resumed session. */
  readonly resumeAt?: string;
  /** False: nothing is kept on disk. @default true */
  readonly persist?: boolean;
}

/** What the host does with it. */
export interface HostOptions {
  /** Text piece by piece. Without it, blocks come whole. @default true */
  readonly partialMessages?: boolean;
  /** The text of sub-agents too. @default false */
  readonly forwardAgentText?: boolean;
  /** Events of hooks that settings define (`hook-start`, `hook-end`), too. @default false */
  readonly includeHookEvents?: boolean;
  /**
   * Limits of dollars, tokens, turns, tool calls or time: a turn over one is interrupted and fails. `createBudget`
   * shares one between sessions.
   */
  readonly budget?: BudgetOptions | Budget;
  /** Asked when a budget with `onExceeded: "ask"` is used up. */
  readonly onBudget?: BudgetCallback;
  /** How long the stream may stay silent before the turn fails. False: for ever. @default the limits of `Patience` */
  readonly patience?: Patience | false;
  /** How long the CLI may take to answer a control request. @default 30000 */
  readonly requestTimeoutMs?: number;
  /** A turn that a rate limit has refused waits for the reset and is asked again, once. @default false */
  readonly waitForRateLimit?: boolean | { readonly maxWaitMs: number };
  /**
   * Called with each line that the CLI writes to stderr, as it comes, without its line break; a line of more than 16 KB
   * comes in several parts. Nothing is redacted. What it throws is a warning (`callback-failed`), and it is not waited for.
   */
  readonly onStderr?: (line: string) => void;
  /** Every line both ways, with times. A path is appended to; `{ file, overwrite: true }` begins anew. */
  readonly record?: RecordTarget;
  /** What happens when the CLI dies in the middle. `resume`: it is started again with the session. @default "fail" */
  readonly recover?: "fail" | "resume";
  /** Time and timers, for tests. @default those of the system */
  readonly clock?: Clock;
}

/** For hosts that speak some of the protocol themselves: what has no option of its own. */
export interface ProtocolOptions {
  /** Stands between the session and its transport, whichever that is: sees every byte and line, and may change them. */
  readonly wrapTransport?: (transport: TransportFactory) => TransportFactory;
  /** Further fields of the first request, `initialize`. They come before those of this package. */
  readonly initialize?: InitializeFields;
  /**
   * Answers a control request of the CLI before anybody else does; undefined: not mine. What it resolves to is the
   * answer's payload, what it rejects with refuses the request.
   */
  readonly onRequest?: RequestCallback;
}

/** What one turn can choose for itself. */
export interface TurnOptions {
  /** Interrupts the turn, or takes it out of the queue. */
  readonly signal?: AbortSignal;
  /** False: a failed turn is returned, not thrown. @default true */
  readonly reject?: boolean;
  /**
   * `queue` waits for the turns before it, `steer` is told to the model in the turn under way.
   * @default "queue"
   */
  readonly when?: "queue" | "steer";
}

/** How often a prompt is asked again that the API could not answer, and after how long. */
export interface RetryOptions {
  /** Number of times it is asked at most, with the first. @default 3 */
  readonly maxAttempts?: number;
  /** The longest wait before the second attempt; doubled for each further one. Each wait is half of it or more. @default 1000 */
  readonly delayMs?: number;
  /** The longest wait before any attempt. @default 60000 */
  readonly maxDelayMs?: number;
}

/** A session for one turn. */
export interface AskOptions<Schema extends AnswerSchema = AnswerSchema> extends SessionOptions<Schema>, TurnOptions {
  /**
   * Asks again, in a new session, if the turn failed with an error that is transient (`isTransient`): the API was
   * overloaded, failed, or could not be reached. Never if the prompt may have had effects: once a tool call has begun, or
   * anything but talk has come, and never for a slash command. Cost and usage of all attempts are in the result, and count
   * for the budget. The events of all attempts come one after the other.
   * @default false
   */
  readonly retry?: boolean | RetryOptions;
}

/** What a schema makes of the answer. Without one, that is decided elsewhere. */
export type DataOf<Schema, Otherwise = undefined> = Schema extends undefined
  ? Otherwise
  : Schema extends StandardSchema
    ? OutputOf<Schema>
    : unknown;
