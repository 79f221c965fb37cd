import { expect, test } from "vitest";
import { getAgentToolName, isOlder, getQuirks } from "../../../src/engine/versions/version-quirks.ts";

test("compares versions number by number", () => {
  expect(isOlder("2.1.74", "2.1.200")).toBe(true);
  expect(isOlder("2.1.200", "2.1.74")).toBe(false);
  expect(isOlder("1.0.128", "2.0.0")).toBe(true);
  expect(isOlder("2.1.325", "2.1.325")).toBe(false);
  expect(isOlder("2.1.325-beta.1", "2.1.326")).toBe(true);
});

test("chooses the entry of the nearest version that is not newer", () => {
  const entries = { "2.1.74": "old", "1.0.128": "oldest", "2.1.325": "new" };
  const chosen = ["1.0.60", "1.0.128", "2.0.76", "2.1.74", "2.1.324", "2.1.325", "3.0.0"].map((version) =>
    getQuirks(version).choose(entries),
  );
  expect(chosen).toEqual(["oldest", "oldest", "oldest", "old", "old", "new", "new"]);
});

test("refuses to choose from no entries", () => {
  expect(() => getQuirks("2.1.325").choose({})).toThrow(/no version to choose from/);
});

test("a feature holds from its first version until the one that drops it", () => {
  const versions = ["1.0.128", "2.0.76", "2.1.74", "2.1.200", "2.1.325"];
  const holds = (feature: Parameters<ReturnType<typeof getQuirks>["has"]>[0]): readonly string[] =>
    versions.filter((version) => getQuirks(version).has(feature));
  expect(holds("hasToolResultMeta")).toEqual(["2.1.325"]);
  expect(holds("hasAgentToolUseResult")).toEqual(["2.0.76"]);
  expect(holds("hasUuidFirst")).toEqual(["2.1.200"]);
});

test("the tool that starts an agent was renamed in 2.1", () => {
  expect(["1.0.128", "2.0.76", "2.1.74", "2.1.325"].map(getAgentToolName)).toEqual(["Task", "Task", "Agent", "Agent"]);
});
