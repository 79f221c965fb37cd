// The command `unspool` in front of real CLIs, as a shell and as a terminal start it: `npm run conformance` runs it too.

import { runOnClis } from "../run-on-clis.ts";
import { PIPE_CHECKS } from "./pipe-checks.ts";
import { runCheck } from "./run-check.ts";
import { RUN_CHECKS } from "./run-checks.ts";
import { hasTerminals } from "./terminal.ts";
import { TERMINAL_CHECKS } from "./terminal-checks.ts";

process.exitCode = await runOnClis({
  subject: "command",
  checks: { ...RUN_CHECKS, ...PIPE_CHECKS, ...TERMINAL_CHECKS },
  run: runCheck,
  // CI has a terminal, and must.
  skip: (name) =>
    name in TERMINAL_CHECKS && !hasTerminals() && (process.env["CI"] ?? "") === ""
      ? "tmux is not installed (apt-get install -y tmux, brew install tmux)"
      : undefined,
});
