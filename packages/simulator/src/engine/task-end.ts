// How the end of work in the background is told: to the host by lines, to the model by a notice that begins a turn. 2.1.20
// knows no such turn, and tells the host only when the next prompt comes.

import type { TurnScript } from "../scenario/script.ts";
import type { figuresOf } from "./agent-run.ts";
import type { TaskOfLine } from "./lines/lines.ts";
import type { Session } from "./session.ts";

export interface TaskEnd {
  readonly task: TaskOfLine;
  readonly isKilled: boolean;
  /** Why it failed, if it did. */
  readonly failure?: string | undefined;
  readonly report: string;
  readonly usage: ReturnType<typeof figuresOf>;
  /** Of the turn that started the task: what the model says to the notice. */
  readonly script: TurnScript | undefined;
}

export function endTask(session: Session, { task, isKilled, failure, report, usage, script }: TaskEnd): void {
  const { lines, output, tasks, queue, order } = session;
  const isTold = order.backgroundResults !== "with-prompt";
  tasks.remove(task.taskId);
  const end = failure === undefined ? "completed" : "failed";
  output.write(lines.taskUpdated(task, isKilled ? "killed" : end, failure));
  const told = lines.taskNotification(task, isKilled ? "stopped" : end, failure ?? report, usage);
  if (isTold) output.write(told);
  else session.untold.push(told);
  output.write(lines.tasksChanged(tasks.running.map((running) => running.task)));
  if (script !== undefined && isTold) queue.push({ kind: "notice", runId: task.runId, script: script.notice() });
  session.wake();
}

/** What waited for a prompt. */
export function tellEnds({ untold, output }: Session): void {
  for (const line of untold.splice(0)) output.write(line);
}
