// The part of the screen that still changes: agents and tools at work, the text being typed, a question, and the status.
// It never has more lines than it is given; what is nearest to the person stays.

import { span, type Line } from "../terminal/style.ts";
import { openCallLines, type Call } from "./call.ts";
import { count, counted, elapsed } from "./figures.ts";
import { agentFigures, agentLine, gutterOf, type Lane } from "./lanes.ts";
import { typedLines } from "./speech.ts";
import type { ViewState } from "./state.ts";
import { dotted, oneLine } from "./text.ts";
import { SILENCE_MS } from "./transcript.ts";
import type { OpenOptions, OpenQuestion } from "./types.ts";
import { shorten } from "../terminal/width.ts";

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;
const MAX_CALLS = 5;
const MAX_CALLS_OF_AGENT = 2;
const MAX_THINKING_LINES = 4;

export function openPart(
  state: ViewState,
  { nowMs, maxLines }: OpenOptions,
  width: number,
  hint: string,
  showsThinking: boolean,
  asked?: OpenQuestion,
): Line[] {
  const isSilent = silenceOf(state, nowMs) !== undefined;
  const spinner = isSilent ? "·" : (SPINNER[Math.floor(Math.max(0, nowMs) / FRAME_MS) % SPINNER.length] ?? "");
  const work = [
    ...[...state.lanes.values()]
      .filter(({ parent }) => parent === null)
      .flatMap((lane) => agentLines(state, lane, spinner, nowMs, width, 0)),
    ...callLines(state, null, spinner, nowMs, width, MAX_CALLS),
  ];
  if (asked !== undefined) return withWork(asked.draw(width, maxLines), work, maxLines);
  const status = statusLine(state, spinner, nowMs, width, hint);
  const block = [...state.blocks.values()].findLast(({ agent }) => agent === null);
  const below: Line[] = [...work, ...(status === undefined ? [] : [status])];
  const room = maxLines - below.length - 1;
  const isHidden = block?.type === "thinking" && !showsThinking;
  const maxTyped = block?.type === "thinking" ? Math.min(MAX_THINKING_LINES, room) : room;
  const typed = block === undefined || isHidden || maxTyped < 1 ? [] : typedLines(block, width, maxTyped);
  const parts = [typed, work, status === undefined ? [] : [status]].filter((part) => part.length > 0);
  const lines = parts.flatMap((part, place) => (place > 0 && maxLines > 8 ? [[], ...part] : part));
  const all: Line[] = lines.length > 0 && maxLines > 8 ? [[], ...lines] : lines;
  return all.length > maxLines ? all.slice(all.length - Math.max(0, maxLines)) : all;
}

/** What else goes on is shown above the question if there is room for all of it. */
function withWork(question: readonly Line[], work: readonly Line[], maxLines: number): Line[] {
  const all = [[], ...work, ...(work.length === 0 ? [] : [[]]), ...question];
  if (all.length <= maxLines) return all;
  return question.length > maxLines ? question.slice(question.length - Math.max(0, maxLines)) : [...question];
}

function agentLines(
  state: ViewState,
  lane: Lane,
  spinner: string,
  nowMs: number,
  width: number,
  depth: number,
): Line[] {
  if (lane.hasEnded || lane.isThrough || lane.input === undefined || depth > 8) return [];
  const { gutter, room } = gutterOf(width);
  const { usage, startedAtMs } = lane;
  const ranMs = startedAtMs === undefined ? 0 : nowMs - startedAtMs;
  const figures = [
    ...(usage === undefined ? [] : agentFigures({ ...usage, durationMs: 0 })),
    ...(ranMs >= 1000 ? [elapsed(ranMs)] : []),
  ];
  const tail = figures.length === 0 ? [] : [span(` · ${dotted(figures)}`, "dim")];
  const children = [...state.lanes.values()].filter(({ parent }) => parent === lane.id);
  const inner = [
    ...children.flatMap((child) => agentLines(state, child, spinner, nowMs, room, depth + 1)),
    ...callLines(state, lane.id, spinner, nowMs, room, MAX_CALLS_OF_AGENT),
  ];
  const idle = inner.length > 0 || lane.doing === undefined ? [] : [[span(shorten(oneLine(lane.doing), room), "dim")]];
  return [
    agentLine(lane, span(`${spinner} `, "accent"), state.folder, width, tail),
    ...[...inner, ...idle].map((line): Line => [gutter, ...line]),
  ];
}

