// Builds the environment of the program: the host's, without the variables of a Claude Code around the host, and with the
// chosen login. The facts are from the programs 2.1.74 and 2.1.325.

import { ClaudeError } from "../errors.ts";
import type { Warning } from "../warning.ts";

/** Whose account pays: whatever the environment chooses, the subscription that is logged in, or an API key. */
export type AuthMode = "inherit" | "subscription" | "api-key";

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that an outer CLI, SDK or IDE sets for its own child. If passed on, ours would believe them. */
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

/** Variables that make another account pay than the subscription that is logged in. */
const NOT_THE_PLAN = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "CLAUDE_CODE_USE_BEDROCK",
  "CLAUDE_CODE_USE_VERTEX",
  "CLAUDE_CODE_USE_FOUNDRY",
];

/** Variables that the CLI prefers to a key, or sends beside it. */
const NOT_THE_KEY = [
  "ANTHROPIC_AUTH_TOKEN",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CODE_USE_BEDROCK",
  "CLAUDE_CODE_USE_VERTEX",
  "CLAUDE_CODE_USE_FOUNDRY",
];

/** @throws {ClaudeError} `invalid-option` for `auth: "api-key"` without a key */
export function createEnvironment(
  options: { readonly env?: Environment; readonly auth?: AuthMode },
  hostEnv: Environment,
  platform: string,
): Record<string, string> {
  const { env = {}, auth = "inherit" } = options;
  const inherited = inheritedEnvironment(hostEnv, platform);
  if (auth === "subscription") remove(inherited, NOT_THE_PLAN, platform);
  if (auth === "api-key") remove(inherited, NOT_THE_KEY, platform);
  for (const [name, value] of Object.entries(env)) {
    // On Windows `Path` and `PATH` are the same variable, and Node would take the first of the two.
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

/** Lists the variables of a Claude Code around this process, with their effect. `inheritedEnvironment` removes them. */
export function findOuterSession(env: Environment): readonly (readonly [name: string, reason: string])[] {
  return OUTER_SESSION.filter(([name]) => env[name] !== undefined);
}

/** Returns the variables that a child may inherit, with any login. */
export function inheritedEnvironment(hostEnv: Environment, platform: string): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(hostEnv)) if (value !== undefined) kept[name] = value;
  remove(
    kept,
    OUTER_SESSION.map(([name]) => name),
    platform,
  );
  const nodeOptions = kept["NODE_OPTIONS"];
  if (nodeOptions !== undefined) kept["NODE_OPTIONS"] = removeDebugger(nodeOptions);
  return kept;
}

/** The host's own debugger uses the port, and `--inspect-brk` would wait for a debugger for ever. */
function removeDebugger(nodeOptions: string): string {
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

/** Sources that mean an API key. `none` and `oauth` mean a login. */
const KEY_SOURCES = new Set([
  "ANTHROPIC_API_KEY",
  "apiKeyHelper",
  "/login managed key",
  "user",
  "project",
  "org",
  "temporary",
]);
/** Keys that do not come from the environment. */
const OTHER_KEYS = new Set(["apiKeyHelper", "/login managed key"]);

/** Compares the option `auth` with the source of the key that the CLI reports (`init.apiKeySource`). */
export function checkAuth(auth: AuthMode | undefined, apiKeySource: string | undefined): Warning | undefined {
  if (apiKeySource === undefined) return undefined;
  if (auth === "subscription" && KEY_SOURCES.has(apiKeySource)) {
    return createMismatchWarning(
      `auth: "subscription" was asked for, but Claude uses a key (${apiKeySource}), which is billed by use. ` +
        "Look for apiKeyHelper or ANTHROPIC_API_KEY in its settings.",
    );
  }
  if (auth === "api-key" && (!KEY_SOURCES.has(apiKeySource) || OTHER_KEYS.has(apiKeySource))) {
    return createMismatchWarning(
      `auth: "api-key" was asked for, but Claude uses another login (${apiKeySource}). ` +
        "Log out, or look for apiKeyHelper in its settings.",
    );
  }
  return undefined;
}

function createMismatchWarning(message: string): Warning {
  return { code: "auth-mismatch", message };
}
