// Options for tools: which ones there are, who approves their calls, and what runs around them.

import { isRecord } from "@unspool/protocol/kit";
import type { PermissionMode } from "@unspool/protocol";
import type { McpServerConfig } from "@unspool/protocol/wire";
import type { HookCallbacks } from "../control/hooks/types.ts";
import type { McpInstanceConfig } from "../control/tools/mcp-instance.ts";
import type {
  ElicitationCallback,
  PermissionCallback,
  PermissionRules,
  QuestionCallback,
} from "../control/permissions/types.ts";
import type { Tool } from "../control/tools/tool.ts";
import { TOOL_SERVER_NAME } from "../control/tools/server-name.ts";
import { boolean, callback, duration, listOf, matches, nonEmptyText, textList } from "../validation/validator.ts";
import { mcpServersValidator } from "./agent-validators.ts";
import { hooksValidator, permissionsValidator } from "./hook-validators.ts";
import type { FlagContext, FlagValue, OptionTable } from "./option-spec.ts";
import type { SessionOptions } from "./options.ts";
import { findModeInArgs, chooseStartMode } from "./start-mode.ts";

/** Tools: which ones there are, who approves their calls, and what runs around them. */
export interface ToolOptions {
  /** In-process tools, made with `tool()`. @default none */
  readonly tools?: readonly Tool[];
  /** The CLI's own tools that exist in the session. @default all */
  readonly builtinTools?: readonly string[];
  /**
   * Tools and calls that run without approval. **It restricts nothing**: all other tools stay available and need approval.
   * To restrict, use `builtinTools`, `disallowedTools` or `permissions`. @default none
   */
  readonly allowedTools?: readonly string[];
  /** Tools that the model does not get, or calls that are refused (`Bash(rm *)`). @default none */
  readonly disallowedTools?: readonly string[];
  /**
   * How the CLI treats calls that need approval. The session fails if the CLI reports a wider mode than this.
   * @default "default" with `permissions`, otherwise the choice of the settings or the CLI
   */
  readonly permissionMode?: PermissionMode;
  /** Decides about calls that need approval. @default the CLI denies them, or follows its mode */
  readonly permissions?: PermissionCallback | PermissionRules;
  /**
   * How long the callback of `permissions` may take before the call is denied. 0: no limit. `permissions.timeoutMs`
   * takes precedence. @default 300000
   */
  readonly permissionTimeoutMs?: number;
  /** Answers questions of the model to the user (AskUserQuestion). @default none */
  readonly onQuestion?: QuestionCallback;
  /** How long `onQuestion` may take before the model learns that nobody answered. @default that of `permissions` */
  readonly questionTimeoutMs?: number;
  /** Answers questions of MCP servers. @default they are declined */
  readonly onElicitation?: ElicitationCallback;
  /** How long `onElicitation` may take before the question is cancelled. @default that of `permissions` */
  readonly elicitationTimeoutMs?: number;
  /** Callbacks for the CLI's events: before and after a tool, at a prompt, at the end of a turn. @default none */
  readonly hooks?: HookCallbacks;
  /** MCP servers by name. Those in this process: `{ type: "sdk", name, instance }`. @default none */
  readonly mcpServers?: Readonly<Record<string, McpServerConfig | McpInstanceConfig>>;
  /** Whether only the servers of `mcpServers` are used, and none of the settings. @default false */
  readonly strictMcpConfig?: boolean;
  /** Folders beside `cwd` that tools may work in. @default none */
  readonly additionalDirectories?: readonly string[];
}

export const TOOL_OPTIONS: OptionTable<ToolOptions> = {
  tools: {
    validate: listOf(
      matches("what `tool()` makes (names of built-in tools go into `builtinTools`)", (value) => {
        return isRecord(value) && ["inputSchema", "call"].every((member) => typeof value[member] === "function");
      }),
    ),
  },
  // An empty list is a choice: no tools.
  builtinTools: {
    validate: textList,
    flag: "--tools",
    since: "2.0.76",
    toFlagValue: ({ builtinTools }) => builtinTools?.join(","),
  },
  allowedTools: { validate: textList, flag: "--allowedTools", toFlagValue: listAllowedTools },
  disallowedTools: { validate: textList, flag: "--disallowedTools", toFlagValue: listDisallowedTools },
  permissionMode: {
    validate: nonEmptyText,
    flag: "--permission-mode",
    toFlagValue: (options) =>
      findModeInArgs(options.extraArgs ?? []) === undefined ? chooseStartMode(options) : options.permissionMode,
    command: {
      name: "permission",
      short: "p",
      value: "mode",
      choices: ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"],
      help: "what tools may do",
    },
  },
  permissions: {
    validate: permissionsValidator,
    flag: "--permission-prompt-tool",
    toFlagValue: (_options, { answersPermissions }) => (answersPermissions ? "stdio" : undefined),
  },
  permissionTimeoutMs: { validate: duration },
  onQuestion: { validate: callback },
  questionTimeoutMs: { validate: duration },
  onElicitation: { validate: callback },
  elicitationTimeoutMs: { validate: duration },
  hooks: { validate: hooksValidator },
  mcpServers: { validate: mcpServersValidator, flag: "--mcp-config", toFlagValue: writeMcpConfig },
  strictMcpConfig: { validate: boolean, flag: "--strict-mcp-config" },
  additionalDirectories: { validate: textList, flag: "--add-dir" },
};

/** In-process tools run without approval, unless the host approves calls itself. */
function listAllowedTools({ tools = [], permissions, allowedTools }: SessionOptions): FlagValue {
  if (tools.length === 0 || permissions !== undefined) return allowedTools;
  return [...(allowedTools ?? []), `mcp__${TOOL_SERVER_NAME}`];
}

/**
 * Adds the `deny` rules of the host, so that the model is not offered tools that may never run. The rules are enforced by
 * control/permission-guard.ts: not every CLI understands every pattern.
 */
function listDisallowedTools({ permissions, disallowedTools = [] }: SessionOptions): FlagValue {
  return typeof permissions === "object" ? [...disallowedTools, ...(permissions.deny ?? [])] : disallowedTools;
}

/** Always a file: besides `env` and `headers`, the addresses and arguments of servers may hold keys. */
function writeMcpConfig({ mcpServers = {} }: SessionOptions, { files }: FlagContext): FlagValue {
  // Servers in this process are sent with `initialize`.
  const external = Object.entries(mcpServers).filter(([, { type }]) => type !== "sdk");
  if (external.length === 0) return undefined;
  return files.write("mcp.json", JSON.stringify({ mcpServers: Object.fromEntries(external) }));
}
