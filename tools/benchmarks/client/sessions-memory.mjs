// sessions-memory: heap of the host per idle session, in KB, with 50 sessions and a small child for each.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { median, printAtMost, printDetail, spread } from "../report.mjs";
import { Skipped } from "../run-benchmarks.mjs";
import { run } from "./run-contestant.mjs";

const SESSIONS = 50;
/** Answers the first request and nothing else. */
const QUIET_CLAUDE = `#!/bin/sh
read -r line
echo '{"type":"control_response","response":{"subtype":"success","request_id":"unspool-1","response":{}}}'
exec cat > /dev/null
`;

export async function measureSessions({ folder, rounds }, limit) {
  if (process.platform === "win32") throw new Skipped("its small fake is a program for Unix");
  const executable = join(folder, "quiet-claude");
  writeFileSync(executable, QUIET_CLAUDE, { mode: 0o755 });
  const sizes = [];
  for (let round = 0; round < rounds; round += 1) {
    const { kilobytes } = await run("sessions", [executable, String(SESSIONS)], { HOME: folder });
    sizes.push(kilobytes);
  }
  printAtMost("sessions-memory", median(sizes), limit);
  printDetail("sessions-memory-kb", `${spread(sizes, 0)}, ${SESSIONS} sessions, ${rounds} rounds`);
}
