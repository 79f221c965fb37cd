// Enforces the rules deny, defer and ask even where the CLI would not ask: by a hook that runs before every tool, in every
// mode and for every agent. Calls of an agent in a wider mode than the host accepted are treated like `ask`. Since 2.1.120 the
// hook's "ask" makes the CLI ask the host. Older versions ignore it, so the hook itself asks the host, and the answer is
// reused if the CLI then asks about the same call.

import { isDeepStrictEqual } from "node:util";
import { encode, type ControlRequestEvent, type JsonObject, type PermissionRequestEvent } from "@unspool/protocol";
import type { HookOutput } from "@unspool/protocol/wire";
import { getErrorMessage } from "@unspool/protocol/kit";
import { compareVersions } from "../../process/program-version.ts";
import type { Deferral } from "../deferral.ts";
import { createBlockingAnswer } from "../hooks/blocking-answer.ts";
import { asText, toObject } from "../../json.ts";
import { getDenialMessage } from "./encode-decision.ts";
import { formatDenial, type CompiledRules } from "./permission-rules.ts";
import type { PermissionAnswer } from "./types.ts";
import { QUESTION_TOOL } from "./questions.ts";
import type { RequestContext, Responder } from "../types.ts";

export interface PermissionGuard extends Responder {
  /** Returns the host's earlier approval of this call, if it has the same input. */
  approvalOf(event: PermissionRequestEvent): PermissionAnswer | undefined;
}

export interface GuardOptions {
  readonly rules: CompiledRules;
  /** How long the host may take. 0 or Infinity: no limit. */
  readonly timeoutMs: number;
  /** Always resolves, to an answer that can be encoded. */
  readonly consult: (
    event: PermissionRequestEvent,
    context: RequestContext,
    consultation: Consultation,
  ) => Promise<PermissionAnswer>;
  readonly deferral: Deferral;
}

export interface Consultation {
  /** How long the host may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Why the call cannot be deferred, or `undefined` if it can. */
  readonly cannotDefer: string | undefined;
}

interface Approval {
  /** The input that was approved. */
  readonly input: JsonObject;
  readonly answer: PermissionAnswer & { readonly behavior: "allow" };
}

/** Differs from the ids of all hooks of the host. */
const GUARD_ID = "unspool_rules";

/** The first version in which a hook has the ability. A CLI of unknown version has none. */
const SINCE = {
  /** Makes the CLI ask the host. */
  ask: "2.1.120",
  /** Changes the input without a decision, which 2.0.76 ignores. */
  change: "2.1.20",
  /** Gets the timeout that it was registered with. */
  wait: "2.0.76",
};

/** In older versions a hook has 60 seconds, and then the tool runs. */
const OLDEST_LIMIT_MS = 50_000;

/** The CLI must wait longer than the host. */
const EXTRA_SECONDS = 5;

/** The longest timer. Without a number, the CLI's own limit would apply. */
const FOR_EVER_SECONDS = 2_000_000;

/** The CLI asks right after the hook, if at all, so only concurrent calls must be remembered. */
const MAX_APPROVALS = 200;

