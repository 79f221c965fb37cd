// The methods of a query and the exports of the official SDK 0.3.325. docs/from-the-agent-sdk.md shows these rows, and the
// conformance run checks that the SDK has no name that is missing here.
import type { Query } from "../src/index.ts";
import type { Support } from "../src/options/option-table.ts";

export interface Row {
  readonly support: Support;
  readonly note: string;
}

type Method = Exclude<keyof Query, keyof AsyncGenerator>;

const same: Row = { support: "same", note: "" };
const absent = (note: string): Row => ({ support: "absent", note });
const list = { support: "same", note: "As the CLI reported it at the start." } as const;

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
  supportedCommands: { support: "same", note: "As the CLI reported it last." },
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
    support: "same",
    note: "Only for servers outside this process. Servers inside it are set at the start; later ones are refused with an error.",
  },
  streamInput: { support: "better", note: "Accepts several streams at once; the input ends when all have ended." },
  stopTask: same,
  backgroundTasks: same,
  close: { support: "better", note: "Ends the whole process group." },
};

const SESSIONS = "`claude.sessions.list`, `read` and `search` read the transcripts on this machine.";
const CHANGES = "Transcripts belong to the CLI; this package does not change them.";
const STORE = "There is no session store: see `sessionStore`.";
const TEXTS = "Texts of one CLI version; check `error`, `api_retry` and `rate_limit_event` messages instead.";
const SETTINGS =
  "The CLI reads the settings: use the request `get_settings` with `session.control` of `claude.session`.";

export const EXPORTS: Readonly<Record<string, Row>> = {
  query: { support: "better", note: "See below." },
  tool: {
    support: "better",
    note: "Accepts any Standard Schema, not only zod. Schemas of zod 3 cannot be converted to JSON Schema and are refused.",
  },
  createSdkMcpServer: {
    support: "better",
    note: "Needs no MCP SDK, and one server can serve many queries at once. `instance` is not an `McpServer`.",
  },
  AbortError: same,
  HOOK_EVENTS: same,
  EXIT_REASONS: same,
  startup: absent("`createPool` starts and initializes CLIs in advance."),
  prewarm: absent("`createPool` starts and initializes CLIs in advance."),
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
  BUILTIN_TOOL_NAMES: absent("The `system/init` message lists the `tools` of the running CLI."),
  LEGACY_TOOL_NAME_ALIASES: absent("The `system/init` message lists the `tools` of the running CLI."),
  SYSTEM_PROMPT_DYNAMIC_BOUNDARY: absent("A marker for prompt caches inside `systemPrompt`; write it as text."),
  ORG_POLICY_LIMIT_PREFIXES: absent(TEXTS),
  USAGE_LIMIT_ERROR_PREFIXES: absent(TEXTS),
  USAGE_TRANSITION_PREFIXES: absent(TEXTS),
  USAGE_WARNING_PREFIXES: absent(TEXTS),
};
