// The agents of a session. What an agent does is collected under its call and shown as one piece when it has ended;
// until then the open part of the screen tells how far it is.

import type { Json, TaskStatus, TaskUsage } from "@unspool/protocol";
import { span, type Line } from "../terminal/style.ts";
import { cardLine, type Call } from "./call.ts";
import { count, counted, duration } from "./figures.ts";
import { flow } from "./flow.ts";
import { marked, type Section } from "./section.ts";
import { oneLine } from "./text.ts";

export interface Lane {
  /** The id of the tool use that started it. */
  readonly id: string;
  readonly parent: string | null;
  readonly sections: Section[];
  /** Nobody saw it begin, or it has ended: what it says is shown at once. */
  isThrough: boolean;
  hasSpoken: boolean;
  hasEnded: boolean;
  /** How its task has ended, while the result of its call is still to come. */
  outcome?: { readonly status: TaskStatus; readonly usage: TaskUsage | undefined };
  isBackgrounded: boolean;
  name: string;
  input: Json | undefined;
  agentType?: string | undefined;
  startedAtMs?: number | undefined;
  usage?: TaskUsage | undefined;
  /** What it is busy with, by its own report. */
  doing?: string | undefined;
}

export function createLane(call: Pick<Call, "id" | "agent" | "name">, isThrough: boolean): Lane {
  return {
    id: call.id,
    parent: call.agent,
    sections: [],
    isThrough,
    hasSpoken: false,
    hasEnded: false,
    isBackgrounded: false,
    name: call.name,
    input: undefined,
  };
}

/** Everything an agent did, below the call that started it. */
export function agentSection(
  lane: Lane,
  status: TaskStatus,
  figures: TaskUsage | undefined,
  folder: string | undefined,
): Section {
  const sections = [...lane.sections];
  const isGood = status === "completed";
  const facts = [oneLine(String(status)), ...(figures === undefined ? [] : agentFigures(figures))];
  return {
    kind: "agent",
    lines(width) {
      const { gutter, end, room } = gutterOf(width);
      return [
        agentLine(lane, isGood ? span("● ", "good") : span("✗ ", "bad"), folder, width),
        ...sections.flatMap((section) => section.lines(room)).map((line): Line => [gutter, ...line]),
        ...marked([end, isGood ? span("✓ ", "good") : span("✗ ", "bad")], flow(facts, room - 2, "dim")),
      ];
    },
  };
}

export function agentLine(
  lane: Lane,
  sign: ReturnType<typeof span>,
  folder: string | undefined,
  width: number,
  more: Line = [],
): Line {
  const { agentType } = lane;
  const kind =
    agentType === undefined || agentType === "general-purpose" ? [] : [span(` · ${oneLine(agentType)}`, "dim")];
  return cardLine(sign, lane, folder, [...kind, ...more], width);
}

export function agentFigures({ toolUses, totalTokens, durationMs }: TaskUsage): string[] {
  return [
    ...(toolUses > 0 ? [counted(toolUses, "tool call")] : []),
    ...(totalTokens > 0 ? [`${count(totalTokens)} tokens`] : []),
    ...(durationMs >= 50 ? [duration(durationMs)] : []),
  ];
}

/** An agent below an agent below an agent … in a narrow window gets no further indentation. */
export function gutterOf(width: number): {
  readonly gutter: ReturnType<typeof span>;
  readonly end: ReturnType<typeof span>;
  readonly room: number;
} {
  if (width < 18) return { gutter: span(""), end: span(""), room: width };
  const indent = width < 40 ? "" : "  ";
  return { gutter: span(`${indent}│ `, "dim"), end: span(`${indent}└ `, "dim"), room: width - indent.length - 2 };
}
