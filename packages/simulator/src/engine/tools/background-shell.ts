// Runs a shell command in the background: its call returns at once, its end is reported like a task's and begins a turn.

import type { TurnScript } from "../../scenario/play/script.ts";
import type { Caller } from "./caller.ts";
import type { TaskInfo } from "../lines/lines.ts";
import { pause, type Session } from "../sessions/session.ts";
import { endTask } from "./end-task.ts";
import type { ToolCall } from "../sessions/tool-call.ts";
import { toOutcome, writeResult } from "./tool-results.ts";

export async function runShellInBackground(caller: Caller, call: ToolCall): Promise<void> {
  const { session } = caller;
  const { identity, lines, output, tasks } = session;
  const isNew = session.quirks.has("writesShellOutput");
  // Both ids are generated, so that later ids do not depend on the version.
  const ids = [identity.hex(6), `b${identity.hex(8)}`] as const;
  const taskId = ids[isNew ? 1 : 0];
  const description = (call.input as { readonly description?: string }).description ?? "";
  const task: TaskInfo = {
    taskId,
    runId: `0${identity.hex(8)}-${identity.hex(8)}`,
    toolUseId: call.id,
    type: "local_bash",
    description,
    isBackground: true,
    depth: caller.depth,
  };
  const running = `Command running in background with ID: ${taskId}`;
  const content = isNew ? `${running}. Output is being written to a file.` : running;
  await caller.messageEnded;
  const hasEnd = session.ordering.backgroundResults !== "none";
  if (hasEnd) {
    const abort = new AbortController();
    tasks.add({
      task,
      abort,
      done: finish(session, task, call.block.durationMs ?? 0, abort.signal, caller.turn?.script),
    });
    output.write(lines.tasksChanged(tasks.running.map((other) => other.task)));
    output.write(lines.taskStarted(task));
  }
  await caller.schedule(() =>
    writeResult(caller, { ...toOutcome(call), content, isError: false, taskId, permission: "mode" }),
  );
}

async function finish(
  session: Session,
  task: TaskInfo,
  durationMs: number,
  signal: AbortSignal,
  script: TurnScript | undefined,
): Promise<void> {
  await pause(session, durationMs, signal);
  if (session.shutdown.signal.aborted) return;
  const isKilled = signal.aborted;
  const usage = { tokens: 0, toolUses: 0, durationMs };
  const end = (): void => endTask(session, { task, isKilled, report: "", usage, script });
  if (isKilled) end();
  else await session.tasks.schedule(signal, end);
}
