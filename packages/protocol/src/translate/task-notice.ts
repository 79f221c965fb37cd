// Reads the end of a background task from a transcript file. A stream has `task_notification` lines for it; a file has
// only the text that the CLI writes for the model: `<task-notification>` (`<agent-notification>` in 2.0.76). The text
// is queued when the task ends and repeated when the model receives it, so a second copy of the same text is ignored.

import type { JsonObject } from "../wire/json.ts";
import { asObject, asString } from "../wire/read.ts";
import { remember } from "./remember.ts";
import { emit, type Translation } from "./translation.ts";

const NOTICE = /^<(task|agent)-notification>[^]*<\/\1-notification>/;

/** Emits `task-end` if this transcript entry reports the end of a task. */
export function translateTaskNotice(t: Translation, entry: JsonObject): void {
  const text = asString(entry["content"]) ?? asString(asObject(entry["message"])?.["content"]) ?? "";
  if (!NOTICE.test(text)) return;
  const taskId = findField(text, "task-id") ?? findField(text, "agent-id") ?? "";
  if (t.endedTasks.get(taskId) === text) return;
  remember(t.endedTasks, taskId, text);
  // The report is the agent's own text: tags in it are not fields of the notice.
  const outer = text.replace(/<result>[^]*<\/result>/, "");
  const totalTokens = findField(outer, "total_tokens") ?? findField(outer, "subagent_tokens");
  emit(t, "task-end", {
    taskId,
    toolUseId: findField(text, "tool-use-id") ?? t.agentByTask.get(taskId),
    status: findField(text, "status") ?? "completed",
    usage:
      totalTokens === undefined
        ? undefined
        : {
            totalTokens: toCount(totalTokens),
            toolUses: toCount(findField(outer, "tool_uses")),
            durationMs: toCount(findField(outer, "duration_ms")),
          },
    // As in the stream of 2.1.325: the agent's report if there is one.
    summary: findField(text, "result") ?? findField(text, "summary"),
    outputFile: findField(text, "output-file"),
  });
}

function findField(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^]*?)</${name}>`).exec(text)?.[1];
}

function toCount(digits: string | undefined): number {
  return Number(digits) || 0;
}
