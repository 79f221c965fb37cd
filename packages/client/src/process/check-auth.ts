// Who really pays: what `init.apiKeySource` tells, beside what was asked for.

import type { ProgramOptions } from "../options/types.ts";
import type { Warning } from "../turn/types.ts";

/** Sources that are a key of somebody's. `none` and `oauth` are a login. */
const KEY_SOURCES = new Set([
  "ANTHROPIC_API_KEY",
  "apiKeyHelper",
  "/login managed key",
  "user",
  "project",
  "org",
  "temporary",
]);
/** A key that does not come from the environment. */
const OTHER_KEYS = new Set(["apiKeyHelper", "/login managed key"]);

export function checkAuth(auth: ProgramOptions["auth"], apiKeySource: string | undefined): Warning | undefined {
  if (apiKeySource === undefined) return undefined;
  if (auth === "subscription" && KEY_SOURCES.has(apiKeySource)) {
    return mismatch(
      `auth: "subscription" was asked for, but Claude uses a key (${apiKeySource}), which is billed by use. ` +
        "Look for apiKeyHelper or ANTHROPIC_API_KEY in its settings.",
    );
  }
  if (auth === "api-key" && (!KEY_SOURCES.has(apiKeySource) || OTHER_KEYS.has(apiKeySource))) {
    return mismatch(
      `auth: "api-key" was asked for, but Claude uses another login (${apiKeySource}). ` +
        "Log out, or look for apiKeyHelper in its settings.",
    );
  }
  return undefined;
}

function mismatch(message: string): Warning {
  return { code: "auth-mismatch", message };
}
