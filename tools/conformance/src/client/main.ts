// Runs the checks of our client with real CLIs. Part of `npm run conformance`.

import { runOnClis } from "../run-on-clis.ts";
import { CHECKS } from "./checks.ts";
import { DEFERRAL_CHECKS } from "./deferral-checks.ts";
import { MORE_CHECKS } from "./more-checks.ts";
import { PERMISSION_CHECKS } from "./permission-checks.ts";
import { runCheck } from "./run-check.ts";

process.exitCode = await runOnClis({
  subject: "client",
  checks: { ...CHECKS, ...MORE_CHECKS, ...DEFERRAL_CHECKS, ...PERMISSION_CHECKS },
  run: runCheck,
});
