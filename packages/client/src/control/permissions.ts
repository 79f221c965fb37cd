// Answers whether a tool may run: by the rules, then by the host's callback, in the order deny, ask, allow, decide, deny.
// Every request is answered. What throws, is late or is no answer denies, with a message that says so to the model.

import { homedir } from "node:os";
import { encode, type JsonObject, type PermissionRequestEvent, type PermissionUpdate } from "@unspool/protocol";
import type { Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { wellFormed } from "./message-of.ts";
import { compileRule, type CompiledRule } from "./permission-pattern.ts";
import type { PermissionAnswer, PermissionCallback, PermissionRequest, PermissionRules } from "./permission-types.ts";
import { runCallback } from "./run-callback.ts";
import type { RequestContext, Responder } from "./types.ts";

export const DEFAULT_DECISION_TIMEOUT_MS = 300_000;

export interface PermissionsOptions {
  readonly permissions: PermissionCallback | PermissionRules;
  /** The session's folder. @default the working directory of this process */
  readonly cwd?: string | undefined;
  readonly clock: Clock;
}

/** @throws {ClaudeError} `invalid-option` for rules that are none */
export function createPermissions({ permissions, cwd = process.cwd(), clock }: PermissionsOptions): Responder {
  const rules: PermissionRules = typeof permissions === "function" ? { decide: permissions } : permissions;
  const places = { cwd, home: homedir(), platform: process.platform };
  const compile = (list: "allow" | "deny" | "ask"): readonly CompiledRule[] => {
    const patterns = rules[list] ?? [];
    if (Array.isArray(patterns)) return patterns.map((pattern: string) => compileRule(pattern, places));
    throw new ClaudeError("invalid-option", `permissions.${list} must be a list of rules.`, { [list]: patterns });
  };
  const [deny, ask, allow] = [compile("deny"), compile("ask"), compile("allow")];

  async function decide(event: PermissionRequestEvent, signal: AbortSignal): Promise<PermissionAnswer> {
    const { toolName, input } = event;
    const denied = deny.find((rule) => rule.fitsPerhaps(toolName, input));
    if (denied !== undefined) return refusal(`The host's rule ${denied.pattern} denies this call.`);
    const isAsked = ask.some((rule) => rule.fitsPerhaps(toolName, input));
    if (!isAsked && allow.some((rule) => rule.fitsSurely(toolName, input))) return { behavior: "allow" };
    const { decide: callback, timeoutMs = DEFAULT_DECISION_TIMEOUT_MS } = rules;
    if (callback === undefined) return refusal(`No rule of the host allows this call of ${toolName}.`);
    const outcome = await runCallback((ownSignal) => callback(toRequest(event, ownSignal)), {
      signal,
      clock,
      timeoutMs,
    });
    if (outcome.kind === "value") return outcome.value;
    if (outcome.kind === "threw") return refusal(`The call could not be approved: ${outcome.message}`);
    if (outcome.kind === "aborted") return refusal("The request was withdrawn.");
    return refusal(`Nobody approved the call within ${timeoutMs / 1000} seconds, so it was denied.`);
  }

  return {
    answer(request: PermissionRequestEvent | { readonly type: "control-request" }, { signal }: RequestContext) {
      if (request.type !== "permission-request") return undefined;
      return decide(request, signal).then((answer) => encodeDecision(request, answer));
    },
  };
}

/** As data of the wire. An answer that is none, or cannot be written, denies. */
export function encodeDecision(event: PermissionRequestEvent, answer: PermissionAnswer): string {
  const { requestId, toolUseId, input } = event;
  try {
    if (answer.behavior === "allow") {
      const { updatedInput = input, updatedPermissions } = answer;
      return encode.allow(requestId, updatedInput, { toolUseId, updatedPermissions });
    }
    if (answer.behavior === "deny") {
      const message = wellFormed(answer.message.trim()) || DENIED;
      return encode.deny(requestId, message, { toolUseId, interrupt: answer.interrupt });
    }
  } catch {
    // Told below.
  }
  return encode.deny(requestId, "The host's answer to this request is not a valid one, so the call was denied.", {
    toolUseId,
  });
}

const DENIED = "The host denied this call.";

function refusal(message: string): PermissionAnswer {
  return { behavior: "deny", message };
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