function callLines(
  state: ViewState,
  agent: string | null,
  spinner: string,
  nowMs: number,
  width: number,
  maxCalls: number,
): Line[] {
  const calls: Call[] = [...state.calls.values()].filter(
    (call) => call.agent === agent && !isShownElsewhere(state, call),
  );
  const lines = calls.slice(0, maxCalls).flatMap((call) => openCallLines(call, spinner, nowMs, state.folder, width));
  return calls.length > maxCalls ? [...lines, [span(`  … ${calls.length - maxCalls} more`, "dim")]] : lines;
}

/** As an agent, or as a question. */
function isShownElsewhere(state: ViewState, { id, input, isAsking }: Call): boolean {
  return (input !== undefined && state.lanes.has(id)) || (isAsking === true && state.requests.size > 0);
}

function statusLine(state: ViewState, spinner: string, nowMs: number, width: number, hint: string): Line | undefined {
  const agents = [...state.lanes.values()].filter(
    (lane) => !lane.hasEnded && !lane.isThrough && lane.input !== undefined,
  );
  if (!state.isTurnOpen && agents.length === 0) return restLine(state, width, hint);
  const silentMs = silenceOf(state, nowMs);
  if (silentMs !== undefined) {
    const words = dotted([`nothing new in the transcript for ${elapsed(silentMs)}: it may have stopped`, hint]);
    return [span("· ", "dim"), span(shorten(words, width - 2), "dim")];
  }
  const { requests, outputTokens, turnStartedAtMs } = state;
  const ranMs = turnStartedAtMs === undefined ? 0 : nowMs - turnStartedAtMs;
  const words =
    requests.size > 0 && hint !== ""
      ? hint
      : dotted([
          doing(state, agents.length, nowMs),
          ranMs >= 1000 ? elapsed(ranMs) : undefined,
          outputTokens > 0 ? `${count(outputTokens)} tokens out` : undefined,
          hint,
        ]);
  const sign = requests.size > 0 ? span("? ", "warn") : span(`${spinner} `, "accent");
  const text = shorten(words, width - 2);
  return [sign, requests.size > 0 ? span(text) : span(text, "dim")];
}

/** How long a transcript in which something is open has been silent, if that is long. */
function silenceOf({ transcript: { isTranscript, lastAtMs } }: ViewState, nowMs: number): number | undefined {
  const silentMs = isTranscript === true && lastAtMs !== undefined ? nowMs - lastAtMs : 0;
  return silentMs >= SILENCE_MS ? silentMs : undefined;
}

/** A transcript that is followed may go on at any time. */
function restLine({ transcript }: ViewState, width: number, hint: string): Line | undefined {
  if (transcript.isTranscript !== true) return undefined;
  const words = dotted(["the turn has ended, the transcript says; waits for the next", hint]);
  return [span("· ", "dim"), span(shorten(words, width - 2), "dim")];
}

function doing(state: ViewState, agents: number, nowMs: number): string {
  const { retry, requests, busyWith, calls, blocks } = state;
  if (requests.size > 0) return "waits for an answer";
  if (retry !== undefined) {
    const { event, atMs } = retry;
    const leftMs = atMs === undefined || event.delayMs === undefined ? undefined : atMs + event.delayMs - nowMs;
    return leftMs === undefined || leftMs < 1000 ? "tries again" : `tries again in ${elapsed(leftMs)}`;
  }
  const block = [...blocks.values()].at(-1);
  if (block?.agent === null) return block.type === "text" ? "writes" : "thinks";
  if (agents > 0) return `${counted(agents, "agent")} at work`;
  if (calls.size > 0) return calls.size === 1 ? "runs a tool" : `runs ${calls.size} tools`;
  if (busyWith === "compacting") return "compacts its context";
  return "waits for the model";
}
