// Ends a background task: lines for the host, and a notice for the model that begins a turn. 2.1.20 has no such turn,
// and notifies the host only with the next prompt.

import type { TurnScript } from "../../scenario/play/script.ts";
import type { TaskInfo, TaskUsage } from "../lines/lines.ts";
import type { Session } from "../sessions/session.ts";

export interface TaskEnd {
  readonly task: TaskInfo;
  readonly isKilled: boolean;
  /** Why it failed, if it did. */
  readonly failure?: string | undefined;
  readonly report: string;
  readonly usage: TaskUsage;
  /** The script of the turn that started the task: it holds the reply to the notice. */
  readonly script: TurnScript | undefined;
}

export function endTask(session: Session, { task, isKilled, failure, report, usage, script }: TaskEnd): void {
  const { lines, output, tasks, queue, ordering } = session;
  const isReported = ordering.backgroundResults !== "with-prompt";
  tasks.remove(task.taskId);
  const end = failure === undefined ? "completed" : "failed";
  output.write(lines.taskUpdated(task, isKilled ? "killed" : end, failure));
  const line = lines.taskNotification(task, isKilled ? "stopped" : end, failure ?? report, usage);
  if (isReported) output.write(line);
  else session.unreportedTasks.push(line);
  output.write(lines.tasksChanged(tasks.running.map((running) => running.task)));
  if (script !== undefined && isReported) queue.push({ kind: "notice", runId: task.runId, script: script.notice() });
  session.wake();
}

/** Writes the notifications that waited for a prompt. */
export function reportEndedTasks({ unreportedTasks, output }: Session): void {
  for (const line of unreportedTasks.splice(0)) output.write(line);
}
