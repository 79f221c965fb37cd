// Renders the live area, the part of the screen that still changes: running agents and tools, streaming text, a question, the
// status line. It never exceeds `maxLines`; the lines at the bottom stay.

import type { OpenQuestion } from "../approval/prompt.ts";
import { span, type Line } from "../terminal/style.ts";
import { renderOpenCall, type OpenCall } from "./sections/call-section.ts";
import { formatCount, formatQuantity, formatElapsed } from "../output/format-numbers.ts";
import { formatAgentUsage, renderAgentLine, getGutter, type AgentRun } from "./sections/agent-section.ts";
import { renderTextTail } from "./sections/text-section.ts";
import type { ViewState } from "./handlers/state.ts";
import { joinWithDots, toOneLine } from "../terminal/clean-text.ts";
import { SILENCE_MS } from "./content/transcript.ts";
import type { LiveAreaOptions } from "./types.ts";
import { shorten } from "../terminal/width.ts";

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;
const MAX_CALLS = 5;
const MAX_CALLS_OF_AGENT = 2;
const MAX_THINKING_LINES = 4;

export function renderLiveArea(
  state: ViewState,
  { nowMs, maxLines }: LiveAreaOptions,
  width: number,
  hint: string,
  showsThinking: boolean,
  asked?: OpenQuestion,
): Line[] {
  const isSilent = findSilenceMs(state, nowMs) !== undefined;
  const spinner = isSilent ? "·" : (SPINNER[Math.floor(Math.max(0, nowMs) / FRAME_MS) % SPINNER.length] ?? "");
  const work = [
    ...[...state.agents.values()]
      .filter(({ parent }) => parent === null)
      .flatMap((run) => renderAgent(state, run, spinner, nowMs, width, 0)),
    ...renderCalls(state, null, spinner, nowMs, width, MAX_CALLS),
  ];
  if (asked !== undefined) return withWork(asked.draw(width, maxLines), work, maxLines);
  const status = renderStatus(state, spinner, nowMs, width, hint);
  const block = [...state.blocks.values()].findLast(({ agent }) => agent === null);
  const below: Line[] = [...work, ...(status === undefined ? [] : [status])];
  const room = maxLines - below.length - 1;
  const isHidden = block?.type === "thinking" && !showsThinking;
  const maxTyped = block?.type === "thinking" ? Math.min(MAX_THINKING_LINES, room) : room;
  const typed =
    block === undefined || isHidden || maxTyped < 1
      ? []
      : renderTextTail(block.text, block.type === "thinking", width, maxTyped);
  const parts = [typed, work, status === undefined ? [] : [status]].filter((part) => part.length > 0);
  const lines = parts.flatMap((part, index) => (index > 0 && maxLines > 8 ? [[], ...part] : part));
  const all: Line[] = lines.length > 0 && maxLines > 8 ? [[], ...lines] : lines;
  return all.length > maxLines ? all.slice(all.length - Math.max(0, maxLines)) : all;
}

/** Shows running work above the question if all of it fits. */
function withWork(question: readonly Line[], work: readonly Line[], maxLines: number): Line[] {
  const all = [[], ...work, ...(work.length === 0 ? [] : [[]]), ...question];
  if (all.length <= maxLines) return all;
  return question.length > maxLines ? question.slice(question.length - Math.max(0, maxLines)) : [...question];
}

function renderAgent(
  state: ViewState,
  run: AgentRun,
  spinner: string,
  nowMs: number,
  width: number,
  depth: number,
): Line[] {
  if (run.hasEnded || run.isUnframed || run.input === undefined || depth > 8) return [];
  const { gutter, room } = getGutter(width);
  const { usage, startedAtMs } = run;
  const ranMs = startedAtMs === undefined ? 0 : nowMs - startedAtMs;
  const figures = [
    ...(usage === undefined ? [] : formatAgentUsage({ ...usage, durationMs: 0 })),
    ...(ranMs >= 1000 ? [formatElapsed(ranMs)] : []),
  ];
  const tail = figures.length === 0 ? [] : [span(` · ${joinWithDots(figures)}`, "dim")];
  const children = [...state.agents.values()].filter(({ parent }) => parent === run.id);
  const inner = [
    ...children.flatMap((child) => renderAgent(state, child, spinner, nowMs, room, depth + 1)),
    ...renderCalls(state, run.id, spinner, nowMs, room, MAX_CALLS_OF_AGENT),
  ];
  const idle =
    inner.length > 0 || run.activity === undefined ? [] : [[span(shorten(toOneLine(run.activity), room), "dim")]];
  return [
    renderAgentLine(run, span(`${spinner} `, "accent"), state.folder, width, tail),
    ...[...inner, ...idle].map((line): Line => [gutter, ...line]),
  ];
}

