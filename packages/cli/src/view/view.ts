// Turns events into lines of text, without a terminal or a clock. Finished lines are returned once and never change; the live
// area is rendered on demand.

import type { Event } from "@unspool/protocol";
import { createPainter, span, type Line } from "../terminal/style.ts";
import { createAgentRun, type AgentRun, getGutter } from "./sections/agent-section.ts";
import { FAILURE, NOTE, createNoteSection, createPromptSection } from "./sections/note-section.ts";
import { renderLiveArea } from "./live-area.ts";
import { needsBlankLine, withSign, type SectionKind, type Section } from "./sections/section.ts";
import { createSessionHandlers } from "./handlers/session-handlers.ts";
import { closeOpenText, createTextHandlers } from "./handlers/text-handlers.ts";
import { createViewState, type Handlers, type ViewContext, type ViewState } from "./handlers/state.ts";
import { formatCount, formatQuantity, formatUsd } from "../output/format-numbers.ts";
import { toOneLine } from "../terminal/clean-text.ts";
import { endsTurn, readTranscriptEntry } from "./content/transcript.ts";
import { createTurnHandlers } from "./handlers/turn-handlers.ts";
import type { LiveAreaOptions, SessionTotal, StreamOutcome, View, ViewOptions } from "./types.ts";
import { closeOpenCalls, printQuestion, createToolHandlers } from "./handlers/tool-handlers.ts";
import { truncateLine, wrap, wrapFacts } from "../terminal/wrap.ts";

/** Narrower terminals wrap the lines themselves. */
const MIN_COLUMNS = 20;
const NOTHING: readonly string[] = [];

export function createView(options: ViewOptions): View {
  const state = createViewState(options);
  const paint = createPainter(options.isColoured === true);
  let width = computeWidth(options.columns);
  let lines: string[] = [];
  let lastKind: SectionKind | undefined;
  let hostTimeMs: number | undefined;

  function getAgentRun(agent: string | null): AgentRun | undefined {
    if (agent === null) return undefined;
    const known = state.agents.get(agent);
    if (known !== undefined) return known;
    const run = createAgentRun({ id: agent, agent: null, name: "Agent" }, true);
    state.agents.set(agent, run);
    return run;
  }
  function printFor(agent: string | null, section: Section): void {
    const run = getAgentRun(agent);
    if (run === undefined && Array.isArray(state.head)) state.head.push(section);
    else if (run === undefined) print(section);
    else if (!run.isUnframed) run.sections.push(section);
    else printFor(run.parent === agent ? null : run.parent, withGutter(section));
  }
  function print(section: Section): void {
    if (needsBlankLine(lastKind, section.kind)) lines.push("");
    lastKind = section.kind;
    for (const line of section.lines(width)) lines.push(paint(truncateLine(line, width)));
  }
  /** The model of a transcript is known after its first answer. Earlier sections wait for the head, except in a live view. */
  function beginEntry({ agent }: Event): void {
    const { transcript } = state;
    if (options.folder === undefined) state.folder = transcript.cwd ?? state.folder;
    if (agent !== null) return;
    if (state.head === undefined) state.head = [];
    if (transcript.model !== state.model || (options.isLive === true && state.head !== "printed")) printHead();
  }
  function printHead(): void {
    const { transcript, head } = state;
    if (head === undefined) return;
    const isFirst = head !== "printed";
    if (!isFirst && transcript.model === state.model) return;
    state.model = transcript.model;
    state.head = "printed";
    const { model, version, cwd } = transcript;
    const facts = isFirst
      ? [model, version && `Claude Code ${version}`, cwd].map((fact) => fact && toOneLine(fact))
      : [toOneLine(model ?? "")];
    if (facts.some(Boolean))
      print({ kind: "note", lines: (room) => withSign([NOTE], wrapFacts(facts, room - 2, "dim")) });
    if (isFirst) for (const section of head) print(section);
  }
  function take(): readonly string[] {
    if (lines.length === 0) return NOTHING;
    const taken = lines;
    lines = [];
    return taken;
  }

  const context: ViewContext = {
    state,
    options,
    nowMs: (event) => hostTimeMs ?? event.at,
    print: printFor,
    getAgentRun,
  };
  const handlers: Handlers = {
    ...createSessionHandlers(context),
    ...createTextHandlers(context),
    ...createToolHandlers(context),
    ...createTurnHandlers(context),
  };

  return {
    get outcome() {
      return toStreamOutcome(state);
    },
    push(event, nowMs) {
      const handle = handlers[event.type] as ((event: Event) => void) | undefined;
      const entry = readTranscriptEntry(state.transcript, event);
      if (entry !== undefined) beginEntry(event);
      if (handle === undefined) return NOTHING;
      hostTimeMs = nowMs;
      if (event.sessionId !== undefined) state.sessionId = event.sessionId;
      handle(event);
      if (entry !== undefined && endsTurn(entry, event)) {
        state.isTurnOpen = false;
        state.turnStartedAtMs = undefined;
        state.outputTokens = 0;
      }
      if (state.isTurnOpen) state.turnStartedAtMs ??= nowMs ?? event.at;
      return take();
    },
    prompt(text) {
      state.isTurnOpen = true;
      print(createPromptSection(text));
      return take();
    },
    expect: (text, shown) => state.prompts.expect(text, shown),
    note(text, kind) {
      print(createNoteSection(NOTE, text, kind));
      return take();
    },
    settle(requestId, answer) {
      const asked = state.requests.get(requestId);
      state.requests.delete(requestId);
      if (asked !== undefined) printQuestion(context, asked);
      printFor(asked?.event.agent ?? null, createNoteSection(NOTE, answer, "call"));
      return take();
    },
    renderLiveArea(openOptions: LiveAreaOptions) {
      const room = Math.max(1, width - 1);
      const { hint, thinking, activeQuestion } = options;
      return renderLiveArea(state, openOptions, room, hint?.() ?? "", thinking !== "none", activeQuestion?.()).map(
        (line) => paint(truncateLine(line, room)),
      );
    },
    resize(columns) {
      width = computeWidth(columns);
    },
    end(total) {
      closeOpenText(context);
      closeOpenCalls(context, true);
      printHead();
      if (toStreamOutcome(state) === "cut") {
        state.isCut = true;
        if (options.reportsCut === true) print(createNoteSection(FAILURE, "the stream ended before its result", "end"));
      }
      state.isTurnOpen = false;
      if (total !== undefined) print(createTotalSection(total));
      const { unknownLines, sessionId } = state;
      if (unknownLines > 0) {
        print(createNoteSection(NOTE, `${formatQuantity(unknownLines, "line")} of unknown type`));
      }
      // After a failed start there is nothing to resume.
      const hasFailedToStart = state.outcome === "error" && !state.hasStarted;
      if (sessionId !== undefined && !hasFailedToStart)
        print(createSessionSection(toOneLine(sessionId), options.resumeCommand));
      return take();
    },
  };
}

