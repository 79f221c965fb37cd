// The help of the executable.

import { SIMULATOR_OPTIONS, toVariable } from "./arguments/simulator-options.ts";

export function formatHelp(): string {
  const own = SIMULATOR_OPTIONS.map(([name, meaning]) => `  --simulate-${name}, ${toVariable(name)}\n      ${meaning}`);
  return `Usage: claude [options] [prompt]

A simulated Claude Code (@unspool/simulator). It asks no model and plays a scenario instead.
It takes the flags of the real CLI: -p, --input-format, --output-format, --verbose, --include-partial-messages,
--replay-user-messages, --resume, --continue, --fork-session, --session-id, --model, --permission-mode,
--permission-prompt-tool stdio, --allowedTools, --disallowedTools, --max-turns, --max-budget-usd, --json-schema,
--mcp-config, --agents, --add-dir and so on. It ignores an unknown flag with a warning.

Its own options, each with its environment variable:
${own.join("\n")}

  -v, --version   the simulated version
  -h, --help      this text
`;
}
