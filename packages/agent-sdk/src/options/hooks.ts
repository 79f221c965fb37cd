// Converts hooks of the SDK to hooks of the client: each callback of a matcher becomes one hook.

import type { HookCallbacks } from "@unspool/client";
import { ClaudeError } from "@unspool/client";
import type { HookCallback, HookCallbackMatcher, HookEvent, HookInput } from "../types/types.ts";

/** The context that the client calls a hook with. */
interface HookContextLike {
  readonly toolUseId: string | undefined;
  readonly signal: AbortSignal;
}

export function toClientHooks(hooks: Partial<Record<HookEvent, HookCallbackMatcher[]>>): HookCallbacks {
  const entries = Object.entries(hooks).map(([event, matchers]) => [
    event,
    matchers.flatMap((one) => toHooks(event, one)),
  ]);
  return Object.fromEntries(entries) as HookCallbacks;
}

function toHooks(event: string, { matcher, hooks, timeout, onFailure }: HookCallbackMatcher): object[] {
  if (!Array.isArray(hooks)) {
    throw new ClaudeError("invalid-option", `A matcher of hooks.${event} has no \`hooks\`: give a list of functions.`, {
      event,
    });
  }
  return hooks.map((hook) => ({
    run: toRun(hook),
    ...(matcher === undefined ? {} : { matcher }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    ...(onFailure === undefined ? {} : { onFailure }),
  }));
}

function toRun(hook: HookCallback) {
  return (input: HookInput, { toolUseId, signal }: HookContextLike): ReturnType<HookCallback> =>
    hook(input, toolUseId, { signal });
}
