// Answers whether a tool may run: by the rules, then by the host's callback, in the order deny, ask, allow, decide, deny.
// Every request is answered. What throws, is late or is no answer denies, with a message that says so to the model.

import type { JsonObject, PermissionRequestEvent, PermissionUpdate } from "@unspool/protocol";
import type { Clock } from "../clock.ts";
import { callbackWarning } from "./callback-warning.ts";
import { DENIED, encodeDecision, INVALID, isAnswer, refusal } from "./permission-answer.ts";
import { createPermissionGuard } from "./permission-guard.ts";
import { compileRules, denialBy } from "./permission-rules.ts";
import type { PermissionAnswer, PermissionCallback, PermissionRequest, PermissionRules } from "./permission-types.ts";
import { DEFAULT_DECISION_TIMEOUT_MS, runCallback } from "./run-callback.ts";
import type { RequestContext, Responder } from "./types.ts";

export interface PermissionsOptions {
  readonly permissions: PermissionCallback | PermissionRules;
  /** The session's folder. @default the working directory of this process */
  readonly cwd?: string | undefined;
  readonly clock: Clock;
}

export interface Permissions extends Responder {
  /** Keeps the rules where the CLI does not ask. Undefined if none needs it. */
  readonly guard: Responder | undefined;
}

/** @throws {ClaudeError} `invalid-option` for rules that are none */
export function createPermissions({ permissions, cwd = process.cwd(), clock }: PermissionsOptions): Permissions {
  const given: PermissionRules = typeof permissions === "function" ? { decide: permissions } : permissions;
  const { decide: callback, timeoutMs = DEFAULT_DECISION_TIMEOUT_MS } = given;
  const rules = compileRules(given, cwd);

  async function consult(
    event: PermissionRequestEvent,
    { signal, warn }: RequestContext,
    limit: number,
  ): Promise<PermissionAnswer> {
    if (callback === undefined) return refusal(`No rule of the host allows this call of ${event.toolName}.`);
    const outcome = await runCallback((ownSignal) => callback(toRequest(event, ownSignal)), {
      signal,
      clock,
      timeoutMs: limit,
    });
    if (outcome.kind === "value" && isAnswer(event, outcome.value)) return outcome.value;
    const warning = callbackWarning({
      who: `\`permissions${callback === permissions ? "" : ".decide"}\`, asked about ${event.toolName},`,
      outcome,
      timeoutMs: limit,
      wanted: "`request.allow()` or `request.deny()`",
      consequence: "The call was denied.",
    });
    if (warning !== undefined) warn(warning);
    if (outcome.kind === "value") return INVALID;
    if (outcome.kind === "threw") return refusal(`The call could not be approved: ${outcome.message}`);
    if (outcome.kind === "aborted") return refusal("The request was withdrawn.");
    return refusal(`Nobody approved the call within ${limit / 1000} seconds, so it was denied.`);
  }

  const guard = rules.denyOrAsk ? createPermissionGuard({ rules, timeoutMs, consult }) : undefined;

  async function decide(event: PermissionRequestEvent, context: RequestContext): Promise<PermissionAnswer> {
    const ruling = rules.rulingOn(event.toolName, event.input);
    if (ruling.kind === "deny") return refusal(denialBy(ruling.pattern));
    if (ruling.kind === "allow") return { behavior: "allow" };
    return guard?.approvalOf(event) ?? consult(event, context, timeoutMs);
  }

  return {
    guard,
    answer(request: PermissionRequestEvent | { readonly type: "control-request" }, context: RequestContext) {
      if (request.type !== "permission-request") return undefined;
      return decide(request, context).then((answer) => encodeDecision(request, answer));
    },
  };
}

function toRequest(event: PermissionRequestEvent, signal: AbortSignal): PermissionRequest {
  const { requestId, toolName, input, toolUseId, agent, reason, suggestions } = event;
  const allow = (changedInput: JsonObject = input): PermissionAnswer => ({
    behavior: "allow",
    updatedInput: changedInput,
  });
  return {
    requestId,
    toolName,
    input,
    toolUseId,
    agent,
    reason,
    suggestions,
    signal,
    allow,
    alwaysAllow: ({ changedInput, updates = likeThisOne(suggestions) } = {}) => ({
      ...allow(changedInput),
      updatedPermissions: updates,
    }),
    deny: (message = DENIED, { interrupt } = {}) => ({
      behavior: "deny",
      message,
      ...(interrupt === undefined ? {} : { interrupt }),
    }),
  };
}

/**
 * Beside a rule for the call 2.1.325 offers to open the folder and to accept all edits: those are other choices, and only
 * taken where there is no rule.
 */
function likeThisOne(suggestions: readonly PermissionUpdate[]): readonly PermissionUpdate[] {
  const rules = suggestions.filter(({ type }) => type === "addRules");
  return rules.length > 0 ? rules : suggestions;
}
