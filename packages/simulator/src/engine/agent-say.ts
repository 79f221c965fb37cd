// An answer of a sub-agent as the host sees it: finished lines, those of calls always, those of words only where a
// version passes them on.

import type { PlainReply } from "../scenario/reply.ts";
import { usageOf, usageOfCut } from "./accounting.ts";
import { figuresOf, type AgentRun } from "./agent-run.ts";
import { contentOf } from "./content.ts";
import { textField } from "./fields.ts";
import { mannersOf } from "./manners.ts";
import { messageOf } from "./speak.ts";
import type { ToolCall } from "./tool-call.ts";

export interface AgentSaid {
  readonly calls: readonly ToolCall[];
  /** The calls that are being carried out. */
  readonly running: readonly Promise<void>[];
}

export interface SayOptions {
  /** How it came: in a stream, in one that broke off, or asked for without one. */
  readonly way: "streamed" | "cut" | "at-once";
  readonly runsCalls: boolean;
}

export async function sayAsAgent(run: AgentRun, reply: PlainReply, { way, runsCalls }: SayOptions): Promise<AgentSaid> {
  const { session, self } = run;
  const { order, options, lines } = session;
  const usage = usageOf(reply);
  const begun = usageOfCut(usage);
  const isKnown =
    way === "at-once"
      ? mannersOf(options.version).choose({ "1.0.128": true, "2.1.120": false })
      : way === "streamed" && order.endsKnown;
  const figures = way === "cut" || (way === "streamed" && order.countsFromLines) ? begun : usage;
  const message = messageOf(session, isKnown ? usage : begun, isKnown ? reply.stopReason : null, false);
  const calls: ToolCall[] = [];
  const running: Promise<void>[] = [];
  await self.act(() => {
    for (const block of reply.blocks) {
      const content = contentOf(session, block);
      if (content.text !== undefined) run.report = content.text;
      const { call } = content;
      const write = (): void => self.write(lines.assistant(message, content.finished, run.agent));
      if (call === undefined) {
        const isBlank = content.text !== undefined && content.text.trim() === "";
        if (run.forwardsText && !isBlank) write();
        continue;
      }
      calls.push(call);
      tellCall(run, call, write);
      run.lastUsage = figures;
      if (runsCalls) running.push(self.run(self, call));
    }
  });
  run.lastUsage = figures;
  run.isUsagePlain = way === "at-once" && isKnown;
  return { calls, running };
}

/** The call and the progress of the task: in the background the call comes first. */
function tellCall(run: AgentRun, call: ToolCall, write: () => void): void {
  const { session, task } = run;
  run.toolNames.push(call.name);
  const described = textField(call.input, "description") || shownPath(call, session.options.cwd) || call.name;
  const progress = session.lines.taskProgress(task, figuresOf(run), { name: call.name, description: described });
  if (run.task.isBackground) write();
  session.output.write(progress);
  if (!run.task.isBackground) write();
}

/** `Reading src/cart.js` was measured: the path as seen from the session's folder. */
function shownPath({ input }: ToolCall, cwd: string): string {
  const path = textField(input, "file_path");
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
