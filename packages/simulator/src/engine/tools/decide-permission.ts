// The permission of a call: hooks first, then mode and rules, then the host, if it can be asked.

import type { Json, JsonObject } from "../../json.ts";
import type { Caller } from "./caller.ts";
import type { HookDecision } from "../hooks/hook-decision.ts";
import { callHooks, hasHook } from "../hooks/hooks.ts";
import type { PermissionCall, ToolOutcome } from "../lines/lines.ts";
import { evaluatePermission, type Permission } from "./permission-rules.ts";
import type { HostReply } from "../sessions/host-requests.ts";
import { withRequiredAction } from "../sessions/session-state.ts";
import type { ToolCall } from "../sessions/tool-call.ts";
import { writeKilledResult, toOutcome, writeResult } from "./tool-results.ts";

export interface Allowed {
  readonly input: Json;
  readonly permission: NonNullable<ToolOutcome["permission"]>;
}

/**
 * Returns `undefined` if the call was refused, after writing its result. Waits only if a hook or the host must be
 * asked.
 */
export function decidePermission(caller: Caller, call: ToolCall): Allowed | undefined | Promise<Allowed | undefined> {
  const { session } = caller;
  if (hasHook(session, "PreToolUse", call.name)) return decideWithHooks(caller, call);
  return decideByRules(caller, call, undefined);
}

async function decideWithHooks(caller: Caller, call: ToolCall): Promise<Allowed | undefined> {
  const { session, signal, turn } = caller;
  const decision = await callHooks(session, {
    event: "PreToolUse",
    subject: call.name,
    input: { tool_name: call.name, tool_input: call.input },
    toolUseId: call.id,
    signal,
  });
  if (signal.aborted) {
    await writeKilledResult(caller, call);
    return undefined;
  }
  if (decision.stops && turn !== undefined) turn.isStopped = true;
  if (turn?.isResumed === true && decision.decision !== "deny") reportHook(caller, call, decision);
  if (decision.decision === "defer") {
    caller.defer(call);
    return undefined;
  }
  if (decision.decision === "deny") {
    const content = session.texts.blocked(call.name, decision.reason);
    if (session.ordering.countsHookDenials) deny(caller, call);
    await caller.messageEnded;
    await caller.schedule(() => writeResult(caller, { ...toOutcome(call), content, isError: true, refusal: "hook" }));
    return undefined;
  }
  const { obeysHookInput: obeys } = session.ordering;
  const isObeyed = obeys === "always" || (obeys === "allowed" && decision.decision === "allow");
  const input = isObeyed ? (decision.updatedInput ?? call.input) : call.input;
  return decideByRules(caller, { ...call, input }, decision);
}

/** Reports the hook's decision about a resumed call. */
function reportHook({ session }: Caller, call: ToolCall, { decision }: HookDecision): void {
  const { lines, output, permissionMode } = session;
  const base = { toolUseID: call.id, hookEvent: "PreToolUse" };
  const success = { type: "hook_success", hookName: "PreToolUse:Callback", ...base, content: "", command: "callback" };
  output.write(lines.attachment(success));
  if (decision !== "defer") return;
  const tool = { toolName: call.name, toolInput: call.input as JsonObject };
  output.write(
    lines.attachment({ type: "hook_deferred_tool", ...tool, hookName: "settings", ...base, permissionMode }),
  );
}

function decideByRules(
  caller: Caller,
  call: ToolCall,
  hook: HookDecision | undefined,
): Allowed | undefined | Promise<Allowed | undefined> {
  const { session } = caller;
  if (hook?.decision === "allow") return { input: call.input, permission: "hook" };
  const { name, input, block } = call;
  const hookReason = hook?.decision === "ask" && session.ordering.obeysHookAsk ? hook.reason : undefined;
  const permission = evaluatePermission(session, { name, input, asks: block.asks, hookReason });
  if (permission.kind === "allow") return { input: call.input, permission: permission.by };
  if (permission.kind === "ask" && session.options.asksHost) {
    return askHost(caller, call, { ruleSource: permission.ruleSource, hookReason });
  }
  return refuse(caller, call, permission);
}

