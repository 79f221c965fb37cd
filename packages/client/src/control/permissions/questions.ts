// Answers questions to the user: of the model (the tool AskUserQuestion, which arrives as a permission request) and of MCP
// servers (elicitation). Without a callback they are declined, never left without an answer.

import { encode, type Json, type JsonObject, type PermissionRequestEvent } from "@unspool/protocol";
import type { Clock } from "../../clock.ts";
import { createCallbackWarning } from "../callback-warning.ts";
import { asText, toObject } from "../../json.ts";
import { encodeDecision, createDenial } from "./encode-decision.ts";
import type { ElicitationCallback, PermissionAnswer, QuestionCallback, UserQuestion } from "./types.ts";
import { type CallbackOutcome, DEFAULT_DECISION_TIMEOUT_MS, runCallback } from "../../run-callback.ts";
import type { Responder } from "../types.ts";

export const QUESTION_TOOL = "AskUserQuestion";

export interface QuestionsOptions {
  readonly clock: Clock;
  /** @default 300000 */
  readonly timeoutMs?: number | undefined;
}

export function createQuestions(
  onQuestion: QuestionCallback,
  { clock, timeoutMs = DEFAULT_DECISION_TIMEOUT_MS }: QuestionsOptions,
): Responder {
  return {
    answer(request, { signal, warn }) {
      if (request.type !== "permission-request" || request.toolName !== QUESTION_TOOL) return undefined;
      const questions = readQuestions(request.input);
      const limits = { signal, clock, timeoutMs };
      return runCallback((ownSignal) => onQuestion(questions, { signal: ownSignal }), limits).then((outcome) => {
        const decision = toDecision(request, questions, outcome);
        const isWanted = decision.behavior === "allow" || (outcome.kind === "value" && outcome.value === undefined);
        const warning = isWanted
          ? undefined
          : createCallbackWarning({
              who: "`onQuestion`",
              outcome,
              timeoutMs,
              expected: "an object of strings by question (or undefined)",
              consequence: "The model was told that nobody answered.",
            });
        if (warning !== undefined) warn(warning);
        return encodeDecision(request, decision);
      });
    },
  };
}

function readQuestions({ questions }: JsonObject): readonly UserQuestion[] {
  return readObjects(questions).map(({ question, header, multiSelect, options }) => ({
    question: asText(question) ?? "",
    header: asText(header),
    isMultiSelect: multiSelect === true,
    options: readObjects(options).map(({ label, description }) => ({
      label: asText(label) ?? "",
      description: asText(description),
    })),
  }));
}

function toDecision(
  { input }: PermissionRequestEvent,
  questions: readonly UserQuestion[],
  outcome: CallbackOutcome<Readonly<Record<string, string | readonly string[]>> | undefined>,
): PermissionAnswer {
  if (outcome.kind === "threw") return createDenial(`The questions could not be asked: ${outcome.message}`);
  if (outcome.kind !== "value") return createDenial("Nobody answered the questions in time.");
  if (outcome.value === undefined) return createDenial("The user does not want to answer these questions.");
  const answers = Object.entries(toObject(outcome.value as unknown as Json)).map(
    ([question, answer]): [string, Json | undefined] => [
      question,
      // The CLI joins several choices in the same way.
      Array.isArray(answer) ? answer.join(", ") : answer,
    ],
  );
  const known = new Set(questions.map(({ question }) => question));
  const isSound = answers.every(([question, answer]) => known.has(question) && typeof answer === "string");
  if (!isSound) return createDenial("The host answered a question that was not asked, or not with a text.");
  return { behavior: "allow", updatedInput: { ...input, answers: Object.fromEntries(answers) } };
}

/** @param onElicitation without it, every question is declined */
export function createElicitations(
  onElicitation: ElicitationCallback | undefined,
  { clock, timeoutMs = DEFAULT_DECISION_TIMEOUT_MS }: QuestionsOptions,
): Responder {
  return {
    answer(request, { signal, warn }) {
      if (request.type !== "control-request" || request.subtype !== "elicitation") return undefined;
      const { requestId, payload } = request;
      if (onElicitation === undefined)
        return Promise.resolve(encode.elicitationAnswer(requestId, { action: "decline" }));
      const question = {
        serverName: asText(payload["mcp_server_name"]) ?? "",
        message: asText(payload["message"]) ?? "",
        mode: asText(payload["mode"]),
        url: asText(payload["url"]),
        requestedSchema: payload["requested_schema"],
      };
      const limits = { signal, clock, timeoutMs };
      return runCallback((ownSignal) => onElicitation({ ...question, signal: ownSignal }), limits).then((outcome) => {
        try {
          if (outcome.kind === "value" && ["accept", "decline", "cancel"].includes(outcome.value.action)) {
            const { action, content } = outcome.value;
            return encode.elicitationAnswer(requestId, content === undefined ? { action } : { action, content });
          }
        } catch {
          // An answer that cannot be encoded counts as none.
        }
        const warning = createCallbackWarning({
          who: "`onElicitation`",
          outcome,
          timeoutMs,
          expected: '{ action: "accept" | "decline" | "cancel" }',
          consequence: "The question was cancelled.",
        });
        if (warning !== undefined) warn(warning);
        return encode.elicitationAnswer(requestId, { action: "cancel" });
      });
    },
  };
}

function readObjects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map((item: Json) => toObject(item)) : [];
}
