// The tool by which the model asks the user. It reaches the host as a permission request, in every mode, and the
// answers come back in the input.

import { isObject, type Json, type JsonObject } from "../../json.ts";
import { formatValue } from "../lines/fields.ts";
import type { Session } from "../sessions/session.ts";

export const QUESTION_TOOL = "AskUserQuestion";

export function hasQuestionTool({ options, quirks }: Session): boolean {
  return quirks.has("hasQuestionTool") && (options.asksHost || quirks.has("offersQuestionsAlways"));
}

/** Returns the text that the model reads, and the structured result beside it. */
export function toQuestionResult(
  { texts }: Session,
  input: Json,
): { readonly content: string; readonly structured: JsonObject } {
  const fields = isObject(input) ? input : {};
  const questions = fields["questions"] ?? [];
  const answers = isObject(fields["answers"]) ? fields["answers"] : {};
  const given = Object.entries(answers);
  const list = given.map(([question, answer]) => `"${question}"="${formatValue(answer)}"`).join(", ");
  const isChosen = given.every(([question, answer]) => isOffered(questions, question, formatValue(answer)));
  const content = texts.answers(list, isChosen);
  return { content, structured: { questions, answers } };
}

/** Several choices are one text, separated by commas. */
function isOffered(questions: Json, question: string, answer: string): boolean {
  const asked = listObjects(questions).find((one) => one["question"] === question);
  const labels = new Set(listObjects(asked?.["options"]).map(({ label }) => formatValue(label)));
  return labels.has(answer) || answer.split(", ").every((part) => labels.has(part));
}

function listObjects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((one: Json) => isObject(one)) : [];
}
