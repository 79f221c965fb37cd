// Merges the options `settings` and `sandbox` by the rules of the SDK, because the CLI takes them as one.

import { ClaudeError } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";

/** @throws {ClaudeError} `invalid-option` if `settings` is a file, which would have to be rewritten */
export function mergeSandbox(
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
    // Reported below.
  }
  const message =
    "`sandbox` cannot be merged into a settings file: pass `settings` as an object, or put the sandbox into the file.";
  throw new ClaudeError("invalid-option", message, { option: "sandbox" });
}
