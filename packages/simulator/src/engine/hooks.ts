// Hooks: those of settings, and those that the host registered by `initialize`, called by id. What comes of them is read
// into one decision. A refused or missing answer counts as an empty one, except where the registration says that a
// failure blocks.

import type { Json, JsonObject } from "../json.ts";
import type { CommandHook } from "./command-hooks.ts";
import { callCommand } from "./hook-commands.ts";
import { readDecision, undecided, type HookCall, type HookDecision, type HookEvent } from "./hook-decision.ts";
import { NOBODYS_FOLDERS, projectFolder } from "./lines/context.ts";
import { mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";

interface Matcher {
  readonly matcher: string | undefined;
  readonly ids: readonly string[];
  readonly blocksOnFailure: boolean;
}

type FoundHook = { readonly id: string; readonly blocksOnFailure: boolean } | { readonly command: string };

export interface Hooks {
  register(hooks: Json | undefined): void;
  /** Those of settings first. */
  find(event: HookEvent, subject: string | undefined): readonly FoundHook[];
}

export function createHooks(commands: readonly CommandHook[]): Hooks {
  const byEvent = new Map<string, readonly Matcher[]>();
  return {
    register(hooks) {
      if (typeof hooks !== "object" || hooks === null || Array.isArray(hooks)) return;
      for (const [event, matchers] of Object.entries(hooks as JsonObject)) {
        if (Array.isArray(matchers)) byEvent.set(event, (matchers as readonly JsonObject[]).map(readMatcher));
      }
    },
    find(event, subject) {
      const own = commands.filter((hook) => hook.event === event && matches(hook.matcher, subject));
      const fitting = (byEvent.get(event) ?? []).filter(({ matcher }) => matches(matcher, subject));
      return [
        ...own.map(({ command }) => ({ command })),
        ...fitting.flatMap(({ ids, blocksOnFailure }) => ids.map((id) => ({ id, blocksOnFailure }))),
      ];
    },
  };
}

function readMatcher(fields: JsonObject): Matcher {
  const ids = fields["hookCallbackIds"];
  const matcher = fields["matcher"];
  return {
    matcher: typeof matcher === "string" ? matcher : undefined,
    ids: Array.isArray(ids) ? ids.map(String) : [],
    blocksOnFailure: fields["onFailure"] === "block",
  };
}

function matches(matcher: string | undefined, subject: string | undefined): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*" || subject === undefined) return true;
  try {
    return new RegExp(`^(?:${matcher})$`, "u").test(subject);
  } catch {
    return matcher === subject;
  }
}

/** Whether anything would be asked: callers that must not wait look first. */
export function hasHook(session: Session, event: HookEvent, subject?: string): boolean {
  return session.hooks.find(event, subject).length > 0;
}

/** Asks all hooks of an event, one after the other. */
export async function callHooks(session: Session, call: HookCall): Promise<HookDecision> {
  let result = undecided;
  const manners = mannersOf(session.options.version);
  const effort = manners.choose({ "1.0.128": undefined, "2.1.200": "high", "2.1.285": "medium" });
  const tellsCall = manners.has("hasHookToolUseId");
  const promptId = session.identity.uuid();
  for (const hook of session.hooks.find(call.event, call.subject)) {
    if ("command" in hook) {
      result = merge(result, callCommand(session, call, hook.command));
      continue;
    }
    const { id, blocksOnFailure } = hook;
    const input: JsonObject = {
      session_id: session.id,
      transcript_path: transcriptPath(session),
      cwd: session.options.cwd,
      // A call that a resumed session goes on with was made for no prompt of this process.
      ...(effort === undefined || session.turn?.isResumed === true ? {} : { prompt_id: promptId }),
      ...(manners.has("hasHookMode") ? { permission_mode: session.permissionMode } : {}),
      ...(effort === undefined ? {} : { effort: { level: effort } }),
      hook_event_name: call.event,
      ...call.input,
      ...(call.toolUseId === undefined || !tellsCall ? {} : { tool_use_id: call.toolUseId }),
    };
    const answer = await session.questions.ask({
      ask: (requestId) => session.lines.hookCallback(requestId, id, input, call.toolUseId),
      signal: call.signal,
    });
    const failed: HookDecision = blocksOnFailure
      ? { ...undecided, decision: "deny", reason: "Hook failed." }
      : undecided;
    const read = answer.kind === "answered" ? readDecision(answer.response) : failed;
    // A word that the version does not know: it throws the whole answer away.
    const decided = read.decision === "defer" && !manners.has("obeysHookDefer") ? undecided : read;
    result = merge(result, decided);
    if (call.signal.aborted) break;
  }
  return result;
}

/** The order of decisions, whoever is asked first. */
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

function transcriptPath({ id, options }: Session): string {
  const { home } = options.folders ?? NOBODYS_FOLDERS;
  return `${home}/.claude/projects/${projectFolder(options.cwd)}/${id}.jsonl`;
}
