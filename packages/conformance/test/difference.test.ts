import { expect, it } from "vitest";
import { compareTracks, printHunk } from "../src/difference.ts";

const tracks = (entries: Record<string, string[]>): Map<string, string[]> => new Map(Object.entries(entries));

it("equal runs have no hunks", () => {
  expect(compareTracks(tracks({ main: ["a", "b"] }), tracks({ main: ["a", "b"] }))).toEqual([]);
});

it("a hunk holds what only one side says, in its place", () => {
  const real = tracks({ main: ["a", "b", "c", "d"] });
  const simulated = tracks({ main: ["a", "x", "c", "d", "e"] });
  expect(compareTracks(real, simulated)).toEqual([
    { track: "main", real: ["b"], simulated: ["x"] },
    { track: "main", real: [], simulated: ["e"] },
  ]);
});

it("a track that one side lacks is one hunk", () => {
  expect(compareTracks(tracks({ hooks: ["a", "b"] }), tracks({}))).toEqual([
    { track: "hooks", real: ["a", "b"], simulated: [] },
  ]);
});

it("prints a hunk as a person reads a diff", () => {
  expect(printHunk({ track: "main", real: ["b"], simulated: ["x"] })).toBe("  main:\n    - b\n    + x");
});
