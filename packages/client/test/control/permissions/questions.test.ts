import { initialState } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import type { ElicitationCallback, QuestionCallback } from "../../../src/control/permissions/types.ts";
import { createElicitations, createQuestions } from "../../../src/control/permissions/questions.ts";
import { ask, controlRequest, manualClock, permissionRequest } from "../support.ts";

const input = {
  questions: [
    {
      question: "Which color?",
      header: "Color",
      options: [{ label: "Red", description: "warm" }, { label: "Blue" }],
      multiSelect: false,
    },
    { question: "Which sizes?", options: [{ label: "S" }, { label: "L" }], multiSelect: true },
  ],
};

async function askQuestions(onQuestion: QuestionCallback) {
  return (await ask(createQuestions(onQuestion, { clock: manualClock() }), permissionRequest("AskUserQuestion", input)))
    .response;
}

describe("questions of the model", () => {
  it("are parsed with their options", async () => {
    let asked: unknown;
    await askQuestions(async (questions) => {
      asked = questions;
      return {};
    });
    expect(asked).toEqual([
      {
        question: "Which color?",
        header: "Color",
        isMultiSelect: false,
        options: [
          { label: "Red", description: "warm" },
          { label: "Blue", description: undefined },
        ],
      },
      {
        question: "Which sizes?",
        header: undefined,
        isMultiSelect: true,
        options: [
          { label: "S", description: undefined },
          { label: "L", description: undefined },
        ],
      },
    ]);
  });

  it("are answered together with the questions, and several choices are joined to one text", async () => {
    // 2.1.325 and 2.1.74 then tell the model: "Which color?"="Blue", "Which sizes?"="S, L".
    expect(await askQuestions(async () => ({ "Which color?": "Blue", "Which sizes?": ["S", "L"] }))).toEqual({
      behavior: "allow",
      updatedInput: { ...input, answers: { "Which color?": "Blue", "Which sizes?": "S, L" } },
      toolUseID: "toolu_1",
    });
  });

  it.each<[string, QuestionCallback, RegExp]>([
    ["is not wanted", async () => undefined, /does not want to answer/],
    ["fails", () => Promise.reject(new Error("no terminal")), /could not be asked: no terminal/],
    ["is to another question", async () => ({ "Which shape?": "round" }), /not asked/],
    ["is no text", async () => ({ "Which color?": 3 as never }), /not with a text/],
  ])("are denied with a reason if the answer %s", async (_name, callback, message) => {
    expect(await askQuestions(callback)).toMatchObject({
      behavior: "deny",
      message: expect.stringMatching(message) as string,
    });
  });

  it("are denied after the timeout", async () => {
    const clock = manualClock();
    const responder = createQuestions(() => new Promise(() => {}), { clock, timeoutMs: 10 });
    const answer = ask(responder, permissionRequest("AskUserQuestion", input));
    clock.pass(10);
    expect((await answer).response).toMatchObject({ behavior: "deny" });
  });

  it("leave other tools to the permissions", () => {
    const responder = createQuestions(async () => undefined, { clock: manualClock() });
    const context = {
      signal: new AbortController().signal,
      send: () => {},
      warn: () => {},
      state: initialState,
      agreesToMode: () => true,
    };
    expect(responder.answer(permissionRequest("Bash", {}), context)).toBeUndefined();
  });
});

describe("questions of MCP servers", () => {
  const request = controlRequest("elicitation", {
    mcp_server_name: "db",
    message: "Which table?",
    mode: "form",
    requested_schema: { type: "object" },
  });
  const answer = async (callback?: ElicitationCallback) =>
    (await ask(createElicitations(callback, { clock: manualClock() }), request)).response;

  it("are declined without a callback", async () => {
    expect(await answer()).toEqual({ action: "decline" });
  });

  it("are answered by the callback", async () => {
    const given = await answer(async ({ serverName, message, mode, url, requestedSchema, signal }) => ({
      action: "accept",
      content: { heard: [serverName, message, mode ?? "", url ?? "none", requestedSchema ?? null, signal.aborted] },
    }));
    expect(given).toEqual({
      action: "accept",
      content: { heard: ["db", "Which table?", "form", "none", { type: "object" }, false] },
    });
  });

  it.each<[string, ElicitationCallback]>([
    ["throws", () => Promise.reject(new Error("no"))],
    ["says nothing", async () => undefined as never],
    ["says something else", async () => ({ action: "maybe" as never })],
    ["says what is not JSON", async () => ({ action: "accept", content: { n: 1n as never } })],
  ])("are cancelled if the callback %s", async (_name, callback) => {
    expect(await answer(callback)).toEqual({ action: "cancel" });
  });
});
