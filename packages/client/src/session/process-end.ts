// How the end of the program is told.

import { ClaudeError } from "../errors.ts";
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
