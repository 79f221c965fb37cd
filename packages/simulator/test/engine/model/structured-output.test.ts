import { describe, expect, it } from "vitest";
import { playAll, userTexts } from "../play.ts";

const jsonSchema = { type: "object", properties: { answer: { type: "number" } }, required: ["answer"] };
const give = (
  answer: number | string,
): readonly [{ readonly tool: string; readonly input: { answer: number | string } }] => [
  { tool: "StructuredOutput", input: { answer } },
];
const insists = (text: string): boolean => text.includes("You MUST call the StructuredOutput tool");

describe("a model that ends without structured output", () => {
  it("2.1.200 asks for the output once, and then lets the model end without it", async () => {
    const playing = await playAll([{ replies: ["a", "b", "c"] }], ["go"], { jsonSchema, version: "2.1.200" });
    expect(userTexts(playing).filter(insists)).toHaveLength(1);
    expect(playing.results()[0]).toMatchObject({ subtype: "success", result: "b", is_error: false });
    expect(playing.code).toBe(0);
  });

  it("2.1.120 asks for the output repeatedly until the scenario has no replies left", async () => {
    const replies = ["a", "b", "c", "d", "e", "f", "g"];
    const playing = await playAll([{ replies }], ["go"], { jsonSchema, version: "2.1.120" });
    expect(userTexts(playing).filter(insists)).toHaveLength(replies.length - 1);
    expect(playing.results()[0]).toMatchObject({ subtype: "error_max_structured_output_retries", is_error: true });
    expect(playing.complaints).toContain("structured output");
  });

  it.each([
    ["2.1.120", 1],
    ["2.1.200", 2],
  ])("%s asks for the output in %d of two turns", async (version, times) => {
    const turns = [{ replies: ["a", give(1), "b"] }, { replies: ["c", give(2), "d"] }];
    const playing = await playAll(turns, ["go", "on"], { jsonSchema, version });
    expect(userTexts(playing).filter(insists)).toHaveLength(times);
  });
});

describe("five outputs", () => {
  it.each([
    ["2.1.74", "error_max_structured_output_retries"],
    ["2.1.120", "success"],
  ])("%s ends with %s if only the fifth output is valid", async (version, subtype) => {
    const replies = [give("a"), give("b"), give("c"), give("d"), give(5), "done"];
    const playing = await playAll([{ replies }], ["go"], { jsonSchema, version });
    expect(playing.results()[0]).toMatchObject({ subtype });
  });

  it.each([
    ["2.1.20", 0],
    ["2.1.74", 1],
  ])("five invalid outputs end %s with code %d", async (version, code) => {
    const replies = ["a", "b", "c", "d", "e"].map(give);
    const playing = await playAll([{ replies }], ["go"], { jsonSchema, version });
    expect(playing.results()[0]).toMatchObject({ subtype: "error_max_structured_output_retries", is_error: true });
    expect(playing.code).toBe(code);
  });
});

it("removes the StructuredOutput tool if the version cannot use the schema", async () => {
  const bad = { type: "object", properties: { a: { $ref: "#/$defs/none" } } };
  const playing = await playAll([{ replies: [give(1), "done"] }], ["go"], { jsonSchema: bad, version: "2.1.200" });
  expect(userTexts(playing)).toEqual([
    "<tool_use_error>Error: No such tool available: StructuredOutput</tool_use_error>",
  ]);
  expect(playing.lines.find((line) => line["subtype"] === "init")?.["tools"]).not.toContain("StructuredOutput");
});
