// Handles events about tool calls, the agents that some of them start, and permission requests.

import type { Event, EventOf, Json, TaskUsage } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";
import { span } from "../../terminal/style.ts";
import { extractAgentReport, isBackgroundLaunch } from "../content/agent-report.ts";
import { createCallSection, type OpenCall } from "../sections/call-section.ts";
import { formatTaskSummary } from "../content/cli-text.ts";
import { renderAgentLine, createAgentSection, createAgentRun, type AgentRun } from "../sections/agent-section.ts";
import { FAILURE, NOTE, createNoteSection, WARNING } from "../sections/note-section.ts";
import { isModelQuestion, createQuestionSection } from "../sections/question-section.ts";
import { limitLines } from "../sections/section.ts";
import { createTextSections } from "../sections/text-section.ts";
import type { Handlers, ViewContext } from "./state.ts";
import { toOneLine } from "../../terminal/clean-text.ts";
import { startsAgent, formatToolName } from "../content/tool-summary.ts";

const MAX_SUMMARY_LINES = 12;
const MAX_DEPTH = 16;
/** A notice only repeats an end that came shortly before it. */
const MAX_REPORTED_TASKS = 1000;

export function createToolHandlers(context: ViewContext): Handlers {
  const { state, options } = context;

  function startCall({ toolUseId: id, name, agent }: EventOf<"tool-call-start">): void {
    state.calls.set(id, { id, name, agent, characters: 0 });
    state.activity = undefined;
    context.getAgentRun(agent);
    if (startsAgent(name) && !state.agents.has(id)) {
      state.agents.set(id, createAgentRun({ id, name, agent: findFrame(agent) }, false));
    }
  }
  /** Returns the parent in whose frame an agent is shown. Beyond MAX_DEPTH frames are no longer nested. */
  function findFrame(agent: string | null): string | null {
    let depth = 0;
    for (let run = state.agents.get(agent ?? ""); run !== undefined; run = state.agents.get(run.parent ?? ""))
      depth += 1;
    return depth < MAX_DEPTH ? agent : (state.agents.get(agent ?? "")?.parent ?? null);
  }
  function endCall(event: EventOf<"tool-call-end">): void {
    const { toolUseId: id, name, agent, input } = event;
    const call = state.calls.get(id) ?? { id, name, agent, characters: 0 };
    state.calls.set(id, { ...call, name, input, startedAtMs: context.nowMs(event), startedAt: event.at });
    const run = state.agents.get(id);
    if (run === undefined) return;
    run.input = input;
    run.startedAtMs = context.nowMs(event);
    const type = asObject(input)?.["subagent_type"];
    if (typeof type === "string") run.agentType ??= type;
  }
  function endResult(event: EventOf<"tool-result">): void {
    const { toolUseId, agent } = event;
    const deferred = state.deferredCall?.id === toolUseId ? state.deferredCall : undefined;
    const call: OpenCall = state.calls.get(toolUseId) ?? deferred ?? { id: toolUseId, name: "", agent, characters: 0 };
    if (deferred !== undefined) state.deferredCall = undefined;
    state.calls.delete(toolUseId);
    const owner = state.agents.get(agent ?? "");
    if (owner !== undefined) owner.activity = undefined;
    for (const [id, asked] of state.requests) {
      if (asked.event.toolUseId !== toolUseId) continue;
      state.requests.delete(id);
      printQuestion(context, asked);
    }
    const run = state.agents.get(toolUseId);
    const isBare = run !== undefined && run.sections.length === 0 && !run.hasEnded && run.outcome === undefined;
    if (run === undefined || (event.isError && isBare)) {
      if (run !== undefined) run.hasEnded = true;
      context.print(
        agent,
        createCallSection(call, event, { seenAtMs: context.nowMs(event), at: event.at }, state.folder),
      );
    } else if (isBackgroundLaunch(event.structured, event.text)) {
      run.isBackgrounded = true;
      const sign = span("● ", "accent");
      context.print(agent, {
        kind: "call",
        lines: (width) => [renderAgentLine(run, sign, state.folder, width, [span(" · in the background", "dim")])],
      });
    } else if (!run.hasEnded) {
      const { status = event.isError ? "failed" : "completed", usage = run.usage } = run.outcome ?? {};
      const answer = extractAgentReport(event.structured, event.text);
      endRun(run, status, readUsage(event.structured) ?? usage, answer);
    }
  }
  function endRun(run: AgentRun, status: string, usage: TaskUsage | undefined, summary: string | undefined): void {
    if (run.hasEnded) return;
    run.hasEnded = true;
    // The summary repeats text that was shown, unless the CLI did not forward the agent's text.
    if (!run.hasShownText && summary !== undefined && summary !== "") {
      for (const section of createTextSections(summary, options.isColoured === true)) {
        run.sections.push({ ...section, lines: (width) => limitLines(section.lines(width), MAX_SUMMARY_LINES) });
      }
    }
    const isSeen = !run.isUnframed;
    if (isSeen) context.print(run.parent, createAgentSection(run, status, usage, state.folder));
    run.isUnframed = true;
    run.sections.length = 0;
  }
  function findTaskAgent({
    taskId,
    toolUseId,
  }: {
    readonly taskId: string;
    readonly toolUseId?: string;
  }): AgentRun | undefined {
    if (toolUseId !== undefined && state.agents.has(toolUseId)) state.agentOfTask.set(taskId, toolUseId);
    return state.agents.get(state.agentOfTask.get(taskId) ?? "");
  }

  return {
    "tool-call-start": startCall,
    ...(options.isLive === true
      ? {
          "tool-call-delta": ({ toolUseId, partialJson }: EventOf<"tool-call-delta">) => {
            const call = state.calls.get(toolUseId);
            if (call !== undefined) call.characters += partialJson.length;
          },
        }
      : {}),
    "tool-call-end": endCall,
    "tool-result": endResult,
    "tool-progress": ({ toolUseId, elapsedSeconds }) => {
      const call = state.calls.get(toolUseId);
      if (call !== undefined && elapsedSeconds !== undefined) call.progressMs = elapsedSeconds * 1000;
    },
    "task-start": (event) => {
      const run = findTaskAgent(event);
      if (run === undefined) return;
      run.agentType ??= event.subagentType;
      if (event.isBackgrounded === true) run.isBackgrounded = true;
    },
    "task-progress": (event) => {
      const run = findTaskAgent(event);
      if (run === undefined) return;
      run.usage = event.usage ?? run.usage;
      run.activity = describeProgress(event);
    },
    "task-end": (event) => {
      const run = findTaskAgent(event);
      if (state.reportedTasks.size >= MAX_REPORTED_TASKS) state.reportedTasks.clear();
      state.reportedTasks.add(event.taskId);
      if (run !== undefined) {
        const usage = event.usage ?? run.usage;
        // The result of its call follows with its text. The summary of 2.1.74 is only its description.
        if (state.calls.has(run.id) && !run.isBackgrounded) run.outcome = { status: event.status, usage };
        else endRun(run, event.status, usage, event.summary);
      } else {
        const { description, summary, taskId, status } = event;
        const text =
          summary === undefined ? `Background task ${description ?? taskId} ${status}` : formatTaskSummary(summary);
        context.print(event.agent, createNoteSection(status === "completed" ? NOTE : WARNING, text));
      }
    },
    "permission-request": (event) => {
      const call = event.toolUseId === undefined ? undefined : state.calls.get(event.toolUseId);
      if (call !== undefined) call.isAsking = true;
      const asked = { event, isPrinted: false };
      state.requests.set(event.requestId, asked);
      // The live area shows it now. It goes into the scrollback when it is answered.
      if (options.activeQuestion === undefined || options.isLive !== true || isModelQuestion(event))
        printQuestion(context, asked);
    },
    "permission-cancel": ({ requestId, agent }) => {
      const asked = state.requests.get(requestId);
      if (asked === undefined) return;
      state.requests.delete(requestId);
      printQuestion(context, asked);
      context.print(agent, createNoteSection(NOTE, "the question was withdrawn", "call"));
    },
    "permission-denied": ({ agent, toolName: name, toolUseId, reason }) => {
      // The section of the call will show it.
      if (toolUseId !== undefined && state.calls.has(toolUseId)) return;
      context.print(
        agent,
        createNoteSection(FAILURE, `${formatToolName(name)} was denied${formatReason(reason)}`, "call"),
      );
    },
  };
}

