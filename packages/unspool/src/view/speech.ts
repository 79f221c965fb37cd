// Text and thinking. A block of the main agent that somebody watches is shown piece by piece, each piece when it is sure
// that it is finished; all others when they end.

import type { EventOf } from "@unspool/protocol";
import { span, type Line } from "../terminal/style.ts";
import { createWholeText } from "./growing-text.ts";
import { codeLines, markdownLines, sourceLines } from "./markdown.ts";
import { NOTE, noteSection } from "./notes.ts";
import { capped, indentOf, marked, type Section } from "./section.ts";
import { createTextSplitter, splitText, type Chunk } from "./split-text.ts";
import type { Handlers, OpenBlock, ViewContext } from "./state.ts";
import { clean } from "./text.ts";
import { widthOf, wrap } from "./wrap.ts";

const SHORT_THINKING_LINES = 4;

type Start = EventOf<"text-start"> | EventOf<"thinking-start">;
type Delta = EventOf<"text-delta"> | EventOf<"thinking-delta">;
type End = EventOf<"text-end"> | EventOf<"thinking-end">;

export function speechHandlers(context: ViewContext): Handlers {
  const { state, options } = context;

  function endText({ agent, text, aborted }: End, shown: number): void {
    if (agent === null) state.lastText = text;
    const lane = context.laneOf(agent);
    if (lane !== undefined && text.trim() !== "") lane.hasSpoken = true;
    if (agent === null && text.trim() !== "") state.hasSpoken = true;
    const sections = textSections(text.slice(shown), options.isColoured === true);
    const last = sections.pop();
    for (const section of sections) context.say(agent, section);
    if (last !== undefined) context.say(agent, aborted === true ? cutOff(last) : last);
    if (agent === null) endSpeech(context);
  }
  function endThinking({ agent, text }: End): void {
    if (options.thinking !== "none" && text.trim() !== "") {
      context.say(agent, thinkingSection(text, options.thinking !== "full"));
    }
  }
  const end = (event: End): void => {
    const key = keyOf(event);
    const block = state.blocks.get(key);
    state.blocks.delete(key);
    if (event.type === "text-end") endText(event, block?.text.finished ?? 0);
    else endThinking(event);
  };
  const speak = ({ agent }: EventOf<"text-start">): void => {
    if (agent === null) state.isSpeaking = true;
  };
  const ends: Handlers = { "text-start": speak, "text-end": end, "thinking-end": end };
  if (options.isLive !== true) return ends;

  const start = (event: Start): void => {
    const key = keyOf(event);
    const before = state.blocks.get(key);
    if (before !== undefined && before.text.finished > 0)
      context.say(event.agent, noteSection(NOTE, "(no, rather:)", "text"));
    const type = event.type === "text-start" ? "text" : "thinking";
    const isSplit = type === "text" && event.agent === null;
    state.blocks.set(key, { type, agent: event.agent, text: isSplit ? createTextSplitter() : createWholeText() });
    state.busyWith = undefined;
    state.retry = undefined;
    if (event.type === "text-start") speak(event);
  };
  const grow = (event: Delta): void => {
    const chunks = state.blocks.get(keyOf(event))?.text.push(event.text) ?? [];
    for (const chunk of chunks) context.say(null, chunkSection(chunk, options.isColoured === true));
  };
  return {
    ...ends,
    "text-start": start,
    "thinking-start": start,
    "text-delta": grow,
    "thinking-delta": grow,
  };
}

/** What was being said when the stream broke off. */
export function closeOpenSpeech(context: ViewContext): void {
  const { blocks } = context.state;
  for (const { type, agent, text } of blocks.values()) {
    if (type !== "text") continue;
    for (const section of textSections(text.rest(), context.options.isColoured === true)) context.say(agent, section);
  }
  blocks.clear();
  endSpeech(context);
}

/** Before 2.1.200 the CLI notes an interruption before it ends the text that was interrupted. */
export function sayAfterSpeech(context: ViewContext, agent: string | null, section: Section): void {
  const { isSpeaking, afterSpeech } = context.state;
  if (agent === null && isSpeaking) afterSpeech.push(section);
  else context.say(agent, section);
}

export function endSpeech(context: ViewContext): void {
  const { state } = context;
  state.isSpeaking = false;
  for (const section of state.afterSpeech.splice(0)) context.say(null, section);
}

function keyOf({ agent, messageId, block }: Start | Delta | End): string {
  return `${agent ?? ""} ${messageId} ${block}`;
}

/** A whole text. With colours each block of Markdown is laid out by itself, as it is while it is typed. */
export function textSections(text: string, isColoured: boolean): Section[] {
  if (text.trim() === "") return [];
  if (!isColoured) return [chunkSection({ source: text.replace(/^\n+/, "").trimEnd() }, false)];
  return splitText(text).map((chunk) => chunkSection(chunk, true));
}

function chunkSection({ source, code }: Chunk, isColoured: boolean): Section {
  const cleanSource = clean(source);
  const cleanCode = code?.map((line) => clean(line).replaceAll("\n", " "));
  return {
    kind: "text",
    lines(width) {
      const indent = indentOf(width);
      const room = width - widthOf(indent);
      const lines = isColoured
        ? cleanCode === undefined
          ? markdownLines(cleanSource, room)
          : codeLines(cleanCode, room)
        : sourceLines(cleanSource, room);
      return lines.map((line) => (line.length === 0 ? line : [...indent, ...line]));
    },
  };
}

function cutOff(section: Section): Section {
  const { kind } = section;
  return { kind, lines: (width) => [...section.lines(width), [...indentOf(width), span("(cut off)", "dim")]] };
}

function thinkingSection(text: string, isShort: boolean): Section {
  const words = clean(text)
    .trim()
    .replaceAll(/\n{2,}/g, "\n");
  return {
    kind: "thinking",
    lines(width) {
      const lines = wrap([span(words, "dim")], Math.max(8, width - 2));
      return marked([span("○ ", "dim")], isShort ? capped(lines, SHORT_THINKING_LINES) : lines);
    },
  };
}

/** The last lines of what is being said, as plain text. */
export function typedLines({ type, text }: OpenBlock, width: number, maxLines: number): Line[] {
  const isThinking = type === "thinking";
  // No more than can be seen, and whole lines.
  const words = clean(text.tail(width * maxLines * 2))
    .trim()
    .replaceAll(/\n{2,}/g, isThinking ? "\n" : "\n\n");
  if (words === "") return [];
  const indent: Line = isThinking ? [span("  ")] : indentOf(width);
  const lines = wrap(
    [isThinking ? span(words, "dim") : span(words)],
    width,
    isThinking ? [span("○ ", "dim")] : indent,
    indent,
  );
  return lines.length > maxLines ? lines.slice(-maxLines) : lines;
}
