// Which flags a version of the CLI knows. Found by giving each of eleven versions all of them and seeing which it refused
// as unknown; the number is the first of those versions that took it, so a version between two may know more than is told.
// An unknown flag ends the CLI with code 1 before its first line. Which requests it knows: see known-requests.ts.

import { knownRequest } from "./known-requests.ts";

/** Asked were 1.0.60, 1.0.88, 1.0.110, 1.0.128, 2.0.0, 2.0.30, 2.0.76, 2.1.20, 2.1.74, 2.1.200 and 2.1.325; flags without an entry are known to all. */
const SINCE: Readonly<Record<string, string>> = {
  "--replay-user-messages": "1.0.88",
  "--settings": "1.0.88",
  "--include-partial-messages": "1.0.110",
  "--fork-session": "1.0.128",
  "--agents": "1.0.128",
  "--resume-session-at": "1.0.128",
  "--setting-sources": "1.0.128",
  "--max-thinking-tokens": "2.0.30",
  "--max-budget-usd": "2.0.30",
  "--plugin-dir": "2.0.30",
  "--allow-dangerously-skip-permissions": "2.0.30",
  "--no-session-persistence": "2.0.76",
  "--append-system-prompt-file": "2.0.76",
  "--agent": "2.0.76",
  "--betas": "2.0.76",
  "--json-schema": "2.0.76",
  "--tools": "2.0.76",
  "--effort": "2.1.74",
  "--thinking": "2.1.74",
  "--include-hook-events": "2.1.200",
  "--forward-subagent-text": "2.1.325",
  "--await-initialize": "2.1.325",
};

/** What is no flag of its own; see docs/what-clis-accept.md. */
export type KnownFeature =
  | "forkIntoSessionId"
  | "refusesUnknownRequests"
  | "initializesSystemPrompt"
  | "initializesAgents"
  | "rewindsDry"
  | "initializeTellsMode";

const FEATURES: Readonly<Record<KnownFeature, string>> = {
  /** `--session-id` beside `--resume` or `--continue`, with `--fork-session`. */
  forkIntoSessionId: "2.0.76",
  /** Answers to control requests it does not know, instead of silence. */
  refusesUnknownRequests: "2.1.74",
  /** `initialize` with a system prompt. */
  initializesSystemPrompt: "2.0.76",
  /** `initialize` with agents. */
  initializesAgents: "2.1.74",
  /** `rewind_files` with `dry_run`. 2.0.76 passes over the field and changes the files. */
  rewindsDry: "2.1.20",
  /** The answer to `initialize` has `current_permission_mode`. */
  initializeTellsMode: "2.1.250",
};

export interface Supports {
  readonly version: string | undefined;
  /** A flag that is in no list is taken for known. */
  hasFlag(flag: string): boolean;
  has(feature: KnownFeature): boolean;
  /** False only where it is certain that the control request is not answered. One that is in no list is taken for known. */
  hasRequest(subtype: string): boolean;
  /** From which version on, of those that were asked: a flag, or the subtype of a control request. */
  since(name: string): string | undefined;
}

/** @param version undefined: not known, and taken for the newest */
export function supportsOf(version: string | undefined): Supports {
  const isSince = (first: string | undefined): boolean =>
    first === undefined || version === undefined || compareVersions(version, first) >= 0;
  return {
    version,
    hasFlag: (flag) => isSince(sinceOf(flag)),
    has: (feature) => isSince(FEATURES[feature]),
    hasRequest(subtype) {
      const missingIn = knownRequest(subtype)?.missingIn;
      return missingIn === undefined || version === undefined || compareVersions(version, missingIn) > 0;
    },
    since: (name) => (name.startsWith("--") ? sinceOf(name) : knownRequest(name)?.since),
  };
}

function sinceOf(flag: string): string | undefined {
  return SINCE[flag];
}

export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10)));
  for (let place = 0; place < 3; place += 1) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    // What is no number is a version of somebody's own, and taken for new.
    if (difference !== 0) return Number.isNaN(difference) ? 1 : difference;
  }
  return 0;
}