/** 2.1.325 puts a verb before the description of a command: `Running Show the last commits`. */
function describeProgress({ description, lastToolName }: EventOf<"task-progress">): string | undefined {
  const command = /^Running (.+)$/s.exec(description ?? "")?.[1];
  return command === undefined || lastToolName !== "Bash" ? description : `Bash: ${command}`;
}

/** Prints the question into the scrollback, in the frame of the agent that asks; once. */
export function printQuestion(
  context: ViewContext,
  asked: { readonly event: EventOf<"permission-request">; isPrinted: boolean },
): void {
  if (asked.isPrinted) return;
  asked.isPrinted = true;
  // Without a live area the scrollback is the only place to read all of it before answering.
  const { activeQuestion, isLive } = context.options;
  const isWhole = activeQuestion !== undefined && isLive !== true;
  context.print(asked.event.agent, createQuestionSection(asked.event, context.state.folder, isWhole));
}

/** Reads the usage from the result of an agent's call, where CLIs without task messages report it. */
function readUsage(structured: Json | undefined): TaskUsage | undefined {
  const { totalTokens, totalToolUseCount, totalDurationMs } = asObject(structured) ?? {};
  if (typeof totalTokens !== "number") return undefined;
  return {
    totalTokens,
    toolUses: typeof totalToolUseCount === "number" ? totalToolUseCount : 0,
    durationMs: typeof totalDurationMs === "number" ? totalDurationMs : 0,
  };
}

/** Prints what is still open when its turn or the stream is over. */
export function closeOpenCalls(context: ViewContext, isOver: boolean, event?: Event): void {
  const { state } = context;
  for (const call of state.calls.values()) {
    const run = state.agents.get(call.id);
    const owner = call.agent === null ? undefined : state.agents.get(call.agent);
    // Background agents and their calls outlive the turn.
    if (!isOver && (owner?.isBackgrounded === true || run?.isBackgrounded === true)) continue;
    state.calls.delete(call.id);
    if (run === undefined)
      context.print(
        call.agent,
        createCallSection(
          call,
          undefined,
          event === undefined ? {} : { seenAtMs: context.nowMs(event), at: event.at },
          state.folder,
        ),
      );
  }
  const unfinished = state.transcript.isTranscript === true ? "no end in the transcript" : "not finished";
  for (const run of [...state.agents.values()].toReversed()) {
    if (run.hasEnded || run.isUnframed || (!isOver && run.isBackgrounded)) continue;
    run.hasEnded = true;
    const { status, usage } = run.outcome ?? { status: unfinished, usage: run.usage };
    context.print(run.parent, createAgentSection(run, status, usage, state.folder));
    run.isUnframed = true;
    run.sections.length = 0;
  }
  for (const asked of state.requests.values()) printQuestion(context, asked);
  state.requests.clear();
  state.retry = undefined;
  state.activity = undefined;
}

function formatReason(reason: string | undefined): string {
  return reason === undefined || reason === "" ? "" : ` (${toOneLine(reason)})`;
}
