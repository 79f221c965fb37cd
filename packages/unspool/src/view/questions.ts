// What a person is asked, as it stands in the scrollback: whether a tool may run, what a plan says, or what the model
// itself wants to know.

import type { EventOf, JsonObject } from "@unspool/protocol";
import { describeRequest } from "@unspool/protocol/approval";
import { createLayout } from "../approval/layout.ts";
import { questionWords } from "../approval/question-words.ts";
import { span, type Line } from "../terminal/style.ts";
import { QUESTION } from "./notes.ts";
import { marked, type Section } from "./section.ts";
import { clean, oneLine } from "./text.ts";
import { asObject } from "./tool-call.ts";
import { wrap } from "./wrap.ts";

/** In the scrollback; where it is asked, everything can be seen. */
const MAX_RECORD_LINES = 12;
/** A plan is read again later. */
const MAX_PLAN_LINES = 60;

export function questionSection(
  event: EventOf<"permission-request">,
  folder: string | undefined,
  isWhole = false,
): Section {
  const questions = isModelQuestion(event) ? questionsIn(event.input) : [];
  if (questions.length > 0) {
    return { kind: "call", lines: (width) => questions.flatMap((question) => modelQuestion(question, width)) };
  }
  const { toolName, input, reason, suggestions } = event;
  const description = describeRequest({ toolName, input, reason, suggestions, cwd: folder });
  const layout = createLayout(description, questionWords(toolName), { hasFiguresOnly: !isWhole });
  return {
    kind: "call",
    lines(width) {
      const maxLines = toolName === "ExitPlanMode" ? MAX_PLAN_LINES : MAX_RECORD_LINES;
      return isWhole ? layout.whole(width) : layout.fitted(width, maxLines).lines;
    },
  };
}

/** The model asks for an answer, and not for permission. */
export function isModelQuestion({ toolName, input }: EventOf<"permission-request">): boolean {
  return toolName === "AskUserQuestion" && questionsIn(input).length > 0;
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
