import { expect, it } from "vitest";
import { createScrubber } from "../../src/record/recording.ts";

const scrubLine = createScrubber({
  paths: [["/srv/unspool-x/workspace", "«workspace»"]],
  supplied: ["the scenario said this"],
});

it("replaces equal ids by equal numbers", () => {
  const [first, second] = ["5d2cf4cb-4b5c-4f5f-9f7b-0d5f3c5a6b7c", "6d2cf4cb-4b5c-4f5f-9f7b-0d5f3c5a6b7c"];
  const scrubbed = JSON.parse(scrubLine(JSON.stringify([first, second, first]))) as string[];
  expect(scrubbed).toEqual([
    "00000000-0000-4000-8000-000000000001",
    "00000000-0000-4000-8000-000000000002",
    "00000000-0000-4000-8000-000000000001",
  ]);
});

it("removes paths of the machine and long texts that are not from the scenario", () => {
  const line = JSON.stringify({
    cwd: "/srv/unspool-x/workspace/a",
    prose: "x".repeat(500),
    own: `${"y".repeat(150)}the scenario said this`,
    quoting: `${"y".repeat(300)}the scenario said this`,
  });
  expect(JSON.parse(scrubLine(line))).toEqual({
    cwd: "/workspace/a",
    prose: "«500 characters»",
    own: `${"y".repeat(150)}the scenario said this`,
    quoting: "«322 characters»",
  });
});

it("keeps a line that is not JSON", () => {
  expect(scrubLine("not json")).toBe("not json");
});
