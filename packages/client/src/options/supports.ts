// Which flags, features and control requests a version of the CLI knows. Each of eleven versions was started with all flags,
// and refused those that it did not know: 1.0.60, 1.0.88, 1.0.110, 1.0.128, 2.0.0, 2.0.30, 2.0.76, 2.1.20, 2.1.74, 2.1.200
// and 2.1.325. A flag is listed with the first of these versions that accepted it, so versions between two of them may know
// more. A flag without a version is known to all. An unknown flag ends the CLI with code 1 before its first line.

import { compareVersions } from "../process/program-version.ts";
import { findKnownRequest } from "./known-requests.ts";
import type { OptionSpec } from "./option-spec.ts";
import { SESSION_OPTIONS } from "./options.ts";

/** The flags that belong to no option. The flags of options have their version in the table of options. */
const OTHER_FLAGS: readonly FlagVersion[] = [
  { flag: "--replay-user-messages", since: "1.0.88" },
  { flag: "--allow-dangerously-skip-permissions", since: "2.0.30" },
  { flag: "--thinking", since: "2.1.74" },
  { flag: "--await-initialize", since: "2.1.325" },
];

interface FlagVersion {
  readonly flag?: string;
  readonly since?: string;
}

const SINCE: ReadonlyMap<string | undefined, string | undefined> = new Map(
  [
    ...OTHER_FLAGS,
    ...Object.values<OptionSpec>(SESSION_OPTIONS).flatMap((spec): FlagVersion[] => [spec, spec.fileFlag ?? {}]),
  ].map(({ flag, since }) => [flag, since]),
);

/** Features without a flag; see docs/what-clis-accept.md. */
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
  /** Refuses unknown control requests, instead of not answering. */
  refusesUnknownRequests: "2.1.74",
  /** `initialize` with a system prompt. */
  initializesSystemPrompt: "2.0.76",
  /** `initialize` with agents. */
  initializesAgents: "2.1.74",
  /** `rewind_files` with `dry_run`. 2.0.76 ignores the field and changes the files. */
  rewindsDry: "2.1.20",
  /** The answer to `initialize` has `current_permission_mode`. */
  initializeTellsMode: "2.1.250",
};

export interface Supports {
  readonly version: string | undefined;
  /** Whether the version knows the flag. A flag that was not tested counts as known. */
  hasFlag(flag: string): boolean;
  has(feature: KnownFeature): boolean;
  /** Whether the version answers the control request. False only if certain; an untested request counts as known. */
  hasRequest(subtype: string): boolean;
  /** Returns the first tested version that knows a flag, or the subtype of a control request. */
  since(name: string): string | undefined;
}

/** Returns what a version of the CLI supports. @param version the newest if `undefined` */
export function supportsOf(version: string | undefined): Supports {
  const isSince = (first: string | undefined): boolean =>
    first === undefined || version === undefined || compareVersions(version, first) >= 0;
  return {
    version,
    hasFlag: (flag) => isSince(SINCE.get(flag)),
    has: (feature) => isSince(FEATURES[feature]),
    hasRequest(subtype) {
      const missingIn = findKnownRequest(subtype)?.missingIn;
      return missingIn === undefined || version === undefined || compareVersions(version, missingIn) > 0;
    },
    since: (name) => (name.startsWith("--") ? SINCE.get(name) : findKnownRequest(name)?.since),
  };
}
