// Decides from the events of a session whether its prompt may have had effects. Only listed events count as talk: any other
// event, or a new one, may be an effect.

import type { ControlRequestEvent, Event, EventType, NoticeEvent } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";

/** Events of a session that only talked. Hooks run at each start and prompt, whatever the model does. */
const TALK: ReadonlySet<EventType> = new Set<EventType>([
  "session-init",
  "session-status",
  "session-state",
  "user-message",
  "message-start",
  "message-end",
  "message-retracted",
  "text-start",
  "text-delta",
  "text-end",
  "thinking-start",
  "thinking-delta",
  "thinking-end",
  "retry",
  "rate-limit",
  "hook-start",
  "hook-progress",
  "hook-end",
  "control-response",
  "turn-end",
]);

const TALK_NOTICES: ReadonlySet<NoticeEvent["subtype"]> = new Set([
  "auth_status",
  "autocompact_state",
  "command_lifecycle",
  "commands_changed",
  "informational",
  "instruction_size_warning",
  "keep_alive",
  "model_fallback",
  "model_refusal_no_fallback",
  "notification",
  "per_turn_effort_changed",
  "post_turn_summary",
  "prompt_suggestion",
  "session_metadata",
  "session_title_changed",
  "thinking_tokens",
]);

function mayBeEffect(event: Event): boolean {
  // A tool call has started this agent.
  if (event.agent !== null) return true;
  if (event.type === "notice") return !TALK_NOTICES.has(event.subtype);
  if (event.type === "control-request") return !isTalk(event);
  return !TALK.has(event.type);
}

/** Whether it is a hook of the host, or a request to an MCP server in this process before a tool call. */
function isTalk({ subtype, payload }: ControlRequestEvent): boolean {
  if (subtype === "hook_callback") return true;
  return subtype === "mcp_message" && asObject(payload["message"])?.["method"] !== "tools/call";
}

/** Reads the events of a session. Resolves with true at the first possible effect, with false at the end. */
export async function hasEffect(events: AsyncIterable<Event>): Promise<boolean> {
  for await (const event of events) if (mayBeEffect(event)) return true;
  return false;
}
