import { expect, it } from "vitest";
import { schemaErrors } from "../../src/engine/schema.ts";
import { play } from "./play.ts";

it("a pattern is held against a text, and one that is no regular expression asks for nothing", () => {
  expect(schemaErrors({ pattern: "^a+$" }, "b")).toEqual(['root: must match pattern "^a+$"']);
  expect(schemaErrors({ pattern: "(" }, "b")).toEqual([]);
});

it("a control request with the name of something every object has is an unknown one", async () => {
  const playing = play([]);
  playing.control("toString");
  await playing.finish();
  expect(playing.outline()).toEqual(["answer error"]);
  expect(playing.complaints).toBe("");
});
