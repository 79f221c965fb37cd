// What a person is asked, as it stands in the scrollback: whether a tool may run, what a plan says, or what the model
// itself wants to know.

import type { EventOf, JsonObject } from "@unspool/protocol";
import { span, type Line } from "../terminal/style.ts";
import { markdownLines } from "./markdown.ts";
import { QUESTION } from "./notes.ts";
import { capped, marked, type Section } from "./section.ts";
import { clean, oneLine } from "./text.ts";
import { asObject, inputSummary, toolName } from "./tool-call.ts";
import { wrap } from "./wrap.ts";

const MAX_QUESTION_LINES = 8;
const MAX_PLAN_LINES = 60;

/** Who is asked reads it: not dim, and as long as it is. */
export function questionSection(
  { toolName: name, input, reason }: EventOf<"permission-request">,
  folder: string | undefined,
): Section {
  const questions = name === "AskUserQuestion" ? questionsIn(input) : [];
  if (questions.length > 0) {
    return { kind: "call", lines: (width) => questions.flatMap((question) => modelQuestion(question, width)) };
  }
  const plan = name === "ExitPlanMode" ? input["plan"] : undefined;
  const words: Line = [
    span(typeof plan === "string" ? "May it begin? " : "May it run? "),
    span(toolName(name), "bold"),
    ...(typeof plan === "string" ? [] : [span(`  ${inputSummary(input, name, folder)}`)]),
    ...(reason === undefined || reason === "" ? [] : [span(` (${oneLine(reason)})`, "dim")]),
  ];
  return {
    kind: "call",
    lines: (width) => [
      ...marked([QUESTION], capped(wrap(words, Math.max(8, width - 2)), MAX_QUESTION_LINES)),
      ...(typeof plan === "string" ? planLines(plan, width) : []),
    ],
  };
}

function planLines(plan: string, width: number): Line[] {
  const lines = markdownLines(clean(plan).trim(), Math.max(8, width - 4));
  return capped(lines, MAX_PLAN_LINES).map((line) => (line.length === 0 ? line : [span("    "), ...line]));
}

function modelQuestion({ question, multiSelect, options }: JsonObject, width: number): Line[] {
  const more = multiSelect === true ? [span(" (several)", "dim")] : [];
  const words: Line = [span(clean(typeof question === "string" ? question : "?")), ...more];
  const choices = (Array.isArray(options) ? options : []).map(asObject);
  return [
    ...marked([QUESTION], wrap(words, Math.max(8, width - 2))),
    ...choices.flatMap((choice, place) => {
      const { label, description } = choice ?? {};
      const about = typeof description === "string" && description !== "" ? `: ${oneLine(description)}` : "";
      const sign = span(`  ${place + 1} `, "accent");
      const line: Line = [span(oneLine(typeof label === "string" ? label : "?"), "bold"), span(about, "dim")];
      return marked([sign], wrap(line, Math.max(8, width - 4)));
    }),
  ];
}

function questionsIn({ questions }: JsonObject): readonly JsonObject[] {
  return Array.isArray(questions) ? questions.map(asObject).filter((one) => one !== undefined) : [];
}
