import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { play } from "../play.ts";

const options = ["A", "B"].map((label) => ({ label, description: label }));
const questions = [{ question: "Which?", header: "Which", multiSelect: true, options }];
const ask = { tool: "AskUserQuestion", input: { questions } };

/** Returns the number of requests to the host, and the texts that the model reads. */
async function results(version: string, answers: JsonObject | undefined, asksHost = true): Promise<readonly unknown[]> {
  const playing = play([{ replies: [[ask], "Done."] }], { version, asksHost });
  playing.user("go");
  await playing.quiet();
  const asked = playing.lines.filter((line) => line["type"] === "control_request").length;
  if (asked > 0) playing.answer({ behavior: "allow", updatedInput: { questions, ...(answers && { answers }) } });
  await playing.finish();
  const texts = playing.events().flatMap((event) => (event.type === "tool-result" ? [event.text] : []));
  return [asked, ...texts];
}

describe("AskUserQuestion", () => {
  it.each([
    ["2.1.325", { "Which?": "A, B" }, 'Your questions have been answered: "Which?"="A, B". You can now continue'],
    ["2.1.325", { "Which?": "Neither" }, 'The user answered: "Which?"="Neither". Read the answers carefully'],
    ["2.1.325", undefined, "The user did not answer the questions."],
    ["2.1.200", { "Which?": "Neither" }, 'Your questions have been answered: "Which?"="Neither". You can now'],
    ["2.1.74", { "Which?": "A" }, 'User has answered your questions: "Which?"="A". You can now continue'],
    ["2.1.74", undefined, "User has answered your questions: . You can now continue"],
  ])("%s asks the host in every mode and gives the answers %j to the model", async (version, answers, words) => {
    expect(await results(version, answers)).toEqual([1, expect.stringContaining(words)]);
  });

  it.each([
    ["2.1.325", "AskUserQuestion is disabled for this session"],
    ["2.1.200", "AskUserQuestion exists but is not enabled in this context"],
    ["2.1.120", "Answer questions?"],
    ["2.0.30", "No such tool available: AskUserQuestion"],
  ])("%s does not ask without a host", async (version, words) => {
    expect(await results(version, undefined, false)).toEqual([0, expect.stringContaining(words)]);
  });
});
