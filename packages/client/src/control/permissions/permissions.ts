// Decides whether a tool may run: by the rules (deny, defer, ask, allow), then by the host's callback. Without either it denies.
// Every request is answered. A callback that throws, takes too long or returns no valid answer denies, and the model is
// told why.

import type { JsonObject, PermissionRequestEvent, PermissionUpdate, SessionState } from "@unspool/protocol";
import type { Clock } from "../../clock.ts";
import { createCallbackWarning } from "../callback-warning.ts";
import { DENIED, encodeDecision, INVALID, isAnswer, createDenial } from "./encode-decision.ts";
import { createDeferral, type Deferral } from "../deferral.ts";
import { createPermissionGuard, type Consultation } from "./permission-guard.ts";
import { compileRules, formatDenial } from "./permission-rules.ts";
import type { PermissionAnswer, PermissionCallback, PermissionRequest, PermissionRules } from "./types.ts";
import { DEFAULT_DECISION_TIMEOUT_MS, runCallback } from "../../run-callback.ts";
import type { RequestContext, Responder } from "../types.ts";

export interface PermissionsOptions {
  readonly permissions: PermissionCallback | PermissionRules;
  /** The session's folder. @default the working directory of this process */
  readonly cwd?: string | undefined;
  readonly clock: Clock;
  /** How long the callback may take. The rules' `timeoutMs` takes precedence. @default 300000 */
  readonly timeoutMs?: number | undefined;
  /** Tracks deferred calls. @default a new one */
  readonly deferral?: Deferral;
  /** Whether a hook checks every call before it runs. Needed if the host itself set `permissions`. @default true */
  readonly isGuarded?: boolean;
}

export interface Permissions extends Responder {
  /** Enforces the rules and the session's mode where the CLI does not ask. Undefined unless `isGuarded`. */
  readonly guard: Responder | undefined;
}

/** @throws {ClaudeError} `invalid-option` for invalid rules */
export function createPermissions(options: PermissionsOptions): Permissions {
  const { permissions, cwd = process.cwd(), clock, deferral = createDeferral(), isGuarded = true } = options;
  const given: PermissionRules = typeof permissions === "function" ? { decide: permissions } : permissions;
  const { decide: callback, timeoutMs = options.timeoutMs ?? DEFAULT_DECISION_TIMEOUT_MS } = given;
  const rules = compileRules(given, cwd);

  async function consult(
    event: PermissionRequestEvent,
    { signal, warn, state }: RequestContext,
    { timeoutMs: callbackMs, cannotDefer }: Consultation,
  ): Promise<PermissionAnswer> {
    const who = `\`permissions${callback === permissions ? "" : ".decide"}\`, asked about ${event.toolName},`;
    const deferOrDeny = (): PermissionAnswer => {
      if (cannotDefer === undefined) return DEFERRED;
      const cause =
        callback === undefined ? `\`permissions.defer\` names ${event.toolName}.` : `${who} answered \`defer()\`.`;
      warn({ code: "callback-failed", message: `${cause} ${cannotDefer} The call was denied.` });
      return createDenial(`The call could not be deferred, so it was denied. ${cannotDefer}`);
    };
    if (callback === undefined) {
      const isDeferred = rules.rulingOn(event.toolName, event.input).kind === "defer";
      return isDeferred ? deferOrDeny() : createDenial(`No rule of the host allows this call of ${event.toolName}.`);
    }
    const asked = { event, canDefer: cannotDefer === undefined, state: state() };
    const outcome = await runCallback((ownSignal) => callback(toRequest(asked, ownSignal)), {
      signal,
      clock,
      timeoutMs: callbackMs,
    });
    if (outcome.kind === "value" && isDeferral(outcome.value)) return deferOrDeny();
    if (outcome.kind === "value" && isAnswer(event, outcome.value)) return outcome.value;
    const warning = createCallbackWarning({
      who,
      outcome,
      timeoutMs: callbackMs,
      expected: "`request.allow()` or `request.deny()`",
      consequence: "The call was denied.",
    });
    if (warning !== undefined) warn(warning);
    if (outcome.kind === "value") return INVALID;
    if (outcome.kind === "threw") return createDenial(`The call could not be approved: ${outcome.message}`);
    if (outcome.kind === "aborted") return createDenial("The request was withdrawn.");
    return createDenial(`Nobody approved the call within ${callbackMs / 1000} seconds, so it was denied.`);
  }

  const guard = isGuarded ? createPermissionGuard({ rules, timeoutMs, consult, deferral }) : undefined;

  async function decide(event: PermissionRequestEvent, context: RequestContext): Promise<PermissionAnswer> {
    const ruling = rules.rulingOn(event.toolName, event.input);
    if (ruling.kind === "deny") return createDenial(formatDenial(ruling));
    if (ruling.kind === "allow") return { behavior: "allow" };
    return guard?.approvalOf(event) ?? consult(event, context, { timeoutMs, cannotDefer: NO_DEFER });
  }

  return {
    guard,
    answer(request: PermissionRequestEvent | { readonly type: "control-request" }, context: RequestContext) {
      if (request.type !== "permission-request") return undefined;
      return decide(request, context).then((answer) => encodeDecision(request, answer));
    },
  };
}

const DEFERRED: PermissionAnswer = { behavior: "defer" };

/** Why the CLI's permission request cannot be deferred: it takes only allow or deny. */
const NO_DEFER = "Only calls that `permissions.defer` names can be deferred.";

function isDeferral(value: unknown): boolean {
  return typeof value === "object" && value !== null && "behavior" in value && value.behavior === "defer";
}

interface Asked {
  readonly event: PermissionRequestEvent;
  readonly canDefer: boolean;
  readonly state: SessionState;
}

function toRequest({ event, canDefer, state }: Asked, signal: AbortSignal): PermissionRequest {
  const { requestId, toolName, input, toolUseId, agent, reason, suggestions } = event;
  const asker = agent === null ? undefined : state.agents.get(agent);
  const allow = (changedInput: JsonObject = input): PermissionAnswer => ({
    behavior: "allow",
    updatedInput: changedInput,
  });
  return {
    requestId,
    toolName,
    input,
    toolUseId,
    sessionId: event.sessionId ?? state.sessionId,
    agent,
    agentType: asker?.agentType,
    agentDescription: asker?.description,
    reason,
    suggestions,
    signal,
    allow,
    alwaysAllow: ({ changedInput, updates = selectRuleSuggestions(suggestions) } = {}) => ({
      ...allow(changedInput),
      updatedPermissions: updates,
    }),
    deny: (message = DENIED, { interrupt } = {}) => ({
      behavior: "deny",
      message,
      ...(interrupt === undefined ? {} : { interrupt }),
    }),
    canDefer,
    defer: () => DEFERRED,
  };
}

/**
 * Returns the suggested rules. Besides a rule for the call, 2.1.325 suggests adding the folder and accepting all edits. These
 * are wider, and used only if there is no rule.
 */
function selectRuleSuggestions(suggestions: readonly PermissionUpdate[]): readonly PermissionUpdate[] {
  const rules = suggestions.filter(({ type }) => type === "addRules");
  return rules.length > 0 ? rules : suggestions;
}
