// The sessions that Claude Code has kept on this machine, as a caller sees them.

import type { Event, SessionState } from "@unspool/protocol";

export interface Transcripts {
  /** Newest first. Files are looked into one after another, as far as the reader goes. */
  list(options?: ListOptions): Listing<TranscriptSummary>;
  /** A session by its id, or by the path of its file among the projects; `{ file }` is any file. */
  read(session: string | { readonly file: string }): TranscriptReading;
  /** Text in prompts, answers, tool calls and their results, also those of agents, without regard to case. Newest sessions first. */
  search(text: string, options?: SearchOptions): Listing<SearchHit>;
}

/** All at once when awaited, one after another when iterated. Starts when it is read. */
export interface Listing<Item> extends AsyncIterable<Item>, PromiseLike<readonly Item[]> {}

export interface TranscriptsOptions {
  /** The CLI's folder. @default `CLAUDE_CONFIG_DIR`, else `.claude` in the home folder */
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
  /** A file that could not be read. It is passed over. */
  readonly onWarning?: (warning: TranscriptWarning) => void;
}

/** Whose words they are: those of the person, of the model, or of a tool's call or result. */
export type SearchRole = "user" | "assistant" | "tool";

export interface SearchOptions extends ListOptions {
  /** Where to look; `tool`: in calls and their results. @default everywhere */
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
  /** The folder it was started in, as the file tells it: names of folders are ambiguous. */
  readonly cwd: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly firstPrompt: string | undefined;
  /** As given by the person, else by the CLI. */
  readonly title: string | undefined;
  readonly version: string | undefined;
  /** Entries of the person and the model. Of a long file an estimate, by the part that was looked at. */
  readonly messageCount: number;
  readonly isMessageCountExact: boolean;
  readonly sizeBytes: number;
}

export interface TranscriptReading {
  /**
   * The events of the session and of its agents, in the order of their times. Lines are counted over all files. Each
   * loop reads the files anew.
   */
  readonly events: AsyncIterable<Event>;
  /** The same, and then what is added, also by agents that start later. Ends when the signal is aborted. */
  follow(signal: AbortSignal): AsyncIterable<Event>;
  /** The session after all of them. Read when asked for. */
  readonly state: Promise<SessionState>;
}

export interface SearchHit {
  readonly sessionId: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly role: SearchRole;
  /** The agent that said it. Undefined: the main one. */
  readonly agentId: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
  readonly cwd: string | undefined;
  /** The place with some words around it, in one line. */
  readonly snippet: string;
}
