// The run of an agent. Its sections are collected and printed below its call when it has ended; until then the live area
// shows its progress.

import type { Json, TaskStatus, TaskUsage } from "@unspool/protocol";
import { span, type Line } from "../../terminal/style.ts";
import { renderCallLine, type OpenCall } from "./call-section.ts";
import { formatCount, formatQuantity, formatDuration } from "../../output/format-numbers.ts";
import { wrapFacts } from "../../terminal/wrap.ts";
import { withSign, type Section } from "./section.ts";
import { toOneLine } from "../../terminal/clean-text.ts";

export interface AgentRun {
  /** The id of the tool call that started it. */
  readonly id: string;
  readonly parent: string | null;
  readonly sections: Section[];
  /** Its start was not in the stream, or it has ended: its output is printed immediately, without a frame. */
  isUnframed: boolean;
  hasShownText: boolean;
  hasEnded: boolean;
  /** How its task ended, until the result of its call comes. */
  outcome?: { readonly status: TaskStatus; readonly usage: TaskUsage | undefined };
  isBackgrounded: boolean;
  name: string;
  input: Json | undefined;
  agentType?: string | undefined;
  startedAtMs?: number | undefined;
  usage?: TaskUsage | undefined;
  /** Its last progress report. */
  activity?: string | undefined;
}

export function createAgentRun(call: Pick<OpenCall, "id" | "agent" | "name">, isUnframed: boolean): AgentRun {
  return {
    id: call.id,
    parent: call.agent,
    sections: [],
    isUnframed,
    hasShownText: false,
    hasEnded: false,
    isBackgrounded: false,
    name: call.name,
    input: undefined,
  };
}

/** Creates the section with everything that an agent did, below the call that started it. */
export function createAgentSection(
  run: AgentRun,
  status: TaskStatus,
  figures: TaskUsage | undefined,
  folder: string | undefined,
): Section {
  const sections = [...run.sections];
  const isGood = status === "completed";
  const facts = [toOneLine(String(status)), ...(figures === undefined ? [] : formatAgentUsage(figures))];
  return {
    kind: "agent",
    lines(width) {
      const { gutter, end, room } = getGutter(width);
      return [
        renderAgentLine(run, isGood ? span("● ", "good") : span("✗ ", "bad"), folder, width),
        ...sections.flatMap((section) => section.lines(room)).map((line): Line => [gutter, ...line]),
        ...withSign([end, isGood ? span("✓ ", "good") : span("✗ ", "bad")], wrapFacts(facts, room - 2, "dim")),
      ];
    },
  };
}

export function renderAgentLine(
  run: AgentRun,
  sign: ReturnType<typeof span>,
  folder: string | undefined,
  width: number,
  more: Line = [],
): Line {
  const { agentType } = run;
  const kind =
    agentType === undefined || agentType === "general-purpose" ? [] : [span(` · ${toOneLine(agentType)}`, "dim")];
  return renderCallLine(sign, run, folder, [...kind, ...more], width);
}

export function formatAgentUsage({ toolUses, totalTokens, durationMs }: TaskUsage): string[] {
  return [
    ...(toolUses > 0 ? [formatQuantity(toolUses, "tool call")] : []),
    ...(totalTokens > 0 ? [`${formatCount(totalTokens)} tokens`] : []),
    ...(durationMs >= 50 ? [formatDuration(durationMs)] : []),
  ];
}

/** Returns the frame of nested output. Agents nested deeply in a narrow window are not indented further. */
export function getGutter(width: number): {
  readonly gutter: ReturnType<typeof span>;
  readonly end: ReturnType<typeof span>;
  readonly room: number;
} {
  if (width < 18) return { gutter: span(""), end: span(""), room: width };
  const indent = width < 40 ? "" : "  ";
  return { gutter: span(`${indent}│ `, "dim"), end: span(`${indent}└ `, "dim"), room: width - indent.length - 2 };
}
