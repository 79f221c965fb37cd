// How a query ends when its program does: with nothing, or with the SDK's own words for what went wrong.

import type { TransportExit } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";

export interface LastWords {
  read(message: JsonObject): void;
  /** @param stderr the end of it */
  errorOf(exit: TransportExit, stderr: string): Error | undefined;
}

/** An error that was the last thing the CLI said explains its exit better than a number. */
export function createLastWords(): LastWords {
  let failure: string | undefined;
  return {
    read(message) {
      if (message["type"] === "result") failure = failureOf(message);
      else if (!isAside(message)) failure = undefined;
    },
    errorOf({ code, signal, error }, stderr) {
      if (error !== undefined) return error;
      if (code === 0 || (code === null && signal === null)) return undefined;
      if (failure !== undefined) return new Error(`Claude Code returned an error result: ${failure}`);
      const how = code === null ? `terminated by signal ${signal}` : `exited with code ${code}`;
      const said = stderr.trim() === "" ? "" : `. Its last words: ${stderr.trim()}`;
      return new Error(`Claude Code process ${how}${said}`);
    },
  };
}

function failureOf({ is_error: isError, subtype, result, errors }: JsonObject): string | undefined {
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

/** What may follow the last result without meaning anything for it. */
function isAside({ type, subtype }: JsonObject): boolean {
  return type === "system" && typeof subtype === "string" && ASIDES.has(subtype);
}