function toStreamOutcome({ outcome, isTurnOpen, isCut, transcript }: ViewState): StreamOutcome {
  if (transcript.isTranscript === true) return "ok";
  if (isCut || isTurnOpen) return "cut";
  return outcome === undefined || outcome === "success" ? "ok" : "failed";
}

/** Creates the line with the total, for sources whose turns have no cost. */
function createTotalSection({ costUsd, tokens }: SessionTotal): Section {
  const facts = [`${formatUsd(costUsd)} total`, `${formatCount(tokens.in)} tokens in, ${formatCount(tokens.out)} out`];
  return { kind: "end", lines: (width) => withSign([NOTE], wrapFacts(facts, width - 2)) };
}

/** Leaves one column free: some terminals wrap a line that fills the last one. */
function computeWidth(columns: number | undefined): number {
  return columns === undefined ? Number.POSITIVE_INFINITY : Math.max(MIN_COLUMNS, Math.floor(columns)) - 1;
}

/** Puts a gutter before the output of an agent that has no frame: it has ended, or its start was not in the stream. */
function withGutter(section: Section): Section {
  return {
    kind: section.kind,
    lines(width) {
      const { gutter, room } = getGutter(width);
      return section.lines(room).map((line): Line => [gutter, ...line]);
    },
  };
}

/** Creates the lines with the session id and the resume command, each on its own line for copying. */
function createSessionSection(sessionId: string, resume: ViewOptions["resumeCommand"]): Section {
  // The id comes from the stream and the command is meant to be pasted into a shell.
  const isPlain = /^\w[\w.-]*$/.test(sessionId);
  const facts =
    resume === undefined || !isPlain
      ? [`session ${sessionId}`]
      : [`session ${sessionId}`, `resume: ${resume(sessionId)}`];
  return {
    kind: "session",
    lines: (width) => facts.flatMap((line) => wrap([span(line, "dim")], width, [span("  ")])),
  };
}
