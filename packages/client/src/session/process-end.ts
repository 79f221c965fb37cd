// The errors for the end of the process. A CLI that does not find the session to resume exits at once and reports it: on
// stderr (1.0.60 to 2.0.76), in a result line (2.1.20, 2.1.74), or in both (2.1.120 and later).

import { getErrorMessage } from "@unspool/protocol/kit";
import { ClaudeError } from "../errors.ts";
import type { TransportExit } from "../transport/types.ts";

/** Returns the error for an exit. @param isEarly whether the process ended before the session was open */
export function createExitError({ code, signal, error }: TransportExit, stderr: string, isEarly: boolean): ClaudeError {
  const said = stderr.trim() === "" ? "It said nothing on stderr." : `Its last words: ${stderr.trim()}`;
  if (error instanceof ClaudeError) return error;
  if (error !== undefined) {
    return new ClaudeError(
      "start-failed",
      `Claude could not be started: ${error.message}`,
      { stderr },
      { cause: error },
    );
  }
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  return new ClaudeError(
    "process-ended",
    `Claude ended ${how}${isEarly ? " before it was asked anything" : ""}. ${said}`,
    {
      exitCode: code,
      signal,
      stderr,
    },
  );
}

/** The CLI's message about a missing session: by its id, and by its title. */
const NOT_FOUND =
  /No conversation found with session ID: (.+)|--resume requires a valid session ID[^]*Provided value "(.*)" is not a/;

/** Returns an error if the output reports a missing session. */
export function findSessionNotFound(output: string): ClaudeError | undefined {
  const [match, id, title] = NOT_FOUND.exec(output) ?? [];
  if (match === undefined) return undefined;
  const sessionId = id?.trim() ?? title;
  const message = `There is no session ${sessionId} to go on with. Sessions belong to the folder they were started in: check \`resume\` and \`cwd\`. Claude said: ${output.trim()}`;
  return new ClaudeError("session-not-found", message, { sessionId });
}

/** Converts an error before the start of the process to a `ClaudeError`. */
export function toStartError(error: unknown): ClaudeError {
  if (error instanceof ClaudeError) return error;
  return new ClaudeError(
    "start-failed",
    `Claude could not be started: ${getErrorMessage(error)}`,
    {},
    { cause: error },
  );
}