export function createPermissionGuard({ rules, timeoutMs, consult, deferral }: GuardOptions): PermissionGuard {
  const approvals = new Map<string, Approval>();
  let version: string | undefined;
  const isSupported = (what: keyof typeof SINCE): boolean =>
    version !== undefined && /^\d/.test(version) && compareVersions(version, SINCE[what]) >= 0;

  async function judge(request: ControlRequestEvent, context: RequestContext): Promise<HookOutput> {
    const call = readCall(request);
    const hookInput = toObject(request.payload["input"]);
    const ruling = rules.rulingOn(call.toolName, call.input);
    if (ruling.kind === "deny") return createBlock(formatDenial(ruling));
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
    if (isSupported("ask")) return createDecision({ permissionDecision: "ask", permissionDecisionReason: reason });
    // Every CLI asks about this tool by itself.
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
    cannotDefer: string | undefined,
  ): Promise<HookOutput> {
    const isShort = timeoutMs > 0 && timeoutMs < OLDEST_LIMIT_MS;
    const callbackMs = isShort || isSupported("wait") ? timeoutMs : OLDEST_LIMIT_MS;
    const answer = await consult(event, context, { timeoutMs: callbackMs, cannotDefer });
    if (answer.behavior === "defer") {
      deferral.deferred(toObject(payload["input"]));
      return createDecision({ permissionDecision: "defer" });
    }
    if (answer.behavior === "deny") {
      // A hook that denies cannot end the turn. The interrupt does, and cancels the hook.
      if (answer.interrupt === true) context.send(encode.interrupt(`unspool_${event.requestId}`));
      return createBlock(getDenialMessage(answer));
    }
    const { updatedInput: input = event.input } = answer;
    const isChanged = !isDeepStrictEqual(input, event.input);
    if (isChanged && !isSupported("change")) {
      return createBlock(
        `The host allows this call with another input, which Claude Code supports since ${SINCE.change}.`,
      );
    }
    if (event.toolUseId !== undefined) remember(event.toolUseId, { input, answer });
    // Not "allow": up to 2.1.74 that would override the user's `deny` rules.
    return isChanged ? createDecision({ updatedInput: input }) : {};
  }

  function remember(toolUseId: string, approval: Approval): void {
    approvals.set(toolUseId, approval);
    const [oldest = ""] = approvals.keys();
    if (approvals.size > MAX_APPROVALS) approvals.delete(oldest);
  }

  return {
    initialize: {
      hooks: { PreToolUse: [{ hookCallbackIds: [GUARD_ID], timeout: toSeconds(timeoutMs), onFailure: "block" }] },
    },
    init(event) {
      ({ version } = event);
    },
    answer(request, context) {
      if (request.type !== "control-request" || request.subtype !== "hook_callback") return undefined;
      if (request.payload["callback_id"] !== GUARD_ID) return undefined;
      return judge(request, context)
        .catch((error: unknown) => createBlock(`The host could not apply its rules: ${getErrorMessage(error)}`))
        .then((output) => encode.hookAnswer(request.requestId, output));
    },
    approvalOf({ toolUseId, input }) {
      const approval = toolUseId === undefined ? undefined : approvals.get(toolUseId);
      if (approval === undefined || !isDeepStrictEqual(approval.input, input)) return undefined;
      return { ...approval.answer, updatedInput: input };
    },
  };
}

/** Reads the call of a hook as a permission request. */
function readCall({ requestId, payload, agent, line, sessionId }: ControlRequestEvent): PermissionRequestEvent {
  const input = toObject(payload["input"]);
  const toolUseId = asText(payload["tool_use_id"]);
  // In a resumed session, the hook of a deferred call arrives before any line with the session's id.
  const session = sessionId ?? asText(input["session_id"]);
  return {
    type: "permission-request",
    requestId,
    toolName: asText(input["tool_name"]) ?? "",
    input: toObject(input["tool_input"]),
    ...(toolUseId === undefined ? {} : { toolUseId }),
    suggestions: [],
    agent,
    line,
    ...(session === undefined ? {} : { sessionId: session }),
  };
}

function createBlock(reason: string): HookOutput {
  return createBlockingAnswer("PreToolUse", {}, reason);
}

function createDecision(fields: {
  readonly permissionDecision?: "ask" | "defer";
  readonly permissionDecisionReason?: string;
  readonly updatedInput?: JsonObject;
}): HookOutput {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } };
}

function toSeconds(timeoutMs: number): number {
  const isLimited = timeoutMs > 0 && Number.isFinite(timeoutMs);
  return isLimited ? Math.min(Math.ceil(timeoutMs / 1000) + EXTRA_SECONDS, FOR_EVER_SECONDS) : FOR_EVER_SECONDS;
}