async function refuse(
  caller: Caller,
  call: ToolCall,
  permission: Exclude<Permission, { readonly kind: "allow" }>,
): Promise<undefined> {
  const { session } = caller;
  const { reason } = permission;
  const refusal = permission.kind === "deny" && permission.by === "rule" ? "rule" : "mode";
  deny(caller, call);
  await caller.scheduleLater(() => {
    session.output.write(session.lines.permissionDenied(call.name, call.id, reason, getReasonType(call, permission)));
    writeResult(caller, { ...toOutcome(call), content: reason, isError: true, refusal });
  });
}

/**
 * Returns what refused the call: a hook, a rule (which judges a shell command by its parts) or the mode; `undefined`
 * without a host.
 */
function getReasonType(
  call: ToolCall,
  permission: Exclude<Permission, { readonly kind: "allow" }>,
): string | undefined {
  if (permission.kind === "ask" && permission.isHook === true) return "hook";
  if (permission.kind === "ask") return permission.ruleSource === undefined ? undefined : "rule";
  if (permission.by === "mode") return "mode";
  return call.name === "Bash" ? "subcommandResults" : "rule";
}

async function askHost(
  caller: Caller,
  call: ToolCall,
  because: Pick<PermissionCall, "ruleSource" | "hookReason">,
): Promise<Allowed | undefined> {
  const { session, signal, agent } = caller;
  const { name, input, id: toolUseId } = call;
  const asked = { name, input, toolUseId, ...because };
  const answer = await withRequiredAction(session, async () =>
    session.hostRequests.send({
      createLine: (requestId) => session.lines.canUseTool(requestId, asked, agent, []),
      signal,
    }),
  );
  await caller.messageEnded;
  const { texts } = session;
  if (answer.kind === "answered" && answer.response["behavior"] === "allow") {
    const changed = getAllowedInput(caller, call, answer.response);
    if (changed !== undefined) return { input: changed, permission: "user" };
  }
  if (session.shutdown.signal.aborted) return undefined;
  deny(caller, call);
  if (answer.kind === "withdrawn") {
    if (caller.depth > 0 && !session.ordering.endsKilledTools) return undefined;
    const content = texts.withdrawn;
    writeResult(caller, { ...toOutcome(call), content, isError: true, refusal: "interrupt" });
    return undefined;
  }
  const isFinal = session.ordering.obeysRefusal && answer.kind === "answered" && answer.response["interrupt"] === true;
  const content = (isFinal ? texts.refusedForGood : undefined) ?? getRefusal(answer, texts.unanswerable);
  const refusal = isFinal && texts.refusedForGood !== undefined ? "interrupt" : "user";
  await caller.schedule(() => writeResult(caller, { ...toOutcome(call), content, isError: true, refusal }));
  if (isFinal && caller.turn !== undefined) {
    caller.turn.cut ??= "refusal";
    caller.turn.cutDuring = "tools";
    caller.turn.abort.abort();
  }
  return undefined;
}

/** Returns the input of an allowed call; undefined if the version treats `allow` without an input as a refusal. */
function getAllowedInput(caller: Caller, call: ToolCall, response: JsonObject): Json | undefined {
  const updated = response["updatedInput"];
  if (caller.session.ordering.allowNeedsInput) return updated;
  const isEmpty =
    updated === undefined || updated === null || (typeof updated === "object" && Object.keys(updated).length === 0);
  return isEmpty ? call.input : updated;
}

function getRefusal(answer: HostReply, unanswerable: string): string {
  if (answer.kind === "closed") return unanswerable;
  if (answer.kind === "refused") return `Tool permission request failed: Error: ${answer.error}`;
  const message = answer.kind === "answered" ? answer.response["message"] : undefined;
  return typeof message === "string"
    ? message
    : "Tool permission request failed: Error: the answer could not be understood";
}

function deny(caller: Caller, call: ToolCall): void {
  caller.turn?.denials.push({ toolName: call.name, toolUseId: call.id, input: call.input });
}
