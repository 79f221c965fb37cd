// Runs the command `unspool` with real CLIs, over pipes and in a terminal. Part of `npm run conformance`.

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
  // CI must have a terminal.
  skip: (name) =>
    name in TERMINAL_CHECKS && !hasTerminals() && (process.env["CI"] ?? "") === ""
      ? "tmux is not installed (apt-get install -y tmux, brew install tmux)"
      : undefined,
});
