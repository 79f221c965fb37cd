// The environment of the program: the host's, without what a Claude Code around the host left in it, and with the login
// that was asked for. Facts are from the programs 2.1.74 and 2.1.325.

import { ClaudeError } from "../errors.ts";
import type { ProgramOptions } from "../options/types.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What an outer CLI, SDK or IDE sets for its own child. Passed on, it would be believed. */
const OUTER_SESSION: readonly (readonly [name: string, reason: string])[] = [
  ["CLAUDECODE", "2.1.74 refuses to start inside another one; later ones count as nested"],
  ["CLAUDE_CODE_ENTRYPOINT", "names the outer program, and decides about features"],
  ["CLAUDE_CODE_CHILD_SESSION", "2.1.325 then keeps no transcript in -p mode: nothing could be resumed"],
  ["CLAUDE_CODE_SESSION_ID", "the outer session's id"],
  ["CLAUDE_CODE_SESSION_ATTENDED", "whether somebody sits before the outer one"],
  ["CLAUDE_CODE_SESSION_KIND", "makes it a background session"],
  ["CLAUDE_JOB_DIR", "the same"],
  ["CLAUDE_CODE_BRIDGE_SESSION_ID", "the outer session's bridge"],
  ["CLAUDE_CODE_EXECPATH", "the outer program"],
  ["CLAUDE_CODE_INVOKED_SKILLS", "what the outer session has loaded"],
  ["CLAUDE_PID", "the outer process"],
  ["CLAUDE_EFFORT", "the outer session's level"],
  ["CLAUDE_CODE_SSE_PORT", "connects it to the IDE around the host"],
  ["CLAUDE_AGENT_SDK_VERSION", "the outer host's"],
  ["CLAUDE_CODE_SDK_HAS_OAUTH_REFRESH", "promises answers that only the outer host gives"],
  ["CLAUDE_CODE_SDK_HAS_SESSIONS_OAUTH_REFRESH", "the same"],
  ["CLAUDE_CODE_SDK_READS_SESSION_STATE", "the same"],
  ["CLAUDE_CODE_SDK_READS_STARTUP_MARKS", "the same"],
  ["CLAUDE_CODE_OAUTH_TOKEN_FILE_DESCRIPTOR", "the number of a file that is not open in our child"],
  ["CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR", "the same"],
  ["CLAUDE_CODE_WEBSOCKET_AUTH_FILE_DESCRIPTOR", "the same"],
];

/** What makes somebody else pay than the plan that is logged in. */
const NOT_THE_PLAN = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "CLAUDE_CODE_USE_BEDROCK",
  "CLAUDE_CODE_USE_VERTEX",
  "CLAUDE_CODE_USE_FOUNDRY",
];

/** What is preferred to a key, or sent beside it. */
const NOT_THE_KEY = [
  "ANTHROPIC_AUTH_TOKEN",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CODE_USE_BEDROCK",
  "CLAUDE_CODE_USE_VERTEX",
  "CLAUDE_CODE_USE_FOUNDRY",
];

/** @throws {ClaudeError} `invalid-option`: `auth: "api-key"`, and there is none */
export function environmentOf(
  options: Pick<ProgramOptions, "env" | "auth">,
  hostEnv: Environment,
  platform: string,
): Record<string, string> {
  const { env = {}, auth = "inherit" } = options;
  const inherited = inheritedEnvironment(hostEnv, platform);
  if (auth === "subscription") remove(inherited, NOT_THE_PLAN, platform);
  if (auth === "api-key") remove(inherited, NOT_THE_KEY, platform);
  for (const [name, value] of Object.entries(env)) {
    // On Windows `Path` and `PATH` are one, and Node would take the first of the two.
    remove(inherited, [name], platform);
    if (value !== undefined) inherited[name] = value;
  }
  if (auth === "api-key" && (inherited["ANTHROPIC_API_KEY"] ?? "") === "") {
    throw new ClaudeError(
      "invalid-option",
      'auth: "api-key" needs a key, and ANTHROPIC_API_KEY is not set. Set it, or give it in `env`.',
      { option: "auth", value: auth },
    );
  }
  return inherited;
}

/** Which variables of a Claude Code around this process are set, and what they would do; `inheritedEnvironment` removes them. */
export function outerSessionIn(env: Environment): readonly (readonly [name: string, reason: string])[] {
  return OUTER_SESSION.filter(([name]) => env[name] !== undefined);
}

/** What a child may inherit, whoever pays. */
export function inheritedEnvironment(hostEnv: Environment, platform: string): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(hostEnv)) if (value !== undefined) kept[name] = value;
  remove(
    kept,
    OUTER_SESSION.map(([name]) => name),
    platform,
  );
  const nodeOptions = kept["NODE_OPTIONS"];
  if (nodeOptions !== undefined) kept["NODE_OPTIONS"] = withoutDebugger(nodeOptions);
  return kept;
}

/** The host's own debugger has the port; and `--inspect-brk` would wait for somebody for ever. */
function withoutDebugger(nodeOptions: string): string {
  return nodeOptions
    .split(" ")
    .filter((word) => !word.startsWith("--inspect"))
    .join(" ");
}

function remove(env: Record<string, string>, names: readonly string[], platform: string): void {
  if (platform !== "win32") {
    for (const name of names) delete env[name];
    return;
  }
  const upper = new Set(names.map((name) => name.toUpperCase()));
  for (const name of Object.keys(env)) if (upper.has(name.toUpperCase())) delete env[name];
}
