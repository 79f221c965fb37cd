// Handles text and thinking events. In a live view a text of the main agent is printed block by block, each Markdown block as
// soon as it is complete; every other text is printed when it ends.

import type { EventOf } from "@unspool/protocol";
import { createWholeText } from "../../markdown/growing-text.ts";
import { NOTE, createNoteSection } from "../sections/note-section.ts";
import type { Section } from "../sections/section.ts";
import {
  createBlockSection,
  createTextSections,
  createThinkingSection,
  withCutOffMark,
} from "../sections/text-section.ts";
import { createBlockSplitter } from "../../markdown/block-splitter.ts";
import type { Handlers, ViewContext } from "./state.ts";

type Start = EventOf<"text-start"> | EventOf<"thinking-start">;
type Delta = EventOf<"text-delta"> | EventOf<"thinking-delta">;
type End = EventOf<"text-end"> | EventOf<"thinking-end">;

export function createTextHandlers(context: ViewContext): Handlers {
  const { state, options } = context;

  function endText({ agent, text, aborted }: End, shown: number): void {
    if (agent === null) state.lastText = text;
    const run = context.getAgentRun(agent);
    if (run !== undefined && text.trim() !== "") run.hasShownText = true;
    if (agent === null && text.trim() !== "") state.hasShownText = true;
    const sections = createTextSections(text.slice(shown), options.isColoured === true);
    const last = sections.pop();
    for (const section of sections) context.print(agent, section);
    if (last !== undefined) context.print(agent, aborted === true ? withCutOffMark(last) : last);
    if (agent === null) flushAfterText(context);
  }
  function endThinking({ agent, text }: End): void {
    if (options.thinking !== "none" && text.trim() !== "") {
      context.print(agent, createThinkingSection(text, options.thinking !== "full"));
    }
  }
  const end = (event: End): void => {
    const key = createKey(event);
    const block = state.blocks.get(key);
    state.blocks.delete(key);
    if (event.type === "text-end") endText(event, block?.text.finished ?? 0);
    else endThinking(event);
  };
  const openText = ({ agent }: EventOf<"text-start">): void => {
    if (agent === null) state.isTextOpen = true;
  };
  const ends: Handlers = { "text-start": openText, "text-end": end, "thinking-end": end };
  if (options.isLive !== true) return ends;

  const start = (event: Start): void => {
    const key = createKey(event);
    const before = state.blocks.get(key);
    if (before !== undefined && before.text.finished > 0)
      context.print(event.agent, createNoteSection(NOTE, "(started over)", "text"));
    const type = event.type === "text-start" ? "text" : "thinking";
    const isSplit = type === "text" && event.agent === null;
    state.blocks.set(key, { type, agent: event.agent, text: isSplit ? createBlockSplitter() : createWholeText() });
    state.activity = undefined;
    state.retry = undefined;
    if (event.type === "text-start") openText(event);
  };
  const grow = (event: Delta): void => {
    const chunks = state.blocks.get(createKey(event))?.text.push(event.text) ?? [];
    for (const chunk of chunks) context.print(null, createBlockSection(chunk, options.isColoured === true));
  };
  return {
    ...ends,
    "text-start": start,
    "thinking-start": start,
    "text-delta": grow,
    "thinking-delta": grow,
  };
}

/** Prints the text that was streaming when the stream ended. */
export function closeOpenText(context: ViewContext): void {
  const { blocks } = context.state;
  for (const { type, agent, text } of blocks.values()) {
    if (type !== "text") continue;
    for (const section of createTextSections(text.rest(), context.options.isColoured === true))
      context.print(agent, section);
  }
  blocks.clear();
  flushAfterText(context);
}

/** Prints a section after the open text. Before 2.1.200 the CLI reports an interruption before it ends the interrupted text. */
export function printAfterText(context: ViewContext, agent: string | null, section: Section): void {
  const { isTextOpen, afterText } = context.state;
  if (agent === null && isTextOpen) afterText.push(section);
  else context.print(agent, section);
}

export function flushAfterText(context: ViewContext): void {
  const { state } = context;
  state.isTextOpen = false;
  for (const section of state.afterText.splice(0)) context.print(null, section);
}

function createKey({ agent, messageId, block }: Start | Delta | End): string {
  return `${agent ?? ""} ${messageId} ${block}`;
}
