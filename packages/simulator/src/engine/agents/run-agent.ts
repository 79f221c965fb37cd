// Runs a sub-agent: a model with its own replies, whose lines name the call that started it. In the foreground the
// caller waits for its report; in the background only the launch is reported, and the report comes as a notice.

import type { Json } from "../../json.ts";
import type { TurnScript } from "../../scenario/play/script.ts";
import { getTaskUsage, createAgentState, createReport, getAgentType, type AgentState } from "./agent-state.ts";
import { runAgentLoop } from "./agent-loop.ts";
import type { Caller } from "../tools/caller.ts";
import { getField, getText } from "../lines/fields.ts";
import { endTask } from "../tools/end-task.ts";
import type { ToolCall } from "../sessions/tool-call.ts";
import { writeKilledResult, toOutcome, writeResult } from "../tools/tool-results.ts";

export async function runAgent(caller: Caller, call: ToolCall): Promise<void> {
  const { session } = caller;
  const isBackground =
    getField(call.input, "run_in_background") === true && session.ordering.backgroundResults !== "none";
  session.agentStats.start(
    isBackground,
    getField(call.input, "run_in_background"),
    caller.depth + 1,
    getAgentType(call),
  );
  if (isBackground) return launchInBackground(caller, call);
  const run = createAgentState(caller, call, caller.signal, false);
  session.output.write(session.lines.taskStarted(run.task));
  const prompt = session.lines.agentPrompt(getText(call.input, "prompt"), run.agent);
  if (run.isShown) await caller.scheduleLater(() => prompt !== undefined && session.output.write(prompt));
  await caller.messageEnded;
  const end = await runAgentLoop(run);
  if (session.shutdown.signal.aborted) return;
  if (end === "stopped") return stopAgent(run, call);
  session.agentStats[end === "failed" ? "failed" : "completed"] += 1;
  caller.nestedTools.push(...run.toolNames, ...run.self.nestedTools);
  await caller.schedule(() => {
    const { task, failure, report } = run;
    const status = failure === undefined ? "completed" : "failed";
    session.output.write(session.lines.taskUpdated(task, status, failure));
    session.output.write(session.lines.taskNotification(task, status, failure ?? report, getTaskUsage(run)));
    writeResult(caller, {
      ...toOutcome(call),
      ...(end === "failed"
        ? { content: failure ?? "", isError: true }
        : { content: toResultContent(run), isError: false, report: createReport(run, false) }),
      permission: "read-only",
    });
  });
}

/** Returns the result that the caller reads: the report, after a note if it is incomplete. */
function toResultContent({ note, report }: AgentState): Json {
  if (note === undefined) return report;
  return [note, report].map((text) => ({ type: "text", text }));
}

/** Ends an agent whose caller was interrupted while it waited. */
async function stopAgent(run: AgentState, call: ToolCall): Promise<void> {
  const { session, caller, task } = run;
  const { lines, output, ordering } = session;
  session.agentStats.killed += 1;
  if (!ordering.endsKilledTools) await writeKilledResult(caller, call);
  output.write(lines.taskUpdated(task, "killed"));
  output.write(lines.taskNotification(task, "stopped", task.description, getTaskUsage(run)));
  if (ordering.endsKilledTools) await writeKilledResult(caller, call);
}

/** Starts an agent that outlives the turn. */
async function launchInBackground(caller: Caller, call: ToolCall): Promise<void> {
  const { session } = caller;
  const { lines, output, tasks, ordering } = session;
  const abort = new AbortController();
  const run = createAgentState(caller, call, abort.signal, true);
  const script = caller.turn?.script;
  const result = (): void =>
    writeResult(caller, {
      ...toOutcome(call),
      content: "",
      isError: false,
      report: createReport(run, true),
      permission: "read-only",
    });
  tasks.add({ task: run.task, abort, done: runInBackground(run, script) });
  output.write(lines.tasksChanged(tasks.running.map(({ task }) => task)));
  output.write(lines.taskStarted(run.task));
  if (ordering.toolsStart === "block-stop") result();
  else await caller.scheduleLater(result);
}

async function runInBackground(run: AgentState, script: TurnScript | undefined): Promise<void> {
  const { session, task, self } = run;
  await run.caller.messageEnded;
  const end = await runAgentLoop(run);
  if (session.shutdown.signal.aborted) return;
  const isKilled = end === "stopped";
  const tell = (): void => {
    session.agentStats[isKilled ? "killed" : end === "failed" ? "failed" : "completed"] += 1;
    const { failure, report } = run;
    endTask(session, { task, isKilled, failure, report, usage: getTaskUsage(run), script });
  };
  if (isKilled) tell();
  else await self.schedule(tell);
}
