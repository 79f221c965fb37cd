// The public types of a session: many turns in one process.

import type { Event, Json, JsonObject, McpServerHealth, PermissionMode, SessionState } from "@unspool/protocol";
import type { UserContent } from "@unspool/protocol/wire";
import type { AnswerSchema } from "../options/model-options.ts";
import type { DataOf, SessionOptions, TurnOptions } from "../options/options.ts";
import type { Spending } from "../limits/types.ts";
import type { ResultOf, Settled, Turn } from "../turn/types.ts";

/** A text, or content blocks: text, images, documents. */
export type Prompt = UserContent;

/** A conversation with one process of the CLI. */
export interface Session<Data = unknown> extends AsyncDisposable {
  /** The id of the session, once the CLI has reported it. */
  readonly id: string | undefined;
  /** The process id of the CLI while it runs. */
  readonly pid: number | undefined;
  /** The present state: transcript, agents, tools, tasks, cost, status. */
  readonly state: SessionState;
  /** The turns whose prompts wait, in order. */
  readonly queue: readonly Turn<Data>[];
  /**
   * What this session has spent so far in this process. `estimate` is the part of the turn under way. What all sessions of a
   * shared budget have spent together is `budget.spending`.
   */
  readonly spending: Spending;
  /** Why the recording is incomplete, if it is. Final once the session is closed. */
  readonly recordingProblem: Error | undefined;
  /** Whether the session is closed, by `close` or by itself. */
  readonly isClosed: boolean;

  /** Asks a prompt. It waits until the turns before it have ended. */
  ask<Rejects extends boolean = true>(
    prompt: Prompt,
    options?: TurnOptions & { readonly reject?: Rejects },
  ): Turn<Data, ResultOf<Data, Rejects>>;
  /** All events of the session, also those between turns. */
  readonly events: AsyncIterable<Event>;
  /** Calls the listener for each event with the state after it. @returns a function that removes the listener */
  subscribe(listener: (event: Event, state: SessionState) => void): () => void;
  /**
   * Calls the listener when the CLI begins a turn by itself: a background task has ended (`cause: "background"`), or the
   * session was resumed with a deferred call (`cause: "resume"`). The turn never rejects: if it fails it resolves with its
   * `TurnError`. @returns a function that removes the listener
   */
  onTurn(listener: (turn: Turn<Data, Settled<Data>>) => void): () => void;

  /** Stops the turn under way. The queue goes on, unless `cancelsQueue` is set. */
  interrupt(options?: { readonly cancelsQueue?: boolean }): Promise<void>;
  /** Makes the CLI summarise the conversation to free context. The turn ends when that is done. */
  compact(instructions?: string): Turn<Data>;
  /** Opens a copy of this session in a process of its own. */
  fork<Schema extends AnswerSchema = undefined>(
    options?: SessionOptions<Schema>,
  ): Promise<Session<DataOf<Schema, Data>>>;
  /** Changes the model from the next request on. `null` or nothing sets the default. */
  setModel(model?: string | null): Promise<void>;
  /** Changes how tool calls that need approval are treated. */
  setPermissionMode(mode: PermissionMode): Promise<void>;
  /** Changes how many tokens the model may use for thinking. `null` sets the default. */
  setMaxThinkingTokens(tokens: number | null): Promise<void>;
  /** Returns what fills the context, by category, as the CLI counts it. Since 2.1.120. */
  contextUsage(): Promise<JsonObject>;
  /**
   * Returns the MCP servers with their name and status: `connected`, `needs-auth`, `failed`, `pending`, `disabled`. Newer
   * CLIs report more about each.
   */
  mcpStatus(): Promise<readonly (McpServerHealth & JsonObject)[]>;
  /** Connects an MCP server again. Since 2.1.20. */
  mcpReconnect(serverName: string): Promise<void>;
  /** Switches an MCP server off or on. Since 2.1.20. */
  mcpToggle(serverName: string, isEnabled: boolean): Promise<void>;
  /** Stops a background task. Since 2.1.74. */
  stopTask(taskId: string): Promise<void>;
  /** Restores files to their state at a prompt. Since 2.0.76. `dryRun` (2.1.20) only reports what would change. */
  rewindFiles(userMessageId: string, options?: { readonly dryRun?: boolean }): Promise<JsonObject>;
  /** Returns the slash commands that the CLI listed at the start. */
  commands(): Promise<readonly JsonObject[]>;
  /** Returns the models that the CLI listed at the start. */
  models(): Promise<readonly JsonObject[]>;
  /** Sends any other control request. @returns its answer */
  control(subtype: string, payload?: JsonObject): Promise<Json | undefined>;

  /** Resolves when the CLI is up and has answered `initialize`. */
  ready(): Promise<void>;
  /** Resolves when no turn runs or waits and no background task runs. Rejects if the session ends before. */
  idle(): Promise<void>;
  /** Closes the session: ends the input, then sends signals. Resolves when no process is left. Turns that wait fail. */
  close(): Promise<void>;
}
