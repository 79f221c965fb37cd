// Everything a caller can choose, flat. What the CLI itself takes has the name of its flag in camelCase.

import type { JsonObject, PermissionMode } from "@unspool/protocol";
import type { AgentDefinition, InitializeFields, McpServerConfig } from "@unspool/protocol/wire";
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

/** What starts a session. */
export interface SessionOptions
  extends ProgramOptions, ModelOptions, ToolOptions, HistoryOptions, HostOptions, ProtocolOptions {}

/** Which program runs, where, and with whose login. */
export interface ProgramOptions {
  /** The `claude` to run. @default `UNSPOOL_CLAUDE`, then PATH, then the usual places */
  readonly executable?: string;
  /** @default the working directory of this process */
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
  readonly settings?: string | JsonObject;
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

export interface ModelOptions {
  readonly model?: string;
  readonly fallbackModel?: string;
  readonly effort?: string;
  readonly maxThinkingTokens?: number;
  readonly systemPrompt?: string;
  readonly appendSystemPrompt?: string;
  /** Definitions of sub-agents by name. */
  readonly agents?: Readonly<Record<string, AgentDefinition>>;
  /** The one that speaks. */
  readonly agent?: string;
  readonly betas?: readonly string[];
  /** How often the model may be asked in a turn; the CLI's own limit. */
  readonly maxTurns?: number;
  /** The CLI's own limit, kept by it after each answer. `budget` stops earlier. */
  readonly maxBudgetUsd?: number;
  /**
   * The shape of the answer: a Standard Schema (zod, valibot, arktype) or a JSON schema. The answer is in `data`, checked.
   */
  readonly schema?: StandardSchema | JsonObject;
}

export interface ToolOptions {
  /** In-process tools. */
  readonly tools?: readonly Tool[];
  /** The CLI's own tools that are there at all. @default all */
  readonly builtinTools?: readonly string[];
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly permissionMode?: PermissionMode;
  /** Decides about calls that need approval. Without it the CLI denies them. */
  readonly permissions?: PermissionCallback | PermissionRules;
  /** Answers questions of the model to the person (AskUserQuestion). */
  readonly onQuestion?: QuestionCallback;
  /** Answers questions of MCP servers. @default they are declined */
  readonly onElicitation?: ElicitationCallback;
  readonly hooks?: HookCallbacks;
  /** Beside servers of their own, those in this process: `{ type: "sdk", name, instance }`. */
  readonly mcpServers?: Readonly<Record<string, McpServerConfig | McpInstanceConfig>>;
  /** Only the servers given here. @default false */
  readonly strictMcpConfig?: boolean;
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
  readonly includeHookEvents?: boolean;
  readonly budget?: BudgetOptions | Budget;
  /** Asked when a budget with `onExceeded: "ask"` is used up. */
  readonly onBudget?: BudgetCallback;
  /** How long silence is borne. False: for ever. */
  readonly patience?: Patience | false;
  /** How long the CLI may take to answer a control request. @default 30000 */
  readonly requestTimeoutMs?: number;
  /** A turn that a rate limit has refused waits for the reset and is asked again, once. @default false */
  readonly waitForRateLimit?: boolean | { readonly maxWaitMs: number };
  /** Every line both ways, with times. A path is appended to; `{ file, overwrite: true }` begins anew. */
  readonly record?: RecordTarget;
  /** What happens when the CLI dies in the middle. `resume`: it is started again with the session. @default "fail" */
  readonly recover?: "fail" | "resume";
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

/** A session for one turn. */
export interface AskOptions extends SessionOptions, TurnOptions {}

/** What a schema makes of the answer. Without one, that is decided elsewhere. */
export type DataOf<Schema, Otherwise = undefined> = Schema extends undefined
  ? Otherwise
  : Schema extends StandardSchema
    ? OutputOf<Schema>
    : unknown;
