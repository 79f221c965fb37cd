// The engine and what it stands on. It knows no process: bytes and signals come from the host, lines go to the host.

import type { Scenario } from "../scenario/types.ts";
import type { CommandHook } from "./command-hooks.ts";
import type { Folders } from "./lines/context.ts";

/** What the engine needs of the world. A child process, or a test in the same process. */
export interface EngineHost {
  /** One line with its LF. Resolves when more may be written. */
  write(line: string): Promise<void> | void;
  /** To stderr. */
  complain(text: string): void;
  /** Waits; rejects never, resolves early when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type Dialect = "snapshots" | "growing" | "no-ids" | "double-encoded" | "documented-input";

/** A rule of settings, and which settings it stands in: `flagSettings`, `projectSettings` … */
export interface AskRule {
  readonly rule: string;
  readonly source: string;
}

/** How the engine was started: what the flags and the environment of a real CLI come to. */
export interface EngineOptions {
  readonly scenario: Scenario;
  /** The CLI version whose manners it takes. */
  readonly version: string;
  readonly seed: number;
  /** Documented forms that no measured CLI writes. */
  readonly dialects: readonly Dialect[];
  readonly cwd: string;
  /** @default nobody's */
  readonly folders?: Folders;
  readonly model: string | undefined;
  /** Takes over when the model of the turn is overloaded or not there. @default none */
  readonly fallbackModel?: string | undefined;
  readonly permissionMode: string;
  /** `--permission-prompt-tool stdio`: questions go to the host. */
  readonly asksHost: boolean;
  readonly hasPartials: boolean;
  readonly replaysUser: boolean;
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  /** Calls that are asked for whatever else allows them. @default none */
  readonly askRules?: readonly AskRule[];
  /** Those of the built-in tools that are there. @default all */
  readonly tools?: readonly string[] | undefined;
  readonly maxTurns: number | undefined;
  readonly maxBudgetUsd: number | undefined;
  /** How often an API error is tried again, as `CLAUDE_CODE_MAX_RETRIES` says. @default 10 */
  readonly maxRetries?: number;
  readonly jsonSchema: unknown;
  readonly mcpServers: Readonly<Record<string, unknown>>;
  readonly agents: Readonly<Record<string, unknown>>;
  readonly additionalDirectories: readonly string[];
  /** @default `default` */
  readonly outputStyle?: string | undefined;
  /** Hooks of settings. @default none */
  readonly commandHooks?: readonly CommandHook[];
  /** `--include-hook-events`: all hooks of settings are told, not those of the session's start alone. @default false */
  readonly tellsHooks?: boolean;
  /** As `forwardSubagentText` of `initialize`. @default false */
  readonly forwardsAgentText?: boolean;
  /**
   * Who is told whether the session works or rests: everybody (`CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS`) or the host alone
   * (`CLAUDE_CODE_SDK_READS_SESSION_STATE`). @default nobody
   */
  readonly tellsState?: "everybody" | "host" | undefined;
  /** `CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING`: files can be put back. @default false */
  readonly keepsCheckpoints?: boolean;
  readonly apiKeySource: string;
  /** A session to go on with, as the store kept it. */
  readonly resumed: StoredSession | undefined;
  readonly sessionId: string;
  /** Called after every turn, so that the session can be resumed. */
  readonly save: ((session: StoredSession) => void) | undefined;
  /** Called with the place of each reply of the scenario that is said. */
  readonly onReply?: ((place: string) => void) | undefined;
}

export interface StoredSession {
  readonly id: string;
  readonly totalCostUsd: number;
  readonly state: Readonly<Record<string, unknown>>;
}

export interface Engine {
  /** One line of stdin, without its LF. */
  input(line: string): void;
  /** The prompt of `-p` with text input. */
  prompt(text: string): void;
  /** The end of stdin: the turn under way is finished, then the engine ends. */
  end(): void;
  signal(name: "SIGINT" | "SIGTERM"): void;
  /** The process is gone: nothing is written any more, and nothing is waited for. */
  close(): void;
  /** The exit code. */
  readonly ended: Promise<number>;
}
