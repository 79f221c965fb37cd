// The types of the sessions that Claude Code keeps on this machine.

import type { Event, SessionState } from "@unspool/protocol";

export interface Transcripts {
  /** Lists sessions, newest first. Files are read as far as the caller iterates. */
  list(options?: ListOptions): Listing<TranscriptSummary>;
  /** Reads a session by its id, or by the path of its file below the projects; `{ file }` reads any file. */
  read(session: string | { readonly file: string }): TranscriptReading;
  /** Searches prompts, answers, tool calls and results, also of agents, ignoring case. Newest sessions first. */
  search(text: string, options?: SearchOptions): Listing<SearchHit>;
}

/** Await it for all items, or iterate it for one after another. It starts when it is read. */
export interface Listing<Item> extends AsyncIterable<Item>, PromiseLike<readonly Item[]> {}

export interface TranscriptsOptions {
  /** The CLI's folder. @default `CLAUDE_CONFIG_DIR`, otherwise `.claude` in the home folder */
  readonly configDir?: string;
  /** @default the home folder of this user */
  readonly home?: string;
  /** @default the environment of this process */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface ListOptions {
  /** Only sessions that were started in this folder. */
  readonly cwd?: string;
  readonly limit?: number;
  /** Called for a file that cannot be read, which is skipped. */
  readonly onWarning?: (warning: TranscriptWarning) => void;
}

/** Whose text it is: that of the user, of the model, or of a tool's call or result. */
export type SearchRole = "user" | "assistant" | "tool";

export interface SearchOptions extends ListOptions {
  /** Which texts to search; `tool`: calls and their results. @default all */
  readonly role?: SearchRole;
}

export interface TranscriptWarning {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

export interface TranscriptSummary {
  readonly id: string;
  readonly file: string;
  /** The folder it was started in, from the file, as the names of the project folders are ambiguous. */
  readonly cwd: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly firstPrompt: string | undefined;
  /** The title by the user, otherwise by the CLI. */
  readonly title: string | undefined;
  readonly version: string | undefined;
  /** Number of entries of the user and the model. For a long file, an estimate from the part that was read. */
  readonly messageCount: number;
  readonly isMessageCountExact: boolean;
  readonly sizeBytes: number;
}

export interface TranscriptReading {
  /**
   * The events of the session and of its agents, in the order of their times. Lines are counted over all files. Each
   * loop reads the files again.
   */
  readonly events: AsyncIterable<Event>;
  /** Yields the events, and then new ones, also of agents that start later. Ends when the signal is aborted. */
  follow(signal: AbortSignal): AsyncIterable<Event>;
  /** The state of the session after all events. Read on first access. */
  readonly state: Promise<SessionState>;
}

export interface SearchHit {
  readonly sessionId: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly role: SearchRole;
  /** The agent of the text. Undefined for the main one. */
  readonly agentId: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
  readonly cwd: string | undefined;
  /** The match with some text around it, in one line. */
  readonly snippet: string;
}
