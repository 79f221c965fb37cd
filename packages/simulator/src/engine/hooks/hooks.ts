// Calls the hooks from settings and those that the host registered by `initialize`, and merges their replies into one
// decision. A refused or missing reply counts as an empty one, unless the hook was registered to block on failure.

import type { HookInput } from "@unspool/protocol/wire";
import { runCommandHook } from "./command-hooks.ts";
import { parseDecision, undecided, type HookCall, type HookDecision } from "./hook-decision.ts";
import { DEFAULT_FOLDERS, toProjectFolder } from "../lines/context.ts";
import type { HookEvent } from "../sessions/hook-registry.ts";
import type { Session } from "../sessions/session.ts";

/** Whether a hook would be called. Callers that must not wait check this first. */
export function hasHook(session: Session, event: HookEvent, subject?: string): boolean {
  return session.hooks.find(event, subject).length > 0;
}

/** Calls all hooks of an event, one after the other. */
export async function callHooks(session: Session, call: HookCall): Promise<HookDecision> {
  let result = undecided;
  const { quirks } = session;
  const effort = session.ordering.hookEffort;
  const tellsCall = quirks.has("hasHookToolUseId");
  const promptId = session.identity.uuid();
  for (const hook of session.hooks.find(call.event, call.subject)) {
    if ("command" in hook) {
      result = merge(result, runCommandHook(session, call, hook.command));
      continue;
    }
    const { id, blocksOnFailure } = hook;
    const input = {
      session_id: session.id,
      transcript_path: getTranscriptPath(session),
      cwd: session.options.cwd,
      // A resumed call belongs to no prompt of this process.
      ...(effort === undefined || session.turn?.isResumed === true ? {} : { prompt_id: promptId }),
      ...(quirks.has("hasHookMode") ? { permission_mode: session.permissionMode } : {}),
      ...(effort === undefined ? {} : { effort: { level: effort } }),
      hook_event_name: call.event,
      ...call.input,
      ...(call.toolUseId === undefined || !tellsCall ? {} : { tool_use_id: call.toolUseId }),
      // The caller gives the fields of the event.
    } as unknown as HookInput;
    const answer = await session.hostRequests.send({
      createLine: (requestId) => session.lines.hookCallback(requestId, id, input, call.toolUseId),
      signal: call.signal,
    });
    const failed: HookDecision = blocksOnFailure
      ? { ...undecided, decision: "deny", reason: "Hook failed." }
      : undecided;
    const read = answer.kind === "answered" ? parseDecision(answer.response) : failed;
    // A decision that the version does not know makes it drop the whole reply.
    const decided = read.decision === "defer" && !quirks.has("obeysHookDefer") ? undecided : read;
    result = merge(result, decided);
    if (call.signal.aborted) break;
  }
  return result;
}

/** The precedence of decisions, weakest first. */
const STRENGTHS = [undefined, "allow", "ask", "defer", "deny"] as const;

function merge(one: HookDecision, other: HookDecision): HookDecision {
  const isStronger = STRENGTHS.indexOf(other.decision) > STRENGTHS.indexOf(one.decision);
  const [prevailing, rest] = isStronger ? [other, one] : [one, other];
  return {
    decision: prevailing.decision,
    reason: prevailing.reason || rest.reason,
    updatedInput: other.updatedInput ?? one.updatedInput,
    updatedOutput: other.updatedOutput ?? one.updatedOutput,
    stops: one.stops || other.stops,
    isCommand: one.isCommand === true || other.isCommand === true,
  };
}

function getTranscriptPath({ id, options }: Session): string {
  const { home } = options.folders ?? DEFAULT_FOLDERS;
  return `${home}/.claude/projects/${toProjectFolder(options.cwd)}/${id}.jsonl`;
}
