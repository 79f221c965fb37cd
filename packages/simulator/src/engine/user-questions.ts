// The tool by which the model asks the person: it comes to the host as a question of permission, in every mode, and the
// host's answers come back in the input.

import { isObject, type Json, type JsonObject } from "../json.ts";
import { shown } from "./fields.ts";
import { isOlder, mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";

export const QUESTION_TOOL = "AskUserQuestion";

/** Up to 2.1.120 it is there without anybody to ask, and denied. */
export function hasQuestionTool({ options }: Session): boolean {
  return !isOlder(options.version, "2.0.76") && (options.asksHost || isOlder(options.version, "2.1.200"));
}

/** What the model reads of the answers, and what the line tells beside it. */
export function questionResult(
  { options }: Session,
  input: Json,
): { readonly content: string; readonly structured: JsonObject } {
  const fields = isObject(input) ? input : {};
  const questions = fields["questions"] ?? [];
  const answers = isObject(fields["answers"]) ? fields["answers"] : {};
  const given = Object.entries(answers);
  const list = given.map(([question, answer]) => `"${question}"="${shown(answer)}"`).join(", ");
  const plain = `Your questions have been answered: ${list}. You can now continue with these answers in mind.`;
  const empty = "The user did not answer the questions.";
  const ownWords =
    `The user answered: ${list}. Read the answers carefully — they may request clarification, changes, or that you not ` +
    "proceed — and follow what they actually say.";
  const isChosen = given.every(([question, answer]) => isOffered(questions, question, shown(answer)));
  const content = mannersOf(options.version).choose({
    "2.0.76": `User has answered your questions: ${list}. You can now continue with the user's answers in mind.`,
    "2.1.200": given.length === 0 ? empty : plain,
    "2.1.250": given.length === 0 ? empty : isChosen ? plain : ownWords,
  });
  return { content, structured: { questions, answers } };
}

/** Several choices are one text, with commas. */
function isOffered(questions: Json, question: string, answer: string): boolean {
  const asked = objectsIn(questions).find((one) => one["question"] === question);
  const labels = new Set(objectsIn(asked?.["options"]).map(({ label }) => shown(label)));
  return labels.has(answer) || answer.split(", ").every((part) => labels.has(part));
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((one: Json) => isObject(one)) : [];
}
