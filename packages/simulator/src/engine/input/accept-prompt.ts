// Accepts user messages into the queue.

import type { Json, JsonObject } from "../../json.ts";
import { joinText } from "../lines/fields.ts";
import type { Priority, Prompt } from "../sessions/queue.ts";
import type { Session } from "../sessions/session.ts";
import { reportRunning } from "../sessions/session-state.ts";
import { writeLifecycle, writeStarted } from "../turn/turn-lines.ts";

export function toPrompt(content: Json, fields: JsonObject = {}): Prompt {
  const { uuid, priority } = fields;
  return {
    kind: "prompt",
    content,
    text: joinText(content),
    uuid: typeof uuid === "string" ? uuid : undefined,
    priority: isPriority(priority) ? priority : "next",
    asksModel: fields["shouldQuery"] !== false,
    canCommand: fields["clientComposed"] !== true && fields["client_composed"] !== true,
  };
}

/** Queues a prompt. Its turn begins at once if the session is idle. */
export function acceptPrompt(session: Session, prompt: Prompt): void {
  const { ordering, queue, usedUuids, turn } = session;
  if (prompt.uuid !== undefined) {
    if (ordering.dropsUsedUuids && usedUuids.has(prompt.uuid)) return;
    usedUuids.add(prompt.uuid);
  }
  const isIdle = turn === undefined && queue.size === 0;
  reportRunning(session);
  writeLifecycle(session, prompt, "queued");
  if (isIdle) writeStarted(session, prompt);
  queue.push({
    ...prompt,
    priority: ordering.hasPriorities ? prompt.priority : "next",
    asksModel: prompt.asksModel || !ordering.obeysShouldQuery,
    isFirst: isIdle,
  });
  if (ordering.hasPriorities && prompt.priority === "now" && turn !== undefined && turn.cut === undefined) {
    turn.cut = "urgent";
    turn.abort.abort();
  }
  session.wake();
}

function isPriority(value: Json | undefined): value is Priority {
  return value === "now" || value === "next" || value === "later";
}
