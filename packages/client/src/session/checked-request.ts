// A control request of the host before it is written: one that this version is known not to answer, or that no line can be
// made of, is refused at once. Sent, the first would wait for its whole deadline (before 2.1.74 there is no answer to it).

import { EncodeError } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import { supportsOf } from "../process/supports.ts";

/** @returns the same, but it throws a {@link ClaudeError} */
export function checkedRequest(
  subtype: string,
  line: (requestId: string) => string,
  version: () => string | undefined,
): (requestId: string) => string {
  return (requestId) => {
    requireRequest(subtype, version());
    const text = encoded(subtype, () => line(requestId));
    if (subtype === "rewind_files" && text.includes('"dry_run":true')) requireDryRewind(version());
    return text;
  };
}

function encoded(subtype: string, line: () => string): string {
  try {
    return line();
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const message = `The request ${subtype} cannot be made: ${error.message}`;
    throw new ClaudeError("invalid-option", message, { subtype, path: error.path }, { cause: error });
  }
}

/** A dry run where it would be a real one. @throws {ClaudeError} `unsupported-request` */
function requireDryRewind(version: string | undefined): void {
  const supports = supportsOf(version);
  if (supports.has("rewindsDry")) return;
  throw new ClaudeError(
    "unsupported-request",
    `Claude Code ${version ?? ""} would change the files although \`dryRun\` is set: 2.1.20 and later look only.`,
    { subtype: "rewind_files", version, since: "2.1.20" },
  );
}

/** @throws {ClaudeError} `unsupported-request` */
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
