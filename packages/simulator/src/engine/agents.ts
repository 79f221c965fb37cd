// A sub-agent: a model of its own with its own replies, whose lines carry the call that started it. In the foreground
// its caller waits for the report; in the background only the launch is told, and the report comes as a notice.

import type { Json } from "../json.ts";
import type { TurnScript } from "../scenario/script.ts";
import { figuresOf, prepareAgent, reportOf, typeOf, type AgentRun } from "./agent-run.ts";
import { workOn } from "./agent-work.ts";
import type { Caller } from "./caller.ts";
import { fieldOf, textField } from "./fields.ts";
import { endTask } from "./task-end.ts";
import type { ToolCall } from "./tool-call.ts";
import { killed, outcomeOf, writeResult } from "./tool-results.ts";

export async function runAgent(caller: Caller, call: ToolCall): Promise<void> {
  const { session } = caller;
  const isBackground = fieldOf(call.input, "run_in_background") === true && session.order.backgroundResults !== "none";
  session.agentStats.start(isBackground, fieldOf(call.input, "run_in_background"), caller.depth + 1, typeOf(call));
  if (isBackground) return launch(caller, call);
  const run = prepareAgent(caller, call, caller.signal, false);
  session.output.write(session.lines.taskStarted(run.task));
  const prompt = session.lines.agentPrompt(textField(call.input, "prompt"), run.agent);
  if (run.isShown) await caller.later(() => prompt !== undefined && session.output.write(prompt));
  await caller.messageEnded;
  const end = await workOn(run);
  if (session.over.signal.aborted) return;
  if (end === "stopped") return stop(run, call);
  session.agentStats[end === "failed" ? "failed" : "completed"] += 1;
  caller.nestedTools.push(...run.toolNames, ...run.self.nestedTools);
  await caller.act(() => {
    const { task, failure, report } = run;
    const status = failure === undefined ? "completed" : "failed";
    session.output.write(session.lines.taskUpdated(task, status, failure));
    session.output.write(session.lines.taskNotification(task, status, failure ?? report, figuresOf(run)));
    writeResult(caller, {
      ...outcomeOf(call),
      ...(end === "failed"
        ? { content: failure ?? "", isError: true }
        : { content: contentOf(run), isError: false, report: reportOf(run, false) }),
      permission: "read-only",
    });
  });
}

/** What the caller reads: the report, after a note that it is not whole. */
function contentOf({ note, report }: AgentRun): Json {
  if (note === undefined) return report;
  return [note, report].map((text) => ({ type: "text", text }));
}

/** The main agent was interrupted while it waited for this one. */
async function stop(run: AgentRun, call: ToolCall): Promise<void> {
  const { session, caller, task } = run;
  const { lines, output, order } = session;
  session.agentStats.killed += 1;
  if (!order.endsKilledTools) await killed(caller, call);
  output.write(lines.taskUpdated(task, "killed"));
  output.write(lines.taskNotification(task, "stopped", task.description, figuresOf(run)));
  if (order.endsKilledTools) await killed(caller, call);
}

/** Starts an agent that outlives the turn. */
async function launch(caller: Caller, call: ToolCall): Promise<void> {
  const { session } = caller;
  const { lines, output, tasks, order } = session;
  const abort = new AbortController();
  const run = prepareAgent(caller, call, abort.signal, true);
  const script = caller.turn?.script;
  const result = (): void =>
    writeResult(caller, {
      ...outcomeOf(call),
      content: "",
      isError: false,
      report: reportOf(run, true),
      permission: "read-only",
    });
  tasks.add({ task: run.task, abort, done: workInBackground(run, script) });
  output.write(lines.tasksChanged(tasks.running.map(({ task }) => task)));
  output.write(lines.taskStarted(run.task));
  if (order.toolsStart === "block-stop") result();
  else await caller.later(result);
}

async function workInBackground(run: AgentRun, script: TurnScript | undefined): Promise<void> {
  const { session, task, self } = run;
  await run.caller.messageEnded;
  const end = await workOn(run);
  if (session.over.signal.aborted) return;
  const isKilled = end === "stopped";
  const tell = (): void => {
    session.agentStats[isKilled ? "killed" : end === "failed" ? "failed" : "completed"] += 1;
    const { failure, report } = run;
    endTask(session, { task, isKilled, failure, report, usage: figuresOf(run), script });
  };
  if (isKilled) tell();
  else await self.act(tell);
}
