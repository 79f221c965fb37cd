import { expect, it } from "vitest";
import { compareTracks, formatHunk } from "../../src/compare/difference.ts";

const tracks = (entries: Record<string, string[]>): Map<string, string[]> => new Map(Object.entries(entries));

it("equal runs have no hunks", () => {
  expect(compareTracks(tracks({ main: ["a", "b"] }), tracks({ main: ["a", "b"] }))).toEqual([]);
});

it("puts lines of only one side into a hunk, at their position", () => {
  const real = tracks({ main: ["a", "b", "c", "d"] });
  const simulated = tracks({ main: ["a", "x", "c", "d", "e"] });
  expect(compareTracks(real, simulated)).toEqual([
    { track: "main", real: ["b"], simulated: ["x"] },
    { track: "main", real: [], simulated: ["e"] },
  ]);
});

it("reports a missing track as one hunk", () => {
  expect(compareTracks(tracks({ hooks: ["a", "b"] }), tracks({}))).toEqual([
    { track: "hooks", real: ["a", "b"], simulated: [] },
  ]);
});

it("formats a hunk like a diff", () => {
  expect(formatHunk({ track: "main", real: ["b"], simulated: ["x"] })).toBe("  main:\n    - b\n    + x");
});
