// The help of the executable: what is simulated, and by which words it is steered.

import { OWN_OPTIONS, variableOf } from "./own-options.ts";

export function helpText(): string {
  const own = OWN_OPTIONS.map(([name, meaning]) => `  --simulate-${name}, ${variableOf(name)}\n      ${meaning}`);
  return `Usage: claude [options] [prompt]

A simulated Claude Code (@unspool/simulator). No model is asked; what it says stands in a scenario.
It takes the flags of the real one: -p, --input-format, --output-format, --verbose, --include-partial-messages,
--replay-user-messages, --resume, --continue, --fork-session, --session-id, --model, --permission-mode,
--permission-prompt-tool stdio, --allowedTools, --disallowedTools, --max-turns, --max-budget-usd, --json-schema,
--mcp-config, --agents, --add-dir and so on; one that it does not know is passed over with a warning.

Its own options, each with the environment variable that does the same:
${own.join("\n")}

  -v, --version   the version whose manners are taken
  -h, --help      this text
`;
}
