// Events → lines of the screen. Pure: no terminal, no clock. Finished lines are given once and never change; the open part
// is computed when somebody asks.

import type { Event } from "@unspool/protocol";
import { createPainter, span, type Line } from "../terminal/style.ts";
import { createLane, type Lane, gutterOf } from "./lanes.ts";
import { FAILURE, NOTE, noteSection, promptSection } from "./notes.ts";
import { openPart } from "./open-part.ts";
import { hasGap, marked, type Kind, type Section } from "./section.ts";
import { sessionHandlers } from "./session-notes.ts";
import { closeOpenSpeech, speechHandlers } from "./speech.ts";
import { createState, type Handlers, type ViewContext, type ViewState } from "./state.ts";
import { count, counted, money } from "./figures.ts";
import { flow } from "./flow.ts";
import { oneLine } from "./text.ts";
import { endsTurn, readTranscriptEntry } from "./transcript.ts";
import { turnHandlers } from "./turn-end.ts";
import type { OpenOptions, SessionTotal, Verdict, View, ViewOptions } from "./types.ts";
import { closeOpenWork, sayQuestion, workHandlers } from "./work.ts";
import { fitted, wrap } from "./wrap.ts";

/** Below this nothing can be laid out; a narrower terminal breaks the lines itself. */
const NARROWEST = 20;
const NOTHING: readonly string[] = [];

export function createView(options: ViewOptions): View {
  const state = createState(options);
  const paint = createPainter(options.isColoured === true);
  let width = widthOf(options.columns);
  let lines: string[] = [];
  let lastKind: Kind | undefined;
  let hostTimeMs: number | undefined;

  function laneOf(agent: string | null): Lane | undefined {
    if (agent === null) return undefined;
    const known = state.lanes.get(agent);
    if (known !== undefined) return known;
    const lane = createLane({ id: agent, agent: null, name: "Agent" }, true);
    state.lanes.set(agent, lane);
    return lane;
  }
  function say(agent: string | null, section: Section): void {
    const lane = laneOf(agent);
    if (lane === undefined && Array.isArray(state.head)) state.head.push(section);
    else if (lane === undefined) print(section);
    else if (!lane.isThrough) lane.sections.push(section);
    else say(lane.parent === agent ? null : lane.parent, throughGutter(section));
  }
  function print(section: Section): void {
    if (hasGap(lastKind, section.kind)) lines.push("");
    lastKind = section.kind;
    for (const line of section.lines(width)) lines.push(paint(fitted(line, width)));
  }
  /** Of a transcript the model is known when it has answered: what comes before waits for the head, unless somebody watches. */
  function beginEntry({ agent }: Event): void {
    const { transcript } = state;
    if (options.folder === undefined) state.folder = transcript.cwd ?? state.folder;
    if (agent !== null) return;
    if (state.head === undefined) state.head = [];
    if (transcript.model !== state.model || (options.isLive === true && state.head !== "told")) tellHead();
  }
  function tellHead(): void {
    const { transcript, head } = state;
    if (head === undefined) return;
    const isFirst = head !== "told";
    if (!isFirst && transcript.model === state.model) return;
    state.model = transcript.model;
    state.head = "told";
    const { model, version, cwd } = transcript;
    const facts = isFirst
      ? [model, version && `Claude Code ${version}`, cwd].map((fact) => fact && oneLine(fact))
      : [oneLine(model ?? "")];
    if (facts.some(Boolean)) print({ kind: "note", lines: (room) => marked([NOTE], flow(facts, room - 2, "dim")) });
    if (isFirst) for (const section of head) print(section);
  }
  function take(): readonly string[] {
    if (lines.length === 0) return NOTHING;
    const taken = lines;
    lines = [];
    return taken;
  }

  const context: ViewContext = { state, options, nowMs: (event) => hostTimeMs ?? event.at, say, laneOf };
  const handlers: Handlers = {
    ...sessionHandlers(context),
    ...speechHandlers(context),
    ...workHandlers(context),
    ...turnHandlers(context),
  };

  return {
    get verdict() {
      return verdictOf(state);
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
      print(promptSection(text));
      return take();
    },
    expect: (text, shown) => state.prompts.expect(text, shown),
    note(text, kind) {
      print(noteSection(NOTE, text, kind));
      return take();
    },
    settle(requestId, words) {
      const asked = state.requests.get(requestId);
      state.requests.delete(requestId);
      if (asked !== undefined) sayQuestion(context, asked);
      say(asked?.event.agent ?? null, noteSection(NOTE, words, "call"));
      return take();
    },
    open(openOptions: OpenOptions) {
      const room = Math.max(1, width - 1);
      const { hint, thinking, question } = options;
      return openPart(state, openOptions, room, hint?.() ?? "", thinking !== "none", question?.()).map((line) =>
        paint(fitted(line, room)),
      );
    },
    resize(columns) {
      width = widthOf(columns);
    },
    end(total) {
      closeOpenSpeech(context);
      closeOpenWork(context, true);
      tellHead();
      if (verdictOf(state) === "cut") {
        state.isCut = true;
        if (options.showsCut === true) print(noteSection(FAILURE, "the stream stops before its result", "end"));
      }
      state.isTurnOpen = false;
      if (total !== undefined) print(totalSection(total));
      const { unknownLines, sessionId } = state;
      if (unknownLines > 0) {
        print(noteSection(NOTE, `${counted(unknownLines, "line")} of a kind this version does not know`));
      }
      // A start that failed has left nothing to go on with.
      const hasFailedToStart = state.outcome === "error" && !state.hasStarted;
      if (sessionId !== undefined && !hasFailedToStart)
        print(sessionSection(oneLine(sessionId), options.resumeCommand));
      return take();
    },
  };
}

function verdictOf({ outcome, isTurnOpen, isCut, transcript }: ViewState): Verdict {
  if (transcript.isTranscript === true) return "ok";
  if (isCut || isTurnOpen) return "cut";
  return outcome === undefined || outcome === "success" ? "ok" : "failed";
}

/** What all of it has cost, where no end of a turn tells it. */
function totalSection({ costUsd, tokens }: SessionTotal): Section {
  const facts = [`${money(costUsd)} in all`, `${count(tokens.in)} tokens in, ${count(tokens.out)} out`];
  return { kind: "end", lines: (width) => marked([NOTE], flow(facts, width - 2)) };
}

/** One column stays free: some terminals break a line that fills the last one. */
function widthOf(columns: number | undefined): number {
  return columns === undefined ? Number.POSITIVE_INFINITY : Math.max(NARROWEST, Math.floor(columns)) - 1;
}

/** What an agent says outside its frame: because it has ended, or because nobody saw it begin. */
function throughGutter(section: Section): Section {
  return {
    kind: section.kind,
    lines(width) {
      const { gutter, room } = gutterOf(width);
      return section.lines(room).map((line): Line => [gutter, ...line]);
    },
  };
}

/** The id, and how to go on: each on a line of its own, so that it can be copied. */
function sessionSection(sessionId: string, resume: ViewOptions["resumeCommand"]): Section {
  // A stream may call itself anything, and the line is made to be pasted into a shell.
  const isPlain = /^\w[\w.-]*$/.test(sessionId);
  const words =
    resume === undefined || !isPlain
      ? [`session ${sessionId}`]
      : [`session ${sessionId}`, `go on: ${resume(sessionId)}`];
  return {
    kind: "session",
    lines: (width) => words.flatMap((line) => wrap([span(line, "dim")], width, [span("  ")])),
  };
}
