import { expect, it } from "vitest";
import { findNearest } from "../../src/kit.ts";

const COMMANDS = ["events", "export", "run", "stats"];
const OPTIONS = ["maxTurns", "model", "description", "descriptionFile", "readOnlyHint", "file", "args", "replies"];

it.each([
  ["a missing letter", "event", COMMANDS, "events"],
  ["two swapped letters", "evetns", COMMANDS, "events"],
  ["two swapped letters in the middle", "exprot", COMMANDS, "export"],
  ["two swapped letters of a short name", "rnu", COMMANDS, "run"],
  ["another case", "maxturns", OPTIONS, "maxTurns"],
  ["snake case, and a missing letter", "max_turn", OPTIONS, "maxTurns"],
  ["a missing letter in a short name", "fil", OPTIONS, "file"],
  ["two changed letters", "replys", OPTIONS, "replies"],
  ["the beginning of one name", "readOnly", OPTIONS, "readOnlyHint"],
])("finds a name by %s", (_, given, known, expected) => {
  expect(findNearest(given, known)).toBe(expected);
});

it.each([
  ["one letter of a short name", "x", COMMANDS],
  ["five changed letters", "statistics", COMMANDS],
  ["another word", "frequency", OPTIONS],
  ["the beginning of two names", "descri", OPTIONS],
  ["a very long name", "x".repeat(100_000), OPTIONS],
  ["an empty name", "", OPTIONS],
])("finds nothing by %s", (_, given, known) => {
  expect(findNearest(given, known)).toBeUndefined();
});
