// `settings` and `sandbox` in one, as the CLI takes them. The SDK's rules for what the one changes of the other.

import { ClaudeError } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";

/** @throws {ClaudeError} `invalid-option` for a file beside `sandbox`: it would have to be read and changed */
export function settingsOf(
  settings: string | Record<string, unknown> | undefined,
  sandbox: Record<string, unknown>,
): JsonObject {
  const own = typeof settings === "string" ? readSettings(settings) : (settings ?? {});
  const isStrict = sandbox["enabled"] === true && sandbox["failIfUnavailable"] === undefined;
  const before = typeof own["sandbox"] === "object" ? own["sandbox"] : {};
  return {
    ...own,
    sandbox: { ...before, ...sandbox, ...(isStrict ? { failIfUnavailable: true } : {}) },
  };
}

function readSettings(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  const message =
    "`sandbox` cannot be put into a settings file: give `settings` as an object, or the sandbox in the file.";
  throw new ClaudeError("invalid-option", message, { option: "sandbox" });
}
