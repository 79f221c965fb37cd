// The errors that a query ends with: after an abort, and when its program fails. The messages are those of the SDK.

import type { TransportExit } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";

/** The error of a query whose `abortController` was aborted. */
export class AbortError extends Error {
  override readonly name: string = "AbortError";
  readonly code: string = "aborted";
}

export interface ExitDiagnosis {
  read(message: JsonObject): void;
  /** Returns the error for an exit, or `undefined` for a normal one. `stderr` is the end of the stream. */
  toError(exit: TransportExit, stderr: string): Error | undefined;
}

/** Remembers an error that was the last message of the CLI: it explains an exit better than the exit code. */
export function createExitDiagnosis(): ExitDiagnosis {
  let failure: string | undefined;
  return {
    read(message) {
      if (message["type"] === "result") failure = readFailure(message);
      else if (!isAside(message)) failure = undefined;
    },
    toError({ code, signal, error }, stderr) {
      if (error !== undefined) return error;
      if (code === 0 || (code === null && signal === null)) return undefined;
      if (failure !== undefined) return new Error(`Claude Code returned an error result: ${failure}`);
      const how = code === null ? `terminated by signal ${signal}` : `exited with code ${code}`;
      const output = stderr.trim() === "" ? "" : `. stderr: ${stderr.trim()}`;
      return new Error(`Claude Code process ${how}${output}`);
    },
  };
}

function readFailure({ is_error: isError, subtype, result, errors }: JsonObject): string | undefined {
  if (isError !== true) return undefined;
  if (subtype === "success") return typeof result === "string" && result !== "" ? result : undefined;
  const texts = Array.isArray(errors) ? errors.filter((one): one is string => typeof one === "string") : [];
  const text = texts
    .map((one) => one.trim())
    .filter(Boolean)
    .join("; ");
  return text === "" ? undefined : text;
}

const ASIDES = new Set(["session_state_changed", "session_writes_lost", "plugin_install"]);

/** Whether the message may follow the last result without relating to it. */
function isAside({ type, subtype }: JsonObject): boolean {
  return type === "system" && typeof subtype === "string" && ASIDES.has(subtype);
}