function renderCalls(
  state: ViewState,
  agent: string | null,
  spinner: string,
  nowMs: number,
  width: number,
  maxCalls: number,
): Line[] {
  const calls: OpenCall[] = [...state.calls.values()].filter(
    (call) => call.agent === agent && !isShownElsewhere(state, call),
  );
  const lines = calls.slice(0, maxCalls).flatMap((call) => renderOpenCall(call, spinner, nowMs, state.folder, width));
  return calls.length > maxCalls ? [...lines, [span(`  … ${calls.length - maxCalls} more`, "dim")]] : lines;
}

/** Whether the call is shown as an agent or as a question. */
function isShownElsewhere(state: ViewState, { id, input, isAsking }: OpenCall): boolean {
  return (input !== undefined && state.agents.has(id)) || (isAsking === true && state.requests.size > 0);
}

function renderStatus(state: ViewState, spinner: string, nowMs: number, width: number, hint: string): Line | undefined {
  const agents = [...state.agents.values()].filter(
    (run) => !run.hasEnded && !run.isUnframed && run.input !== undefined,
  );
  if (!state.isTurnOpen && agents.length === 0) return renderIdleStatus(state, width, hint);
  const silentMs = findSilenceMs(state, nowMs);
  if (silentMs !== undefined) {
    const text = joinWithDots([
      `nothing new in the transcript for ${formatElapsed(silentMs)}: it may have stopped`,
      hint,
    ]);
    return [span("· ", "dim"), span(shorten(text, width - 2), "dim")];
  }
  const { requests, outputTokens, turnStartedAtMs } = state;
  const ranMs = turnStartedAtMs === undefined ? 0 : nowMs - turnStartedAtMs;
  const status =
    requests.size > 0 && hint !== ""
      ? hint
      : joinWithDots([
          describeActivity(state, agents.length, nowMs),
          ranMs >= 1000 ? formatElapsed(ranMs) : undefined,
          outputTokens > 0 ? `${formatCount(outputTokens)} tokens out` : undefined,
          hint,
        ]);
  const sign = requests.size > 0 ? span("? ", "warn") : span(`${spinner} `, "accent");
  const text = shorten(status, width - 2);
  return [sign, requests.size > 0 ? span(text) : span(text, "dim")];
}

/** Returns how long a transcript has had no new entry, if that is longer than SILENCE_MS. */
function findSilenceMs({ transcript: { isTranscript, lastAtMs } }: ViewState, nowMs: number): number | undefined {
  const silentMs = isTranscript === true && lastAtMs !== undefined ? nowMs - lastAtMs : 0;
  return silentMs >= SILENCE_MS ? silentMs : undefined;
}

/** Renders the status of a followed transcript between two turns. */
function renderIdleStatus({ transcript }: ViewState, width: number, hint: string): Line | undefined {
  if (transcript.isTranscript !== true) return undefined;
  const text = joinWithDots(["turn ended, waiting for the next one", hint]);
  return [span("· ", "dim"), span(shorten(text, width - 2), "dim")];
}

function describeActivity(state: ViewState, agents: number, nowMs: number): string {
  const { retry, requests, activity, calls, blocks } = state;
  if (requests.size > 0) return "waiting for an answer";
  if (retry !== undefined) {
    const { event, atMs } = retry;
    const leftMs = atMs === undefined || event.delayMs === undefined ? undefined : atMs + event.delayMs - nowMs;
    return leftMs === undefined || leftMs < 1000 ? "retrying" : `retrying in ${formatElapsed(leftMs)}`;
  }
  const block = [...blocks.values()].at(-1);
  if (block?.agent === null) return block.type === "text" ? "writing" : "thinking";
  if (agents > 0) return `${formatQuantity(agents, "agent")} running`;
  if (calls.size > 0) return calls.size === 1 ? "running a tool" : `running ${calls.size} tools`;
  if (activity === "compacting") return "compacting the context";
  return "waiting for the model";
}
