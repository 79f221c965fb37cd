// Checks a control request before it is written. A request that this version does not know, or that cannot be encoded, is
// refused at once: versions before 2.1.74 do not answer unknown requests, so it would wait for its whole deadline.

import { EncodeError } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import { supportsOf } from "../options/supports.ts";

/** Returns a function that makes the line, or throws a {@link ClaudeError}. */
export function createCheckedRequest(
  subtype: string,
  line: (requestId: string) => string,
  version: () => string | undefined,
): (requestId: string) => string {
  return (requestId) => {
    requireRequest(subtype, version());
    const text = encodeOrThrow(subtype, () => line(requestId));
    if (subtype === "rewind_files" && text.includes('"dry_run":true')) requireDryRewind(version());
    return text;
  };
}

function encodeOrThrow(subtype: string, line: () => string): string {
  try {
    return line();
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const message = `The request ${subtype} cannot be encoded: ${error.message}`;
    throw new ClaudeError("invalid-option", message, { subtype, path: error.path }, { cause: error });
  }
}

/** Refuses a dry run where the CLI would change the files. @throws {ClaudeError} `unsupported-request` */
function requireDryRewind(version: string | undefined): void {
  const supports = supportsOf(version);
  if (supports.has("rewindsDry")) return;
  throw new ClaudeError(
    "unsupported-request",
    `Claude Code ${version ?? ""} would change the files although \`dryRun\` is set: 2.1.20 and later only report what would change.`,
    { subtype: "rewind_files", version, since: "2.1.20" },
  );
}

/** Checks that this version knows the request. @throws {ClaudeError} `unsupported-request` */
export function requireRequest(subtype: string, version: string | undefined): void {
  const supports = supportsOf(version);
  if (supports.hasRequest(subtype)) return;
  const since = supports.since(subtype);
  throw new ClaudeError(
    "unsupported-request",
    `Claude Code ${version ?? ""} does not know the request ${subtype}: ${since ?? ""} and later do. Update it: claude update`,
    { subtype, version, since },
  );
}
