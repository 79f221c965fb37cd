// A question to the person in the scrollback: a permission request, a plan, or a question of the model.

import type { EventOf, JsonObject } from "@unspool/protocol";
import { describeRequest } from "@unspool/protocol/approval";
import { asObject } from "@unspool/protocol/kit";
import { formatPermissionQuestion, createLayout } from "../../approval/layout.ts";
import { span, type Line } from "../../terminal/style.ts";
import { QUESTION } from "./note-section.ts";
import { withSign, type Section } from "./section.ts";
import { cleanText, toOneLine } from "../../terminal/clean-text.ts";
import { wrap } from "../../terminal/wrap.ts";

/** Limit in the scrollback. The live area lets a person scroll through all of it. */
const MAX_RECORD_LINES = 12;
/** A plan gets more lines, because people read it again later. */
const MAX_PLAN_LINES = 60;

export function createQuestionSection(
  event: EventOf<"permission-request">,
  folder: string | undefined,
  isWhole = false,
): Section {
  const questions = isModelQuestion(event) ? readQuestions(event.input) : [];
  if (questions.length > 0) {
    return { kind: "call", lines: (width) => questions.flatMap((question) => renderModelQuestion(question, width)) };
  }
  const { toolName, input, reason, suggestions } = event;
  const description = describeRequest({ toolName, input, reason, suggestions, cwd: folder });
  const layout = createLayout(description, formatPermissionQuestion(toolName), { hidesDiffs: !isWhole });
  return {
    kind: "call",
    lines(width) {
      const maxLines = toolName === "ExitPlanMode" ? MAX_PLAN_LINES : MAX_RECORD_LINES;
      return isWhole ? layout.renderWhole(width) : layout.renderFitted(width, maxLines).lines;
    },
  };
}

/** Whether the model asks for an answer, not for permission. */
export function isModelQuestion({ toolName, input }: EventOf<"permission-request">): boolean {
  return toolName === "AskUserQuestion" && readQuestions(input).length > 0;
}

function renderModelQuestion({ question, multiSelect, options }: JsonObject, width: number): Line[] {
  const more = multiSelect === true ? [span(" (several)", "dim")] : [];
  const text: Line = [span(cleanText(typeof question === "string" ? question : "?")), ...more];
  const choices = (Array.isArray(options) ? options : []).map(asObject);
  return [
    ...withSign([QUESTION], wrap(text, Math.max(8, width - 2))),
    ...choices.flatMap((choice, index) => {
      const { label, description } = choice ?? {};
      const about = typeof description === "string" && description !== "" ? `: ${toOneLine(description)}` : "";
      const sign = span(`  ${index + 1} `, "accent");
      const line: Line = [span(toOneLine(typeof label === "string" ? label : "?"), "bold"), span(about, "dim")];
      return withSign([sign], wrap(line, Math.max(8, width - 4)));
    }),
  ];
}

function readQuestions({ questions }: JsonObject): readonly JsonObject[] {
  return Array.isArray(questions) ? questions.map(asObject).filter((one) => one !== undefined) : [];
}
