// A session as its user sees it: many turns on one process, steered while it runs.

import type { Event, Json, JsonObject, PermissionMode, SessionState } from "@unspool/protocol";
import type { UserContent } from "@unspool/protocol/wire";
import type { DataOf, SessionOptions, TurnOptions } from "../options/types.ts";
import type { Spending } from "../guard/types.ts";
import type { ResultOf, Turn } from "../turn/types.ts";

/** A text, or blocks: text, images, documents. */
export type Prompt = UserContent;

export interface Session<Data = unknown> extends AsyncDisposable {
  /** The session's id, once the CLI has told it. */
  readonly id: string | undefined;
  readonly pid: number | undefined;
  /** The session as it is now: transcript, agents, tools, tasks, money, status. */
  readonly state: SessionState;
  /** Prompts that wait, in order. */
  readonly queue: readonly Turn<Data>[];
  /** What the budget counts. */
  readonly spending: Spending;
  /** Why the recording is not whole, if it is not: certain once the session is closed. */
  readonly recordingProblem: Error | undefined;
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
  /** Called when the CLI begins a turn by itself. @returns how to stop */
  onTurn(listener: (turn: Turn<Data>) => void): () => void;

  /** Stops the turn under way; the queue goes on. */
  interrupt(options?: { readonly cancelsQueue?: boolean }): Promise<void>;
  compact(instructions?: string): Turn<Data>;
  /** Another session that goes on from here, on a process of its own. */
  fork<Schema extends SessionOptions["schema"] = undefined>(
    options?: SessionOptions & { readonly schema?: Schema },
  ): Promise<Session<DataOf<Schema, Data>>>;
  setModel(model?: string | null): Promise<void>;
  setPermissionMode(mode: PermissionMode): Promise<void>;
  setMaxThinkingTokens(tokens: number | null): Promise<void>;
  contextUsage(): Promise<JsonObject>;
  mcpStatus(): Promise<readonly JsonObject[]>;
  mcpReconnect(serverName: string): Promise<void>;
  mcpToggle(serverName: string, isEnabled: boolean): Promise<void>;
  stopTask(taskId: string): Promise<void>;
  rewindFiles(userMessageId: string, options?: { readonly dryRun?: boolean }): Promise<JsonObject>;
  /** Slash commands, as the CLI listed them at the start. */
  commands(): Promise<readonly JsonObject[]>;
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
