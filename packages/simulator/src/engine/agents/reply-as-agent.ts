// Writes the reply of a sub-agent. The lines of its calls are always written, those of its texts only if they are
// forwarded.

import type { PlainReply } from "../../scenario/play/reply.ts";
import { getReplyUsage, toCutUsage } from "../sessions/accounting.ts";
import { getTaskUsage, type AgentState } from "./agent-state.ts";
import { toContent } from "../model/reply-content.ts";
import { getText } from "../lines/fields.ts";
import { createMessage } from "../model/stream-reply.ts";
import { runCall } from "../tools/run-call.ts";
import type { ToolCall } from "../sessions/tool-call.ts";

export interface AgentReply {
  readonly calls: readonly ToolCall[];
  /** The calls that are running. */
  readonly running: readonly Promise<void>[];
}

export interface AgentReplyOptions {
  /** How the reply arrived: in a stream, in a stream that broke, or without a stream. */
  readonly way: "streamed" | "cut" | "at-once";
  readonly runsCalls: boolean;
}

export async function replyAsAgent(
  run: AgentState,
  reply: PlainReply,
  { way, runsCalls }: AgentReplyOptions,
): Promise<AgentReply> {
  const { session, self } = run;
  const { ordering, quirks, lines } = session;
  const usage = getReplyUsage(reply);
  const begun = toCutUsage(usage);
  const isKnown =
    way === "at-once" ? quirks.has("knowsWholeAgentStop") : way === "streamed" && ordering.knowsStopReason;
  const figures = way === "cut" || (way === "streamed" && ordering.countsFromLines) ? begun : usage;
  const message = createMessage(session, isKnown ? usage : begun, isKnown ? reply.stopReason : null, false);
  const calls: ToolCall[] = [];
  const running: Promise<void>[] = [];
  await self.schedule(() => {
    for (const block of reply.blocks) {
      const content = toContent(session, block);
      if (content.text !== undefined) run.report = content.text;
      const { call } = content;
      const write = (): void => self.write(lines.assistant(message, content.finished, run.agent));
      if (call === undefined) {
        const isBlank = content.text !== undefined && content.text.trim() === "";
        if (run.forwardsText && !isBlank) write();
        continue;
      }
      calls.push(call);
      reportCall(run, call, write);
      run.lastUsage = figures;
      if (runsCalls) running.push(runCall(self, call));
    }
  });
  run.lastUsage = figures;
  run.isUsagePlain = way === "at-once" && isKnown;
  return { calls, running };
}

/** Writes the call and the progress of the task. In the background the call comes first. */
function reportCall(run: AgentState, call: ToolCall, write: () => void): void {
  const { session, task } = run;
  run.toolNames.push(call.name);
  const described = getText(call.input, "description") || toRelativePath(call, session.options.cwd) || call.name;
  const progress = session.lines.taskProgress(task, getTaskUsage(run), { name: call.name, description: described });
  if (run.task.isBackground) write();
  session.output.write(progress);
  if (!run.task.isBackground) write();
}

/** Returns the path of a file relative to the working directory, as in the measured `Reading src/cart.js`. */
function toRelativePath({ input }: ToolCall, cwd: string): string {
  const path = getText(input, "file_path");
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
