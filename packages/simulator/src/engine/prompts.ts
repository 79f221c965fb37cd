// User messages on their way into the queue.

import type { Json, JsonObject } from "../json.ts";
import type { Priority, Prompt } from "./queue.ts";
import type { Session } from "./session.ts";
import { tellWork } from "./session-state.ts";
import { tellLifecycle, tellStarted } from "./turn-end.ts";

export function promptOf(content: Json, fields: JsonObject = {}): Prompt {
  const { uuid, priority } = fields;
  return {
    kind: "prompt",
    content,
    text: textOf(content),
    uuid: typeof uuid === "string" ? uuid : undefined,
    priority: isPriority(priority) ? priority : "next",
    asksModel: fields["shouldQuery"] !== false,
    canCommand: fields["clientComposed"] !== true && fields["client_composed"] !== true,
  };
}

/** Queues a prompt and, where nothing is under way, lets its turn begin. */
export function acceptPrompt(session: Session, prompt: Prompt): void {
  const { order, queue, usedUuids, turn } = session;
  if (prompt.uuid !== undefined) {
    if (order.dropsUsedUuids && usedUuids.has(prompt.uuid)) return;
    usedUuids.add(prompt.uuid);
  }
  const isIdle = turn === undefined && queue.size === 0;
  tellWork(session);
  tellLifecycle(session, prompt, "queued");
  if (isIdle) tellStarted(session, prompt);
  queue.push({
    ...prompt,
    priority: order.hasPriorities ? prompt.priority : "next",
    asksModel: prompt.asksModel || !order.obeysShouldQuery,
    isFirst: isIdle,
  });
  if (order.hasPriorities && prompt.priority === "now" && turn !== undefined && turn.cut === undefined) {
    turn.cut = "urgent";
    turn.abort.abort();
  }
  session.wake();
}

function textOf(content: Json): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as readonly JsonObject[])
    .map((block) => block["text"])
    .filter((text) => typeof text === "string")
    .join("\n");
}

function isPriority(value: Json | undefined): value is Priority {
  return value === "now" || value === "next" || value === "later";
}
