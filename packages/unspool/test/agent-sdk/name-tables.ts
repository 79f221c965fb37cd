// What else the official SDK 0.3.325 offers, beside its options: the methods of a query, and what the package exports. The
// page about it shows these rows; the conformance run looks whether the SDK has names that are not in it.
import type { Query } from "../../src/agent-sdk/index.ts";
import type { Verdict } from "../../src/agent-sdk/option-table.ts";

export interface Row {
  readonly verdict: Verdict;
  readonly note: string;
}

type Method = Exclude<keyof Query, keyof AsyncGenerator>;

const same: Row = { verdict: "same", note: "" };
const absent = (note: string): Row => ({ verdict: "absent", note });
const list = { verdict: "same", note: "As the CLI told it at the start." } as const;

export const METHODS: Readonly<Record<Method, Row>> = {
  interrupt: same,
  setPermissionMode: same,
  setMcpPermissionModeOverride: same,
  setModel: same,
  setMaxThinkingTokens: same,
  applyFlagSettings: same,
  updateSettings: same,
  initializationResult: same,
  reinitialize: same,
  supportedCommands: { verdict: "same", note: "As the CLI told it last." },
  supportedModels: list,
  supportedAgents: list,
  mcpServerStatus: same,
  getContextUsage: same,
  usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET: same,
  readFile: same,
  reloadPlugins: same,
  reloadSkills: same,
  reloadOutputStyles: same,
  accountInfo: list,
  rewindFiles: same,
  seedReadState: same,
  reconnectMcpServer: same,
  toggleMcpServer: same,
  readMcpResource: same,
  setMcpServers: {
    verdict: "same",
    note: "Servers outside this process only. Those in it are given at the start; later ones are refused with a sentence.",
  },
  streamInput: { verdict: "better", note: "Several at once; the input ends when all have ended." },
  stopTask: same,
  backgroundTasks: same,
  close: { verdict: "better", note: "Ends the whole process group." },
};

const SESSIONS = "`claude.sessions.list`, `read` and `search` read the transcripts on this machine.";
const CHANGES = "Transcripts are the CLI's own; this package changes none of them.";
const STORE = "There is no session store: see `sessionStore`.";
const WORDS = "Texts of one CLI version; look at `error`, `api_retry` and `rate_limit_event` messages instead.";
const SETTINGS = "Settings are read by the CLI: `get_settings` by `session.control` of `claude.session`.";

export const EXPORTS: Readonly<Record<string, Row>> = {
  query: { verdict: "better", note: "See below." },
  tool: {
    verdict: "better",
    note: "Any Standard Schema, not only zod. Schemas of zod 3 have no JSON Schema and are refused.",
  },
  createSdkMcpServer: {
    verdict: "better",
    note: "Needs no MCP SDK, and one server may serve many queries at once. `instance` is not an `McpServer`.",
  },
  AbortError: same,
  HOOK_EVENTS: same,
  EXIT_REASONS: same,
  startup: absent("`createPool` starts and initialises CLIs ahead."),
  prewarm: absent("`createPool` starts and initialises CLIs ahead."),
  listSessions: absent(SESSIONS),
  getSessionInfo: absent(SESSIONS),
  getSessionMessages: absent(SESSIONS),
  getSubagentMessages: absent(SESSIONS),
  listSubagents: absent(SESSIONS),
  forkSession: absent("The option `forkSession`, or `session.fork()` of `claude.session`."),
  renameSession: absent(CHANGES),
  tagSession: absent(CHANGES),
  archiveSession: absent(CHANGES),
  unarchiveSession: absent(CHANGES),
  deleteSession: absent(CHANGES),
  InMemorySessionStore: absent(STORE),
  importSessionToStore: absent(STORE),
  foldSessionSummary: absent(STORE),
  resolveSettings: absent(SETTINGS),
  filterEscalatingDefaultMode: absent(SETTINGS),
  matchDeniedModels: absent(SETTINGS),
  BUILTIN_TOOL_NAMES: absent("The `tools` of the `system/init` message are those of the CLI that runs."),
  LEGACY_TOOL_NAME_ALIASES: absent("The `tools` of the `system/init` message are those of the CLI that runs."),
  SYSTEM_PROMPT_DYNAMIC_BOUNDARY: absent("A mark for prompt caches inside `systemPrompt`; write it as text."),
  ORG_POLICY_LIMIT_PREFIXES: absent(WORDS),
  USAGE_LIMIT_ERROR_PREFIXES: absent(WORDS),
  USAGE_TRANSITION_PREFIXES: absent(WORDS),
  USAGE_WARNING_PREFIXES: absent(WORDS),
};
