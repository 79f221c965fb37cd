// The host's hooks: registered by `initialize` under ids, called by the CLI. Each call is answered in time, and a hook that
// throws, is late or says what cannot be written counts as its own failure policy says.

import { encode, type ControlRequestEvent } from "@unspool/protocol";
import type { HookInput, HookMatcher, HookOutput } from "@unspool/protocol/wire";
import type { Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { callbackWarning } from "./callback-warning.ts";
import { createDeferral, type Deferral } from "./deferral.ts";
import { blockingAnswer } from "./hook-block.ts";
import { isDeferral, misspeltDecision, withEventName } from "./hook-decision.ts";
import type { Hook, HookCallback, HookCallbacks, HookContext } from "./hook-types.ts";
import { asObject, asText } from "./json-rpc.ts";
import { runCallback } from "./run-callback.ts";
import type { RequestContext, Responder } from "./types.ts";

const DEFAULT_TIMEOUT_MS = 60_000;

/** The CLI waits longer than the host does: when its own time is up, it goes on. Up to 2.0.30 that is after 60 s in any case. */
const EXTRA_SECONDS = 5;

interface Registered extends Omit<Hook, "run"> {
  readonly event: string;
  readonly run: (input: HookInput, context: HookContext) => ReturnType<HookCallback>;
}

/** @throws {ClaudeError} `invalid-option` for a hook without a function */
export function createHooks(hooks: HookCallbacks, clock: Clock, deferral: Deferral = createDeferral()): Responder {
  const registered = new Map<string, Registered>();
  const matchers = Object.entries(hooks).flatMap(([event, given]) => {
    const list = toList(event, given as OneOrMore).map((hook): HookMatcher => {
      const id = `hook_${registered.size}`;
      registered.set(id, hook);
      return toMatcher(id, hook);
    });
    return list.length === 0 ? [] : [[event, list] as const];
  });

  async function call(
    hook: Registered,
    { payload, agent }: ControlRequestEvent,
    { signal, warn }: RequestContext,
  ): Promise<HookOutput> {
    const input = asObject(payload["input"]);
    const toolUseId = payload["tool_use_id"] ?? input["tool_use_id"];
    const { event, timeoutMs = DEFAULT_TIMEOUT_MS, onFailure = "continue" } = hook;
    const run = (ownSignal: AbortSignal): ReturnType<HookCallback> =>
      hook.run(input as unknown as HookInput, {
        toolUseId: typeof toolUseId === "string" ? toolUseId : undefined,
        signal: ownSignal,
      });
    const outcome = await runCallback<HookOutput | undefined | void>(run, { signal, clock, timeoutMs });
    const isNothing = outcome.kind === "value" && outcome.value === undefined;
    if (outcome.kind === "aborted" || isNothing) return {};
    const consequence = `Its \`onFailure\` is "${onFailure}", so ${onFailure === "block" ? "it blocked" : "things went on"}.`;
    if (outcome.kind === "value" && isAnswer(outcome.value)) {
      const output = withEventName(event, outcome.value);
      const mistake = misspeltDecision(event, output);
      if (mistake !== undefined) {
        warn({ code: "callback-failed", message: `A hook for ${event} answered ${mistake} ${consequence}` });
        // As it is: a newer CLI may know more than this package.
        return onFailure === "block" ? blockingAnswer(event, input, `A hook of the host answered ${mistake}`) : output;
      }
      if (!isDeferral(event, output)) return output;
      const problem = deferral.problemWith(input, agent);
      if (problem === undefined) {
        deferral.deferred(input);
        return output;
      }
      warn({
        code: "callback-failed",
        message: `A hook for ${event} answered "defer". ${problem} The call was denied.`,
      });
      return blockingAnswer(event, input, `The call could not be deferred, so it was denied. ${problem}`);
    }
    const warning = callbackWarning({
      who: `A hook for ${event}`,
      outcome,
      timeoutMs,
      wanted: "nothing or an object",
      consequence,
    });
    if (warning !== undefined) warn(warning);
    if (onFailure !== "block") return {};
    const problem =
      outcome.kind === "threw"
        ? `failed: ${outcome.message}`
        : outcome.kind === "late"
          ? "took too long"
          : "gave no valid answer";
    return blockingAnswer(event, input, `A hook of the host for ${event} ${problem}`);
  }

  return {
    initialize: registered.size === 0 ? {} : { hooks: Object.fromEntries(matchers) },
    answer(request, context) {
      if (request.type !== "control-request" || request.subtype !== "hook_callback") return undefined;
      const { requestId, payload } = request;
      const hook = registered.get(asText(payload["callback_id"]) ?? "");
      if (hook === undefined) {
        const id = JSON.stringify(payload["callback_id"]);
        return Promise.resolve(encode.refuse(requestId, `No hook callback found for ID: ${id}`));
      }
      return call(hook, request, context).then((output) => encode.hookAnswer(requestId, output));
    },
  };
}

type OneOrMore = HookCallback | Hook | readonly (HookCallback | Hook)[] | undefined;

function toList(event: string, given: OneOrMore): Registered[] {
  const list = given === undefined ? [] : Array.isArray(given) ? (given as readonly (HookCallback | Hook)[]) : [given];
  return list.map((one) => {
    const hook: Hook = typeof one === "function" ? { run: one } : (one as Hook);
    if (typeof (hook as Partial<Hook> | null)?.run === "function") {
      // As a method: it may be one of a class, which a copy has not.
      return { ...hook, event, run: (input, context) => (hook as Registered).run(input, context) };
    }
    throw new ClaudeError("invalid-option", `A hook for ${event} has no function: give one, or { run, matcher }.`, {
      event,
    });
  });
}

function toMatcher(id: string, { matcher, timeoutMs = DEFAULT_TIMEOUT_MS, onFailure }: Registered): HookMatcher {
  const isLimited = timeoutMs > 0 && Number.isFinite(timeoutMs);
  return {
    ...(matcher === undefined ? {} : { matcher }),
    hookCallbackIds: [id],
    ...(isLimited ? { timeout: Math.ceil(timeoutMs / 1000) + EXTRA_SECONDS } : {}),
    ...(onFailure === undefined ? {} : { onFailure }),
  };
}

/** Whether it can be written. */
function isAnswer(value: unknown): value is HookOutput {
  try {
    encode.hookAnswer("test", value as HookOutput);
    return true;
  } catch {
    return false;
  }
}
