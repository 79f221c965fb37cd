// Our client drives real CLIs: `npm run conformance` runs it too.

import { runOnClis } from "../run-on-clis.ts";
import { CHECKS } from "./checks.ts";
import { MORE_CHECKS } from "./more-checks.ts";
import { runCheck } from "./run-check.ts";

process.exitCode = await runOnClis({ subject: "client", checks: { ...CHECKS, ...MORE_CHECKS }, run: runCheck });
