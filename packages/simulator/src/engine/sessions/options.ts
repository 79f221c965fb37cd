// The options and the host of the engine. The engine knows no process: bytes and signals come from the host, lines go
// to it.

import type { Scenario } from "../../scenario/types.ts";
import type { CommandHook } from "./hook-registry.ts";
import type { Folders } from "../lines/context.ts";
import type { Dialect } from "../lines/dialects.ts";

/** The environment of the engine: a child process, or a test in the same process. */
export interface EngineHost {
  /** Writes one line with its LF. Resolves when more may be written. */
  write(line: string): Promise<void> | void;
  /** Writes to stderr. */
  writeStderr(text: string): void;
  /** Waits. Never rejects; resolves early when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A permission rule and the settings that contain it: `flagSettings`, `projectSettings` … */
export interface AskRule {
  readonly rule: string;
  readonly source: string;
}

/** The options of an engine, as derived from the flags and the environment of a real CLI. */
export interface EngineOptions {
  readonly scenario: Scenario;
  /** The simulated CLI version. */
  readonly version: string;
  readonly seed: number;
  /** Documented forms that no measured CLI writes. */
  readonly dialects: readonly Dialect[];
  readonly cwd: string;
  /** @default folders of an invented user */
  readonly folders?: Folders;
  readonly model: string | undefined;
  /** Replaces the model of the turn when that one is overloaded or does not exist. @default none */
  readonly fallbackModel?: string | undefined;
  readonly permissionMode: string;
  /** `--permission-prompt-tool stdio`: permission requests go to the host. */
  readonly asksHost: boolean;
  readonly hasPartials: boolean;
  readonly replaysUser: boolean;
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  /** Rules for calls that need permission even if another rule allows them. @default none */
  readonly askRules?: readonly AskRule[];
  /** The built-in tools that are available. @default all */
  readonly tools?: readonly string[] | undefined;
  readonly maxTurns: number | undefined;
  readonly maxBudgetUsd: number | undefined;
  /** Number of retries after an API error, from `CLAUDE_CODE_MAX_RETRIES`. @default 10 */
  readonly maxRetries?: number;
  readonly jsonSchema: unknown;
  readonly mcpServers: Readonly<Record<string, unknown>>;
  readonly agents: Readonly<Record<string, unknown>>;
  readonly additionalDirectories: readonly string[];
  /** @default `default` */
  readonly outputStyle?: string | undefined;
  /** Hooks from settings. @default none */
  readonly commandHooks?: readonly CommandHook[];
  /** `--include-hook-events`: reports all hooks from settings, not only those of `SessionStart`. @default false */
  readonly includesHookEvents?: boolean;
  /** As `forwardSubagentText` of `initialize`. @default false */
  readonly forwardsAgentText?: boolean;
  /**
   * Who receives the session's state: everybody (`CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS`) or the host alone
   * (`CLAUDE_CODE_SDK_READS_SESSION_STATE`). @default no one
   */
  readonly stateAudience?: "everybody" | "host" | undefined;
  /** `CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING`: files can be rewound. @default false */
  readonly hasCheckpoints?: boolean;
  readonly apiKeySource: string;
  /** The stored session to resume. */
  readonly resumed: StoredSession | undefined;
  readonly sessionId: string;
  /** Called after every turn, so that the session can be resumed. */
  readonly save: ((session: StoredSession) => void) | undefined;
  /** Called with the path of each reply of the scenario that is played. */
  readonly onReply?: ((path: string) => void) | undefined;
}

export interface StoredSession {
  readonly id: string;
  readonly totalCostUsd: number;
  readonly state: Readonly<Record<string, unknown>>;
}

export interface Engine {
  /** Reads one line of stdin, without its LF. */
  input(line: string): void;
  /** The prompt of `-p` with text input. */
  prompt(text: string): void;
  /** Ends stdin: the running turn is finished, then the engine ends. */
  end(): void;
  signal(name: "SIGINT" | "SIGTERM"): void;
  /** Ends the engine without further output, since the process is gone. */
  close(): void;
  /** The exit code. */
  readonly ended: Promise<number>;
}
