// Keeps rules that deny, defer or ask also where the CLI would not ask: a hook of our own, called before every tool, in every
// mode and for every agent. An agent that works in a wider mode than the host agreed to is asked about as by a rule. From
// 2.1.120 on its "ask" has the CLI ask the host; older ones take it for silence, so there the host is consulted in the hook
// itself, and not a second time if the CLI then asks about the same call.

import { isDeepStrictEqual } from "node:util";
import { encode, type ControlRequestEvent, type JsonObject, type PermissionRequestEvent } from "@unspool/protocol";
import type { HookOutput } from "@unspool/protocol/wire";
import { compareVersions } from "../process/supports.ts";
import type { Deferral } from "./deferral.ts";
import { blockingAnswer } from "./hook-block.ts";
import { asObject, asText } from "./json-rpc.ts";
import { messageOf } from "../message-of.ts";
import { denialMessage } from "./permission-answer.ts";
import { denialBy, type CompiledRules } from "./permission-rules.ts";
import type { PermissionAnswer } from "./permission-types.ts";
import { QUESTION_TOOL } from "./questions.ts";
import type { RequestContext, Responder } from "./types.ts";

export interface PermissionGuard extends Responder {
  /** What the host has said about this call before, and with this input. */
  approvalOf(event: PermissionRequestEvent): PermissionAnswer | undefined;
}

export interface GuardOptions {
  readonly rules: CompiledRules;
  /** How long the host may take; 0 or Infinity: for ever. */
  readonly timeoutMs: number;
  /** Always resolves, with an answer that can be written. */
  readonly consult: (
    event: PermissionRequestEvent,
    context: RequestContext,
    consultation: Consultation,
  ) => Promise<PermissionAnswer>;
  readonly deferral: Deferral;
}

export interface Consultation {
  /** How long the host may take, in milliseconds. */
  readonly limit: number;
  /** Why the call cannot be deferred. Undefined: it can. */
  readonly problem: string | undefined;
}

interface Approval {
  /** What it may run with. */
  readonly input: JsonObject;
  readonly answer: PermissionAnswer & { readonly behavior: "allow" };
}

/** Unlike the ids of the host's own hooks, also of those that a host registers by itself. */
const GUARD_ID = "unspool_rules";

/** From which version on a hook can do what; one that does not tell its version can do nothing of it. */
const SINCE = {
  /** Has the CLI ask. */
  ask: "2.1.120",
  /** Changes the input without deciding; 2.0.76 passes over that. */
  change: "2.1.20",
  /** Takes as long as it was registered with. */
  wait: "2.0.76",
};

/** Before, a hook has 60 seconds, and then the tool runs. */
const OLDEST_LIMIT_MS = 50_000;

/** The CLI must wait longer than the host. */
const EXTRA_SECONDS = 5;

/** As long as a timer can be: without a number it would be the CLI's own limit. */
const FOR_EVER_SECONDS = 2_000_000;

/** The CLI asks right after the hook, if at all: only calls that run at the same time must be remembered. */
const MAX_APPROVALS = 200;

