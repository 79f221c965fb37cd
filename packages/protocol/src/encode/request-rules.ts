// Rules for fields of control requests whose values caused problems in real CLIs. Each rule refuses or repairs a value.
// `control` writes requests unchanged and does not apply these rules.

import { ensure, requireObject, requireText, requireWords } from "./require.ts";

interface Request {
  readonly subtype: string;
  readonly [field: string]: unknown;
}

/**
 * Returns the request as it is to be written. The request is already known to be JSON. A field with a rule has the same
 * meaning in every request.
 */
export function applyRules(request: Request): Request {
  const { subtype, title, expires_at, max_thinking_tokens, hooks = {}, systemPrompt, servers } = request;
  if (subtype === "rename_session") requireWords(title, "title");
  // 2.1.325 answers a number with success but without a result.
  if (expires_at !== undefined) requireText(expires_at, "invalid-value", "expiresAt");
  // 2.1.325 refuses a fraction, but acknowledges a negative number.
  const tokens = max_thinking_tokens ?? 0;
  const isCount = Number.isInteger(tokens) && Number(tokens) >= 0;
  ensure(isCount, "invalid-value", "maxThinkingTokens", "must be a whole number, 0 or more");
  checkHooks(requireObject(hooks, "hooks"));
  return {
    ...request,
    // Up to 2.1.74, an array (even `[""]`) does not replace the default prompt.
    systemPrompt: Array.isArray(systemPrompt) && systemPrompt.length === 1 ? systemPrompt[0] : systemPrompt,
    servers: servers === undefined ? servers : completeServers(requireObject(servers, "servers")),
  };
}

/** A matcher without ids ends 1.0.128 (exit 1) and 2.1.74 (exit 0, without a message). */
function checkHooks(hooks: Readonly<Record<string, unknown>>): void {
  for (const [event, matchers = []] of Object.entries(hooks)) {
    for (const [index, matcher] of [matchers].flat().entries()) {
      const path = `hooks.${event}[${index}]`;
      const ids = requireObject(matcher, path)["hookCallbackIds"];
      ensure(Array.isArray(ids), "invalid-value", `${path}.hookCallbackIds`, "must be a list");
    }
  }
}

/** Adds empty arguments: 2.1.325 cannot start a server that has a command but no arguments. */
function completeServers(servers: Readonly<Record<string, unknown>>): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => {
      const config = requireObject(server, `servers.${name}`);
      return [name, "command" in config ? { ...config, args: config["args"] ?? [] } : config];
    }),
  );
}
