// Registers the host's hooks with `initialize`, and answers the CLI's calls in time. A hook that throws, takes too long or
// returns an invalid answer is handled by its `onFailure`.

import { encode, type ControlRequestEvent } from "@unspool/protocol";
import type { HookInput, HookMatcher, HookOutput } from "@unspool/protocol/wire";
import type { Clock } from "../../clock.ts";
import { ClaudeError } from "../../errors.ts";
import { createCallbackWarning } from "../callback-warning.ts";
import { createDeferral, type Deferral } from "../deferral.ts";
import { createBlockingAnswer } from "./blocking-answer.ts";
import { isDeferral, findMisspelledDecision, addEventName } from "./hook-decision.ts";
import type { Hook, HookCallback, HookCallbacks, HookContext } from "./types.ts";
import { asText, toObject } from "../../json.ts";
import { runCallback } from "../../run-callback.ts";
import type { RequestContext, Responder } from "../types.ts";

const DEFAULT_TIMEOUT_MS = 60_000;

/** The CLI waits longer than the host, as it continues after its own timeout. Up to 2.0.30 that is always 60 s. */
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
    const input = toObject(payload["input"]);
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
      const output = addEventName(event, outcome.value);
      const mistake = findMisspelledDecision(event, output);
      if (mistake !== undefined) {
        warn({ code: "callback-failed", message: `A hook for ${event} answered ${mistake} ${consequence}` });
        // The answer is passed on, because a newer CLI may know more than this package.
        return onFailure === "block"
          ? createBlockingAnswer(event, input, `A hook of the host answered ${mistake}`)
          : output;
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
      return createBlockingAnswer(event, input, `The call could not be deferred, so it was denied. ${problem}`);
    }
    const warning = createCallbackWarning({
      who: `A hook for ${event}`,
      outcome,
      timeoutMs,
      expected: "nothing or an object",
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
    return createBlockingAnswer(event, input, `A hook of the host for ${event} ${problem}`);
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
      // Called as a method: it may belong to a class, and a copy would lose it.
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

/** Whether the value can be encoded. */
function isAnswer(value: unknown): value is HookOutput {
  try {
    encode.hookAnswer("test", value as HookOutput);
    return true;
  } catch {
    return false;
  }
}
