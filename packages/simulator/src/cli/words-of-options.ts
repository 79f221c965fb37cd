// Options of the transport without a child, as the words of a command line: one way in, one set of checks.

import type { Dialect } from "../engine/types.ts";

export interface FlagOptions {
  /** The words behind `claude`. @default `-p` with stream-json in and out, `--verbose` and partial messages */
  readonly args?: readonly string[];
  /** The CLI version whose manners are taken. @default the newest one measured */
  readonly version?: string;
  /** @default the next of the store, which is 1 in a fresh one */
  readonly seed?: number;
  readonly dialects?: readonly Dialect[];
  /** 0: delays are virtual. 1: they take their time. @default 0 */
  readonly speed?: number;
  readonly model?: string;
  readonly permissionMode?: string;
  /** Questions about permissions go to the host. @default false */
  readonly asksHost?: boolean;
  /** @default true without `args` */
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

const STREAM_JSON = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];

export function wordsOf(options: FlagOptions): readonly string[] {
  const { args, hasPartials = args === undefined } = options;
  const servers = options.mcpServers === undefined ? undefined : { mcpServers: options.mcpServers };
  return [
    ...value("--simulate-version", options.version),
    ...value("--simulate-seed", options.seed),
    ...value("--simulate-dialect", options.dialects?.join(",")),
    ...value("--simulate-speed", options.speed),
    ...value("--model", options.model),
    ...value("--permission-mode", options.permissionMode),
    ...value("--permission-prompt-tool", options.asksHost === true ? "stdio" : undefined),
    ...whether("--include-partial-messages", hasPartials),
    ...whether("--replay-user-messages", options.replaysUser),
    ...each("--allowedTools", options.allowedTools),
    ...each("--disallowedTools", options.disallowedTools),
    ...value("--max-turns", options.maxTurns),
    ...value("--max-budget-usd", options.maxBudgetUsd),
    ...json("--json-schema", options.jsonSchema),
    ...json("--mcp-config", servers),
    ...json("--agents", options.agents),
    ...each("--add-dir", options.additionalDirectories),
    ...value("--session-id", options.sessionId),
    ...value("--resume", options.resume),
    ...whether("--fork-session", options.forks),
    ...(args ?? STREAM_JSON),
  ];
}

function value(flag: string, content: string | number | undefined): readonly string[] {
  return content === undefined ? [] : [`${flag}=${content}`];
}

function json(flag: string, content: unknown): readonly string[] {
  return content === undefined ? [] : [`${flag}=${JSON.stringify(content)}`];
}

function each(flag: string, contents: readonly string[] = []): readonly string[] {
  return contents.map((content) => `${flag}=${content}`);
}

function whether(flag: string, isSet: boolean | undefined): readonly string[] {
  return isSet === true ? [flag] : [];
}
