// What a sub-agent does: its replies, one after the other, with their calls carried out in between.

import { nothingLeft } from "../scenario/script.ts";
import { billedUsage, usageOf, usageOfCut } from "./accounting.ts";
import { figuresOf, type AgentRun } from "./agent-run.ts";
import { contentOf } from "./content.ts";
import { failureOf } from "./failures.ts";
import { textField } from "./fields.ts";
import { pause } from "./session.ts";
import { messageOf } from "./speak.ts";
import type { ToolCall } from "./tool-call.ts";
import { isWhole } from "./turn-state.ts";

/** Plays the agent's replies; false if it was stopped. */
export async function workOn(run: AgentRun): Promise<boolean> {
  const { session, self } = run;
  const { signal } = self;
  for (;;) {
    const reply = run.script?.next() ?? nothingLeft;
    await pause(session, reply.delayMs ?? 0, signal);
    if (signal.aborted) return false;
    if (reply.hang === true) {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      return false;
    }
    if (reply.error !== undefined && reply.error.times === undefined) {
      run.report = failureOf(session, reply.error).text;
      return true;
    }
    const usage = usageOf(reply);
    const figures = session.order.countsFromLines ? usageOfCut(usage) : usage;
    const isKnown = session.order.endsKnown;
    const message = messageOf(session, isKnown ? usage : usageOfCut(usage), isKnown ? reply.stopReason : null, false);
    session.accounting.count(session.model, billedUsage(session.order, usage));
    const calls: ToolCall[] = [];
    const running: Promise<void>[] = [];
    await self.act(() => {
      for (const block of reply.blocks) {
        const content = contentOf(session, block);
        if (content.text !== undefined) run.report = content.text;
        if (content.call === undefined) {
          const isBlank = content.text !== undefined && content.text.trim() === "";
          if (run.forwardsText && !isBlank) self.write(session.lines.assistant(message, content.finished, run.agent));
          continue;
        }
        calls.push(content.call);
        tellCall(run, content.call, () => self.write(session.lines.assistant(message, content.finished, run.agent)));
        run.lastUsage = figures;
        running.push(self.run(self, content.call));
      }
    });
    run.lastUsage = figures;
    await Promise.all(running);
    if (signal.aborted) return false;
    if (!isWhole(calls.length, reply.stopReason)) continue;
    return true;
  }
}

/** The call and the progress of the task: in the background the call comes first. */
function tellCall(run: AgentRun, call: ToolCall, write: () => void): void {
  const { session, task } = run;
  run.toolNames.push(call.name);
  const described = textField(call.input, "description") || call.name;
  const progress = session.lines.taskProgress(task, figuresOf(run), { name: call.name, description: described });
  if (run.task.isBackground) write();
  session.output.write(progress);
  if (!run.task.isBackground) write();
}
