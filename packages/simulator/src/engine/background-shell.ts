// A shell command in the background: its call returns at once, its end is told as a task's and answered as a notice.

import type { TurnScript } from "../scenario/script.ts";
import type { Caller } from "./caller.ts";
import type { TaskOfLine } from "./lines/lines.ts";
import { mannersOf } from "./manners.ts";
import { pause, type Session } from "./session.ts";
import { endTask } from "./task-end.ts";
import type { ToolCall } from "./tool-call.ts";
import { outcomeOf, writeResult } from "./tool-results.ts";

export async function runShellInBackground(caller: Caller, call: ToolCall): Promise<void> {
  const { session } = caller;
  const { identity, lines, output, tasks } = session;
  const manners = mannersOf(session.options.version);
  const taskId = manners.choose({ "1.0.128": identity.hex(6), "2.1.74": `b${identity.hex(8)}` });
  const description = (call.input as { readonly description?: string }).description ?? "";
  const task: TaskOfLine = {
    taskId,
    runId: `0${identity.hex(8)}-${identity.hex(8)}`,
    toolUseId: call.id,
    type: "local_bash",
    description,
    isBackground: true,
    depth: caller.depth,
  };
  const content = manners.choose({
    "1.0.128": `Command running in background with ID: ${taskId}`,
    "2.1.74": `Command running in background with ID: ${taskId}. Output is being written to a file.`,
  });
  await caller.messageEnded;
  const hasEnd = session.order.backgroundResults !== "none";
  if (hasEnd) {
    const abort = new AbortController();
    tasks.add({
      task,
      abort,
      done: finish(session, task, call.block.durationMs ?? 0, abort.signal, caller.turn?.script),
    });
    output.write(lines.tasksChanged(tasks.running.map((running) => running.task)));
    output.write(lines.taskStarted(task));
  }
  await caller.act(() =>
    writeResult(caller, { ...outcomeOf(call), content, isError: false, taskId, permission: "mode" }),
  );
}

async function finish(
  session: Session,
  task: TaskOfLine,
  durationMs: number,
  signal: AbortSignal,
  script: TurnScript | undefined,
): Promise<void> {
  await pause(session, durationMs, signal);
  if (session.over.signal.aborted) return;
  const isKilled = signal.aborted;
  const usage = { tokens: 0, toolUses: 0, durationMs };
  const end = (): void => endTask(session, { task, isKilled, report: "", usage, script });
  if (isKilled) end();
  else await session.tasks.act(signal, end);
}
