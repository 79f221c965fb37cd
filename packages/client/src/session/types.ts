// A session as its user sees it: many turns on one process, steered while it runs.

import type { Event, Json, JsonObject, McpServerHealth, PermissionMode, SessionState } from "@unspool/protocol";
import type { UserContent } from "@unspool/protocol/wire";
import type { AnswerSchema, DataOf, SessionOptions, TurnOptions } from "../options/types.ts";
import type { Spending } from "../guard/types.ts";
import type { ResultOf, Settled, Turn } from "../turn/types.ts";

/** A text, or blocks: text, images, documents. */
export type Prompt = UserContent;

export interface Session<Data = unknown> extends AsyncDisposable {
  /** The session's id, once the CLI has told it. */
  readonly id: string | undefined;
  /** The process id of the CLI while it runs. */
  readonly pid: number | undefined;
  /** The session as it is now: transcript, agents, tools, tasks, money, status. */
  readonly state: SessionState;
  /** Prompts that wait, in order. */
  readonly queue: readonly Turn<Data>[];
  /**
   * What this session has spent on this process, live: `estimate` is the part of the turn under way. What all sessions of
   * a shared budget have spent together is `budget.spending`.
   */
  readonly spending: Spending;
  /** Why the recording is not whole, if it is not: certain once the session is closed. */
  readonly recordingProblem: Error | undefined;
  /** Whether the session has ended, by `close` or by itself. */
  readonly isClosed: boolean;

  /** The next turn. Those before it come first. */
  ask<Rejects extends boolean = true>(
    prompt: Prompt,
    options?: TurnOptions & { readonly reject?: Rejects },
  ): Turn<Data, ResultOf<Data, Rejects>>;
  /** Every event of the session, turns or not, until it ends or is left. */
  readonly events: AsyncIterable<Event>;
  /** Called at each event with the state after it. @returns how to stop */
  subscribe(listener: (event: Event, state: SessionState) => void): () => void;
  /**
   * Called when the CLI begins a turn by itself: a background task has ended (`cause: "background"`), or the session was
   * resumed and goes on with a deferred call (`cause: "resume"`). The turn never rejects: one that fails resolves with its
   * `TurnError`. @returns how to stop
   */
  onTurn(listener: (turn: Turn<Data, Settled<Data>>) => void): () => void;

  /** Stops the turn under way; the queue goes on. */
  interrupt(options?: { readonly cancelsQueue?: boolean }): Promise<void>;
  /** Has the CLI summarise the conversation to free context. The turn ends when that is done. */
  compact(instructions?: string): Turn<Data>;
  /** Another session that goes on from here, on a process of its own. */
  fork<Schema extends AnswerSchema = undefined>(
    options?: SessionOptions<Schema>,
  ): Promise<Session<DataOf<Schema, Data>>>;
  /** Changes the model from the next request on. `null` or nothing: the default one. */
  setModel(model?: string | null): Promise<void>;
  /** Changes how calls that need approval are treated. */
  setPermissionMode(mode: PermissionMode): Promise<void>;
  /** Changes how many tokens the model may think with. `null`: the default. */
  setMaxThinkingTokens(tokens: number | null): Promise<void>;
  /** What fills the context, by category, as the CLI counts it. Since 2.1.120. */
  contextUsage(): Promise<JsonObject>;
  /**
   * The MCP servers with their name and status: `connected`, `needs-auth`, `failed`, `pending`, `disabled`. Newer CLIs
   * tell more about each.
   */
  mcpStatus(): Promise<readonly (McpServerHealth & JsonObject)[]>;
  /** Connects an MCP server again. Since 2.1.20. */
  mcpReconnect(serverName: string): Promise<void>;
  /** Switches an MCP server off or on. Since 2.1.20. */
  mcpToggle(serverName: string, isEnabled: boolean): Promise<void>;
  /** Stops a background task. Since 2.1.74. */
  stopTask(taskId: string): Promise<void>;
  /** Puts files back to how they were at a prompt. Since 2.0.76; `dryRun` (2.1.20) only tells what would change. */
  rewindFiles(userMessageId: string, options?: { readonly dryRun?: boolean }): Promise<JsonObject>;
  /** Slash commands, as the CLI listed them at the start. */
  commands(): Promise<readonly JsonObject[]>;
  /** The models to choose from, as the CLI listed them at the start. */
  models(): Promise<readonly JsonObject[]>;
  /** Any other control request. @returns its answer */
  control(subtype: string, payload?: JsonObject): Promise<Json | undefined>;

  /** Resolves when the CLI is up and has answered `initialize`. */
  ready(): Promise<void>;
  /** Resolves when no turn runs or waits and no background task lives. Rejects if the session ends before. */
  idle(): Promise<void>;
  /** Ends it: end of input, then harder. Resolves when no process of it is left. Turns that wait reject. */
  close(): Promise<void>;
}
