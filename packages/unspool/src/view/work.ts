// Tool calls, and the agents that some of them start.

import type { Event, EventOf, Json, TaskUsage } from "@unspool/protocol";
import { span } from "../terminal/style.ts";
import { agentAnswer, isLaunch } from "./agent-answer.ts";
import { callSection, type Call } from "./call.ts";
import { taskWords } from "./cli-words.ts";
import { agentLine, agentSection, createLane, type Lane } from "./lanes.ts";
import { FAILURE, NOTE, noteSection, WARNING } from "./notes.ts";
import { isModelQuestion, questionSection } from "./questions.ts";
import { capped } from "./section.ts";
import { textSections } from "./speech.ts";
import type { Handlers, ViewContext } from "./state.ts";
import { oneLine } from "./text.ts";
import { asObject, startsAgent, toolName } from "./tool-call.ts";

const MAX_SUMMARY_LINES = 12;
const MAX_DEPTH = 16;
/** A notice repeats an end that came shortly before it. */
const MAX_TOLD_TASKS = 1000;

export function workHandlers(context: ViewContext): Handlers {
  const { state, options } = context;

  function startCall({ toolUseId: id, name, agent }: EventOf<"tool-call-start">): void {
    state.calls.set(id, { id, name, agent, characters: 0 });
    state.busyWith = undefined;
    context.laneOf(agent);
    if (startsAgent(name) && !state.lanes.has(id)) {
      state.lanes.set(id, createLane({ id, name, agent: frameFor(agent) }, false));
    }
  }
  /** Where an agent is shown: with the one that started it, or beside it if frames would stand in frames without end. */
  function frameFor(agent: string | null): string | null {
    let depth = 0;
    for (let lane = state.lanes.get(agent ?? ""); lane !== undefined; lane = state.lanes.get(lane.parent ?? ""))
      depth += 1;
    return depth < MAX_DEPTH ? agent : (state.lanes.get(agent ?? "")?.parent ?? null);
  }
  function endCall(event: EventOf<"tool-call-end">): void {
    const { toolUseId: id, name, agent, input } = event;
    const call = state.calls.get(id) ?? { id, name, agent, characters: 0 };
    state.calls.set(id, { ...call, name, input, startedAtMs: context.nowMs(event), startedAt: event.at });
    const lane = state.lanes.get(id);
    if (lane === undefined) return;
    lane.input = input;
    lane.startedAtMs = context.nowMs(event);
    const type = asObject(input)?.["subagent_type"];
    if (typeof type === "string") lane.agentType ??= type;
  }
  function endResult(event: EventOf<"tool-result">): void {
    const { toolUseId, agent } = event;
    const deferred = state.deferredCall?.id === toolUseId ? state.deferredCall : undefined;
    const call: Call = state.calls.get(toolUseId) ?? deferred ?? { id: toolUseId, name: "", agent, characters: 0 };
    if (deferred !== undefined) state.deferredCall = undefined;
    state.calls.delete(toolUseId);
    const owner = state.lanes.get(agent ?? "");
    // What it was doing is done.
    if (owner !== undefined) owner.doing = undefined;
    for (const [id, asked] of state.requests) {
      if (asked.event.toolUseId !== toolUseId) continue;
      state.requests.delete(id);
      sayQuestion(context, asked);
    }
    const lane = state.lanes.get(toolUseId);
    const isBare = lane !== undefined && lane.sections.length === 0 && !lane.hasEnded && lane.outcome === undefined;
    if (lane === undefined || (event.isError && isBare)) {
      if (lane !== undefined) lane.hasEnded = true;
      context.say(agent, callSection(call, event, { seenAtMs: context.nowMs(event), at: event.at }, state.folder));
    } else if (isLaunch(event.structured, event.text)) {
      lane.isBackgrounded = true;
      const sign = span("● ", "accent");
      context.say(agent, {
        kind: "call",
        lines: (width) => [agentLine(lane, sign, state.folder, width, [span(" · in the background", "dim")])],
      });
    } else if (!lane.hasEnded) {
      const { status = event.isError ? "failed" : "completed", usage = lane.usage } = lane.outcome ?? {};
      const answer = agentAnswer(event.structured, event.text);
      endLane(lane, status, reportedUsage(event.structured) ?? usage, answer);
    }
  }
  function endLane(lane: Lane, status: string, usage: TaskUsage | undefined, summary: string | undefined): void {
    if (lane.hasEnded) return;
    lane.hasEnded = true;
    // Its words have been seen, unless the CLI kept them back.
    if (!lane.hasSpoken && summary !== undefined && summary !== "") {
      for (const section of textSections(summary, options.isColoured === true)) {
        lane.sections.push({ ...section, lines: (width) => capped(section.lines(width), MAX_SUMMARY_LINES) });
      }
    }
    const isSeen = !lane.isThrough;
    if (isSeen) context.say(lane.parent, agentSection(lane, status, usage, state.folder));
    lane.isThrough = true;
    lane.sections.length = 0;
  }
  function laneOfTask({
    taskId,
    toolUseId,
  }: {
    readonly taskId: string;
    readonly toolUseId?: string;
  }): Lane | undefined {
    if (toolUseId !== undefined && state.lanes.has(toolUseId)) state.laneOfTask.set(taskId, toolUseId);
    return state.lanes.get(state.laneOfTask.get(taskId) ?? "");
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
      const lane = laneOfTask(event);
      if (lane === undefined) return;
      lane.agentType ??= event.subagentType;
      if (event.isBackgrounded === true) lane.isBackgrounded = true;
    },
    "task-progress": (event) => {
      const lane = laneOfTask(event);
      if (lane === undefined) return;
      lane.usage = event.usage ?? lane.usage;
      lane.doing = activityOf(event);
    },
    "task-end": (event) => {
      const lane = laneOfTask(event);
      if (state.toldTasks.size >= MAX_TOLD_TASKS) state.toldTasks.clear();
      state.toldTasks.add(event.taskId);
      if (lane !== undefined) {
        const usage = event.usage ?? lane.usage;
        // The result of its call follows, with its words: the summary of 2.1.74 is no more than its description.
        if (state.calls.has(lane.id) && !lane.isBackgrounded) lane.outcome = { status: event.status, usage };
        else endLane(lane, event.status, usage, event.summary);
      } else {
        const { description, summary, taskId, status } = event;
        const words = summary === undefined ? `Background task ${description ?? taskId} ${status}` : taskWords(summary);
        context.say(event.agent, noteSection(status === "completed" ? NOTE : WARNING, words));
      }
    },
    "permission-request": (event) => {
      const call = event.toolUseId === undefined ? undefined : state.calls.get(event.toolUseId);
      if (call !== undefined) call.isAsking = true;
      const asked = { event, isSaid: false };
      state.requests.set(event.requestId, asked);
      // In the open part a person reads it now; here it stands when it is answered.
      if (options.question === undefined || options.isLive !== true || isModelQuestion(event))
        sayQuestion(context, asked);
    },
    "permission-cancel": ({ requestId, agent }) => {
      const asked = state.requests.get(requestId);
      if (asked === undefined) return;
      state.requests.delete(requestId);
      sayQuestion(context, asked);
      context.say(agent, noteSection(NOTE, "the question is withdrawn", "call"));
    },
    "permission-denied": ({ agent, toolName: name, toolUseId, reason }) => {
      // Its card will tell.
      if (toolUseId !== undefined && state.calls.has(toolUseId)) return;
      context.say(agent, noteSection(FAILURE, `${toolName(name)} is not allowed${why(reason)}`, "call"));
    },
  };
}

