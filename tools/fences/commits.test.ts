// The rules for commit messages, which `npm run check -- commits` applies to the history.
import { expect, it } from "vitest";
import { findMessageProblems } from "../scripts/commits.mjs";

it.each([
  ["fix(view): keep line breaks in permission prompts"],
  ["Generate the table from wire names to events\n\nIt was written by hand and had three errors."],
])("accepts %j", (message) => {
  expect(findMessageProblems(message)).toEqual([]);
});

it.each([
  [`fix: ${"x".repeat(68)}`, "more than 72"],
  ["fix: end with a full stop.", "ends with punctuation"],
  ["WIP on something", "is unfinished"],
  ["fix: forget the empty line\nand go on", "no empty line"],
])("refuses %j", (message, problem) => {
  expect(findMessageProblems(message).join("\n")).toContain(problem);
});
