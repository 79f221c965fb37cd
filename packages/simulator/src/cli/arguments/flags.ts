// All flags of the measured CLIs, hidden ones included, as their help writes them: refusals quote that text. Other flags are
// accepted with a warning, where the real CLI would exit with code 1.

/** `optional` takes the next argument unless it begins with `-`; `list` takes all arguments up to the next flag. */
export type FlagArity = "none" | "required" | "optional" | "list";

export interface Flag {
  /** Names and value, as in the real help. */
  readonly term: string;
  readonly names: readonly string[];
  /** The first long name, without its dashes. */
  readonly key: string;
  readonly arity: FlagArity;
}

const TERMS = [
  // Flags that the simulator acts on or at least checks; docs/simulator/executable.md lists those without effect.
  "-p, --print",
  "--input-format <format>",
  "--output-format <format>",
  "--verbose",
  "--include-partial-messages",
  "--replay-user-messages",
  "-r, --resume [value]",
  "-c, --continue",
  "--fork-session",
  "--session-id <uuid>",
  "--no-session-persistence",
  "--model <model>",
  "--fallback-model <model>",
  "--permission-mode <mode>",
  "--permission-prompt-tool <tool>",
  "--permission-prompts <target>",
  "--dangerously-skip-permissions",
  "--allow-dangerously-skip-permissions",
  "--allowedTools, --allowed-tools <tools...>",
  "--disallowedTools, --disallowed-tools <tools...>",
  "--tools <tools...>",
  "--max-turns <turns>",
  "--max-budget-usd <amount>",
  "--max-thinking-tokens <tokens>",
  "--json-schema <schema>",
  "--mcp-config <configs...>",
  "--strict-mcp-config",
  "--agents <json>",
  "--add-dir <directories...>",
  "--settings <file-or-json>",
  "--setting-sources <sources>",
  "--include-hook-events",
  "--forward-subagent-text",
  "--prompt-suggestions [value]",
  "--system-prompt <prompt>",
  "--system-prompt-file <file>",
  "--append-system-prompt <prompt>",
  "--append-system-prompt-file <file>",
  "--resume-session-at <message id>",
  "-v, --version",
  "-h, --help",
  // Flags that it accepts and ignores.
  "--agent <agent>",
  "--await-initialize",
  "--autocompact <auto|tokens>",
  "--ax-screen-reader",
  "--bare",
  "--betas <betas...>",
  "--brief",
  "--chrome",
  "--no-chrome",
  "-d, --debug [filter]",
  "-d2e, --debug-to-stderr",
  "--debug-file <path>",
  "--disable-slash-commands",
  "--effort <level>",
  "--enable-auth-status",
  "--exclude-dynamic-system-prompt-sections",
  "--file <specs...>",
  "--from-pr [value]",
  "--ide",
  "--managed-settings <json>",
  "--mcp-debug",
  "-n, --name <name>",
  "--plugin-dir <path>",
  "--plugin-url <url>",
  "--restricted",
  "--safe-mode",
  "--session-mirror",
  "--system-prompt-snapshot <on|off>",
  "--task-budget <tokens>",
  "--thinking <mode>",
  "--thinking-display <display>",
  "--workload <tag>",
  "-w, --worktree [name]",
  // The simulator's own flags.
  "--simulate-scenario <file-or-name>",
  "--simulate-version <version>",
  "--simulate-seed <number>",
  "--simulate-dialect <names>",
  "--simulate-speed <factor>",
  "--simulate-store <directory>",
  "--simulate-fault <json>",
] as const;

export const FLAGS: ReadonlyMap<string, Flag> = new Map(
  TERMS.map(readTerm).flatMap((flag) => flag.names.map((name) => [name, flag] as const)),
);

function readTerm(term: string): Flag {
  const names = term.split(/,? /).filter((word) => word.startsWith("-"));
  const key = (names.find((name) => name.startsWith("--")) ?? term).slice(2);
  const arity = term.endsWith("...>")
    ? "list"
    : term.endsWith(">")
      ? "required"
      : term.endsWith("]")
        ? "optional"
        : "none";
  return { term, names, key, arity };
}
