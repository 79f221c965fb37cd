// How a call gets its permission: hooks first, then mode and rules, then the host, if there is one to ask.

import type { Json, JsonObject } from "../json.ts";
import type { Caller } from "./caller.ts";
import type { HookDecision } from "./hook-decision.ts";
import { callHooks, hasHook } from "./hooks.ts";
import type { PermissionCall, ToolOutcome } from "./lines/lines.ts";
import { permissionOf, type Permission } from "./permissions.ts";
import type { Answer } from "./questions.ts";
import { whileAsking } from "./session-state.ts";
import type { ToolCall } from "./tool-call.ts";
import { killed, outcomeOf, writeResult } from "./tool-results.ts";
import { wordsOf } from "./words.ts";

export interface Allowed {
  readonly input: Json;
  readonly permission: NonNullable<ToolOutcome["permission"]>;
}

/** Undefined when the call was refused: its result is written then. Waits only if somebody must be asked. */
export function decide(caller: Caller, call: ToolCall): Allowed | undefined | Promise<Allowed | undefined> {
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
    await killed(caller, call);
    return undefined;
  }
  if (decision.stops && turn !== undefined) turn.stopped = true;
  if (turn?.isResumed === true && decision.decision !== "deny") tellHook(caller, call, decision);
  if (decision.decision === "defer") {
    caller.defer(call);
    return undefined;
  }
  if (decision.decision === "deny") {
    const content = wordsOf(session).blocked(call.name, decision.reason);
    if (session.order.countsHookDenials) deny(caller, call);
    await caller.messageEnded;
    await caller.act(() => writeResult(caller, { ...outcomeOf(call), content, isError: true, refusal: "hook" }));
    return undefined;
  }
  const { obeysHookInput: obeys } = session.order;
  const isObeyed = obeys === "always" || (obeys === "allowed" && decision.decision === "allow");
  const input = isObeyed ? (decision.updatedInput ?? call.input) : call.input;
  return decideByRules(caller, { ...call, input }, decision);
}

/** A resumed session tells what its hook said of the call that it goes on with. */
function tellHook({ session }: Caller, call: ToolCall, { decision }: HookDecision): void {
  const { lines, output, permissionMode } = session;
  const base = { toolUseID: call.id, hookEvent: "PreToolUse" };
  const success = { type: "hook_success", hookName: "PreToolUse:Callback", ...base, content: "", command: "callback" };
  output.write(lines.attachment(success));
  if (decision !== "defer") return;
  const tool = { toolName: call.name, toolInput: call.input };
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
  const hookReason = hook?.decision === "ask" && session.order.obeysHookAsk ? hook.reason : undefined;
  const permission = permissionOf(session, { name, input, asks: block.asks, hookReason });
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
  await caller.later(() => {
    session.output.write(session.lines.permissionDenied(call.name, call.id, reason, reasonType(call, permission)));
    writeResult(caller, { ...outcomeOf(call), content: reason, isError: true, refusal });
  });
}

/** Who refused: a hook, a rule, which judges a shell command by its parts, or the mode; nobody where nobody could be asked. */
function reasonType(call: ToolCall, permission: Exclude<Permission, { readonly kind: "allow" }>): string | undefined {
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
  const answer = await whileAsking(session, async () =>
    session.questions.ask({ ask: (requestId) => session.lines.canUseTool(requestId, asked, agent, []), signal }),
  );
  await caller.messageEnded;
  const words = wordsOf(session);
  if (answer.kind === "answered" && answer.response["behavior"] === "allow") {
    const changed = inputOf(caller, call, answer.response);
    if (changed !== undefined) return { input: changed, permission: "user" };
  }
  if (session.over.signal.aborted) return undefined;
  deny(caller, call);
  if (answer.kind === "withdrawn") {
    if (caller.depth > 0 && !session.order.endsKilledTools) return undefined;
    const content = words.withdrawn;
    writeResult(caller, { ...outcomeOf(call), content, isError: true, refusal: "interrupt" });
    return undefined;
  }
  const isFinal = session.order.obeysRefusal && answer.kind === "answered" && answer.response["interrupt"] === true;
  const content = (isFinal ? words.refusedForGood : undefined) ?? messageOf(answer, words.unanswerable);
  const refusal = isFinal && words.refusedForGood !== undefined ? "interrupt" : "user";
  await caller.act(() => writeResult(caller, { ...outcomeOf(call), content, isError: true, refusal }));
  if (isFinal && caller.turn !== undefined) {
    caller.turn.cut ??= "refusal";
    caller.turn.cutDuring = "tools";
    caller.turn.abort.abort();
  }
  return undefined;
}

/** Undefined where the version takes an allowance without input as a refusal. */
function inputOf(caller: Caller, call: ToolCall, response: JsonObject): Json | undefined {
  const updated = response["updatedInput"];
  if (caller.session.order.allowNeedsInput) return updated;
  const isEmpty =
    updated === undefined || updated === null || (typeof updated === "object" && Object.keys(updated).length === 0);
  return isEmpty ? call.input : updated;
}

function messageOf(answer: Answer, unanswerable: string): string {
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
