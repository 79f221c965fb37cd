// Hooks of the SDK's form as hooks of ours: each callback of a matcher is one of its own.

import type { HookCallbacks } from "@unspool/client";
import { ClaudeError } from "@unspool/client";
import type { HookCallback, HookCallbackMatcher, HookEvent, HookInput } from "./types.ts";

/** What one of our hooks is called with. */
interface HookContextLike {
  readonly toolUseId: string | undefined;
  readonly signal: AbortSignal;
}

export function hooksOf(hooks: Partial<Record<HookEvent, HookCallbackMatcher[]>>): HookCallbacks {
  const entries = Object.entries(hooks).map(([event, matchers]) => [
    event,
    matchers.flatMap((one) => hooksIn(event, one)),
  ]);
  return Object.fromEntries(entries) as HookCallbacks;
}

function hooksIn(event: string, { matcher, hooks, timeout, onFailure }: HookCallbackMatcher): object[] {
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
