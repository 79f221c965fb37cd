// What a person types when the model asks something.
import type { UserQuestion } from "@unspool/client";
import { describe, expect, it } from "vitest";
import { createQuestionQueue } from "../../src/chat/question-queue.ts";
import { parseChoice } from "../../src/run/choice.ts";

function question(isMultiSelect: boolean, text = "Which?"): UserQuestion {
  const options = ["Red", "Green", "Blue"].map((label) => ({ label, description: undefined }));
  return { question: text, header: undefined, isMultiSelect, options };
}

describe("an answer", () => {
  it.each([
    [false, "2", "Green"],
    [false, " 3 ", "Blue"],
    [false, "1, 2", "1, 2"],
    [false, "4", "4"],
    [false, "None of them", "None of them"],
    [true, "1,3", ["Red", "Blue"]],
    [true, "3 3 1", ["Blue", "Red"]],
    [true, "1,9", "1,9"],
    [true, "2", ["Green"]],
  ])("to a question (multiple choice: %s): %j selects %j", (isMultiSelect, typed, choice) => {
    expect(parseChoice(question(isMultiSelect), typed)).toEqual(choice);
  });

  it("is undefined if nothing was typed", () => {
    expect(parseChoice(question(false), "  ")).toBeUndefined();
  });
});

describe("questions of the model", () => {
  it("are asked one by one and answered together", async () => {
    const questions = createQuestionQueue(() => undefined);
    const answered = questions.ask([question(false, "a"), question(false, "b")], {
      signal: new AbortController().signal,
    });
    expect(questions.current).toMatchObject({ number: 1, count: 2, question: { question: "a" } });
    questions.answer("x");
    expect(questions.current).toMatchObject({ number: 2, question: { question: "b" } });
    questions.answer("y");
    expect(questions.current).toBeUndefined();
    expect(await answered).toEqual({ a: "x", b: "y" });
  });

  it("end if the same text is asked twice", async () => {
    const questions = createQuestionQueue(() => undefined);
    const answered = questions.ask([question(false, "a"), question(false, "a")], {
      signal: new AbortController().signal,
    });
    questions.answer("x");
    questions.answer("y");
    expect(await answered).toEqual({ a: "y" });
  });

  it("have no answer when refused or withdrawn", async () => {
    const questions = createQuestionQueue(() => undefined);
    const controller = new AbortController();
    const both = [1, 2].map(async () => questions.ask([question(false)], { signal: controller.signal }));
    questions.refuse();
    controller.abort();
    expect(await Promise.all(both)).toEqual([undefined, undefined]);
    expect(questions.current).toBeUndefined();
  });
});
