import { expect, it } from "vitest";
import { createKnownDifferences, type KnownDifference } from "../../src/compare/known-differences.ts";

const entry: KnownDifference = {
  scenarios: ["tools"],
  versions: ">=2.0.0 <2.1.0",
  track: "session",
  real: "^notice ",
  reason: "a notice that depends on the terminal",
};

it("explains a hunk only as a whole, in its scenario and versions", () => {
  const known = createKnownDifferences([entry]);
  const hunk = { track: "session", real: ["notice {}"], simulated: [] };
  expect(known.explains("tools", "2.0.76", hunk)).toBe(true);
  expect(known.explains("greeting", "2.0.76", hunk)).toBe(false);
  expect(known.explains("tools", "2.1.74", hunk)).toBe(false);
  expect(known.explains("tools", "2.0.76", { ...hunk, simulated: ["notice {}"] })).toBe(false);
  expect(known.explains("tools", "2.0.76", { ...hunk, real: ["notice {}", "turn-end {}"] })).toBe(false);
});

it("reports an entry as stale if its cells were played and did not need it", () => {
  const known = createKnownDifferences([entry]);
  expect(known.stale([["tools", "2.1.74"]])).toEqual([]);
  expect(known.stale([["tools", "2.0.76"]])).toEqual([entry]);
  known.explains("tools", "2.0.76", { track: "session", real: ["notice {}"], simulated: [] });
  expect(known.stale([["tools", "2.0.76"]])).toEqual([]);
});
