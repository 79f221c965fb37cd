// The options of simulate() that are flags of the command line, so that both pass the same checks.

import type { Dialect } from "../../engine/lines/dialects.ts";
import type { PresetFlags } from "./parse-flags.ts";

export interface FlagOptions {
  /** The arguments of `claude`. @default `-p` with stream-json in and out, `--verbose` and partial messages */
  readonly args?: readonly string[];
  /** The simulated CLI version. @default the newest measured one */
  readonly version?: string;
  /** Seed of ids. @default the next one of the store; 1 in a new store */
  readonly seed?: number;
  /** Documented forms of lines that no measured CLI writes. */
  readonly dialects?: readonly Dialect[];
  /** 0: delays are virtual. 1: real time, 2: twice as fast. @default 0 */
  readonly speed?: number;
  readonly model?: string;
  readonly permissionMode?: string;
  /** Whether the CLI asks the host for permissions (`--permission-prompt-tool stdio`). @default false */
  readonly asksHost?: boolean;
  /** Whether partial messages are written. @default true without `args` */
  readonly hasPartials?: boolean;
  readonly replaysUser?: boolean;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly maxTurns?: number;
  readonly maxBudgetUsd?: number;
  readonly jsonSchema?: object;
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  readonly agents?: Readonly<Record<string, unknown>>;
  readonly additionalDirectories?: readonly string[];
  readonly sessionId?: string;
  /** The id of a session in the same store. */
  readonly resume?: string;
  readonly forks?: boolean;
}

export const FLAG_OPTIONS: { readonly [Key in keyof Required<FlagOptions>]: true } = {
  args: true,
  version: true,
  seed: true,
  dialects: true,
  speed: true,
  model: true,
  permissionMode: true,
  asksHost: true,
  hasPartials: true,
  replaysUser: true,
  allowedTools: true,
  disallowedTools: true,
  maxTurns: true,
  maxBudgetUsd: true,
  jsonSchema: true,
  mcpServers: true,
  agents: true,
  additionalDirectories: true,
  sessionId: true,
  resume: true,
  forks: true,
};

/** The arguments of a run without `args`. */
export const STREAM_JSON_ARGS: readonly string[] = [
  "-p",
  "--input-format",
  "stream-json",
  "--output-format",
  "stream-json",
  "--verbose",
];

/** Returns the options by the key of their flag. They count as if they preceded `args`, so single values of `args` win. */
export function toPresetFlags(options: FlagOptions): PresetFlags {
  const { args, hasPartials = args === undefined, mcpServers } = options;
  return {
    "simulate-version": options.version,
    "simulate-seed": options.seed,
    "simulate-dialect": options.dialects?.join(","),
    "simulate-speed": options.speed,
    model: options.model,
    "permission-mode": options.permissionMode,
    "permission-prompt-tool": options.asksHost === true ? "stdio" : undefined,
    "include-partial-messages": hasPartials,
    "replay-user-messages": options.replaysUser,
    allowedTools: options.allowedTools,
    disallowedTools: options.disallowedTools,
    "max-turns": options.maxTurns,
    "max-budget-usd": options.maxBudgetUsd,
    "json-schema": options.jsonSchema,
    "mcp-config": mcpServers === undefined ? undefined : { mcpServers },
    agents: options.agents,
    "add-dir": options.additionalDirectories,
    "session-id": options.sessionId,
    resume: options.resume,
    "fork-session": options.forks,
  };
}
