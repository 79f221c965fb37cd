// How the end of the program is told. One that finds no session to go on with ends at once, and its words say so: on stderr
// (1.0.60 to 2.0.76), in a result line (2.1.20, 2.1.74), or in both (2.1.120 and later).

import { ClaudeError } from "../errors.ts";
import { messageOf } from "../message-of.ts";
import type { TransportExit } from "../transport/types.ts";

/** @param isEarly it never came to speak */
export function processEnd({ code, signal, error }: TransportExit, stderr: string, isEarly: boolean): ClaudeError {
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

/** What a program says about a session that it cannot go on with: of an id, and of a title. */
const NOT_FOUND =
  /No conversation found with session ID: (.+)|--resume requires a valid session ID[^]*Provided value "(.*)" is not a/;

/** Returns the error, if these are the words of a program that found no such session. */
export function sessionNotFound(words: string): ClaudeError | undefined {
  const [said, id, title] = NOT_FOUND.exec(words) ?? [];
  if (said === undefined) return undefined;
  const sessionId = id?.trim() ?? title;
  const message = `There is no session ${sessionId} to go on with. Sessions belong to the folder they were started in: check \`resume\` and \`cwd\`. Claude said: ${words.trim()}`;
  return new ClaudeError("session-not-found", message, { sessionId });
}

/** What went wrong before the program ran, told as a `ClaudeError`. */
export function startFailed(error: unknown): ClaudeError {
  if (error instanceof ClaudeError) return error;
  return new ClaudeError("start-failed", `Claude could not be started: ${messageOf(error)}`, {}, { cause: error });
}

export function readerBehind(subtype: string, maxBytes: number): ClaudeError {
  const message = `The answer to ${subtype} was not found within ${maxBytes >> 20} MB of unread output: a reader of the session's events is too far behind. Read them faster, or ask when they are read.`;
  return new ClaudeError("reader-behind", message, { subtype });
}