export function createPermissionGuard({ rules, timeoutMs, consult, deferral }: GuardOptions): PermissionGuard {
  const approvals = new Map<string, Approval>();
  let version: string | undefined;
  const can = (what: keyof typeof SINCE): boolean =>
    version !== undefined && /^\d/.test(version) && compareVersions(version, SINCE[what]) >= 0;

  async function judge(request: ControlRequestEvent, context: RequestContext): Promise<HookOutput> {
    const call = readCall(request);
    const hookInput = asObject(request.payload["input"]);
    const ruling = rules.rulingOn(call.toolName, call.input);
    if (ruling.kind === "deny") return blocked(denialBy(ruling));
    if (ruling.kind === "defer")
      return consultHost(request, call, context, deferral.problemWith(hookInput, call.agent));
    if (ruling.kind === "allow") return {};
    const mode = hookInput["permission_mode"];
    const isWider = !context.agreesToMode(mode, hookInput["agent_type"]);
    if (ruling.kind !== "ask" && !isWider) return {};
    const reason =
      ruling.kind === "ask"
        ? `The host's rule ${ruling.pattern} asks about this call.`
        : `The agent works in the permission mode ${asText(mode) ?? "none"}, which the host did not agree to.`;
    if (can("ask")) return decided({ permissionDecision: "ask", permissionDecisionReason: reason });
    // About this one every CLI asks by itself.
    if (call.toolName === QUESTION_TOOL) return {};
    return consultHost(
      request,
      { ...call, reason },
      context,
      "Only calls that `permissions.defer` names can be deferred.",
    );
  }

  async function consultHost(
    { payload }: ControlRequestEvent,
    event: PermissionRequestEvent,
    context: RequestContext,
    problem: string | undefined,
  ): Promise<HookOutput> {
    const isShort = timeoutMs > 0 && timeoutMs < OLDEST_LIMIT_MS;
    const limit = isShort || can("wait") ? timeoutMs : OLDEST_LIMIT_MS;
    const answer = await consult(event, context, { limit, problem });
    if (answer.behavior === "defer") {
      deferral.deferred(asObject(payload["input"]));
      return decided({ permissionDecision: "defer" });
    }
    if (answer.behavior === "deny") {
      // A hook that says no cannot end the turn. The interrupt does, and withdraws the hook.
      if (answer.interrupt === true) context.send(encode.interrupt(`unspool_${event.requestId}`));
      return blocked(denialMessage(answer));
    }
    const { updatedInput: input = event.input } = answer;
    const isChanged = !isDeepStrictEqual(input, event.input);
    if (isChanged && !can("change")) {
      return blocked(
        `The host allows this call with another input, which Claude Code takes from ${SINCE.change} on only.`,
      );
    }
    if (event.toolUseId !== undefined) remember(event.toolUseId, { input, answer });
    // Not "allow": up to 2.1.74 that would outrank what the user's settings deny.
    return isChanged ? decided({ updatedInput: input }) : {};
  }

  function remember(toolUseId: string, approval: Approval): void {
    approvals.set(toolUseId, approval);
    const [oldest = ""] = approvals.keys();
    if (approvals.size > MAX_APPROVALS) approvals.delete(oldest);
  }

  return {
    initialize: {
      hooks: { PreToolUse: [{ hookCallbackIds: [GUARD_ID], timeout: secondsOf(timeoutMs), onFailure: "block" }] },
    },
    init(event) {
      ({ version } = event);
    },
    answer(request, context) {
      if (request.type !== "control-request" || request.subtype !== "hook_callback") return undefined;
      if (request.payload["callback_id"] !== GUARD_ID) return undefined;
      return judge(request, context)
        .catch((error: unknown) => blocked(`The host could not apply its rules: ${messageOf(error)}`))
        .then((output) => encode.hookAnswer(request.requestId, output));
    },
    approvalOf({ toolUseId, input }) {
      const approval = toolUseId === undefined ? undefined : approvals.get(toolUseId);
      if (approval === undefined || !isDeepStrictEqual(approval.input, input)) return undefined;
      return { ...approval.answer, updatedInput: input };
    },
  };
}

/** As the CLI would ask about it. */
function readCall({ requestId, payload, agent, line, sessionId }: ControlRequestEvent): PermissionRequestEvent {
  const input = asObject(payload["input"]);
  const toolUseId = asText(payload["tool_use_id"]);
  // In a resumed session the hook of a deferred call comes before anything else has told the id.
  const session = sessionId ?? asText(input["session_id"]);
  return {
    type: "permission-request",
    requestId,
    toolName: asText(input["tool_name"]) ?? "",
    input: asObject(input["tool_input"]),
    ...(toolUseId === undefined ? {} : { toolUseId }),
    suggestions: [],
    agent,
    line,
    ...(session === undefined ? {} : { sessionId: session }),
  };
}

function blocked(reason: string): HookOutput {
  return blockingAnswer("PreToolUse", {}, reason);
}

function decided(fields: {
  readonly permissionDecision?: "ask" | "defer";
  readonly permissionDecisionReason?: string;
  readonly updatedInput?: JsonObject;
}): HookOutput {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } };
}

function secondsOf(timeoutMs: number): number {
  const isLimited = timeoutMs > 0 && Number.isFinite(timeoutMs);
  return isLimited ? Math.min(Math.ceil(timeoutMs / 1000) + EXTRA_SECONDS, FOR_EVER_SECONDS) : FOR_EVER_SECONDS;
}