/** 2.1.325 puts a verb before what the model calls its command: `Running Show the last commits`. */
function activityOf({ description, lastToolName }: EventOf<"task-progress">): string | undefined {
  const words = /^Running (.+)$/s.exec(description ?? "")?.[1];
  return words === undefined || lastToolName !== "Bash" ? description : `Bash: ${words}`;
}

/** In the scrollback, in the place of the agent that asks; once. */
export function sayQuestion(
  context: ViewContext,
  asked: { readonly event: EventOf<"permission-request">; isSaid: boolean },
): void {
  if (asked.isSaid) return;
  asked.isSaid = true;
  // A terminal without an open part has no other place to read it before it is answered.
  const { question, isLive } = context.options;
  const isWhole = question !== undefined && isLive !== true;
  context.say(asked.event.agent, questionSection(asked.event, context.state.folder, isWhole));
}

/** Before there were task messages, the answer of an agent's call had its figures. */
function reportedUsage(structured: Json | undefined): TaskUsage | undefined {
  const { totalTokens, totalToolUseCount, totalDurationMs } = asObject(structured) ?? {};
  if (typeof totalTokens !== "number") return undefined;
  return {
    totalTokens,
    toolUses: typeof totalToolUseCount === "number" ? totalToolUseCount : 0,
    durationMs: typeof totalDurationMs === "number" ? totalDurationMs : 0,
  };
}

/** What is still open when its turn or the stream is over. */
export function closeOpenWork(context: ViewContext, isOver: boolean, event?: Event): void {
  const { state } = context;
  for (const call of state.calls.values()) {
    const lane = state.lanes.get(call.id);
    const owner = call.agent === null ? undefined : state.lanes.get(call.agent);
    // Agents in the background outlive the turn, and so do their calls.
    if (!isOver && (owner?.isBackgrounded === true || lane?.isBackgrounded === true)) continue;
    state.calls.delete(call.id);
    if (lane === undefined)
      context.say(
        call.agent,
        callSection(
          call,
          undefined,
          event === undefined ? {} : { seenAtMs: context.nowMs(event), at: event.at },
          state.folder,
        ),
      );
  }
  const unfinished = state.transcript.isTranscript === true ? "the transcript tells no end of it" : "not finished";
  for (const lane of [...state.lanes.values()].toReversed()) {
    if (lane.hasEnded || lane.isThrough || (!isOver && lane.isBackgrounded)) continue;
    lane.hasEnded = true;
    const { status, usage } = lane.outcome ?? { status: unfinished, usage: lane.usage };
    context.say(lane.parent, agentSection(lane, status, usage, state.folder));
    lane.isThrough = true;
    lane.sections.length = 0;
  }
  for (const asked of state.requests.values()) sayQuestion(context, asked);
  state.requests.clear();
  state.retry = undefined;
  state.busyWith = undefined;
}

function why(reason: string | undefined): string {
  return reason === undefined || reason === "" ? "" : ` (${oneLine(reason)})`;
}
