import { expect, test } from "vitest";
import { scrub } from "../../src/compare/scrub.ts";

const options = { paths: [["/srv/x/workspace", "«workspace»"]], supplied: ["words of the scenario"] } as const;

test("replaces ids of every version, and keeps ordinary words", () => {
  expect(scrub({ agentId: "a391be9", taskId: "a05f01b2a93d46f31", shell: "b8f0a1c2d" }, options)).toEqual({
    agentId: "«task»",
    shell: "«task»",
    taskId: "«task»",
  });
  expect(scrub("agentId: abcdefa (for resuming)", options)).toBe("agentId: «task» (for resuming)");
  expect(scrub("/tmp/claude/tasks/afb28c5.output", options)).toBe("/tmp/claude/tasks/«task».output");
  expect(scrub("a backgrounds msg_01X toolu_02Y", options)).toBe("a backgrounds «msg» «toolu»");
});

test("replaces ids that have no digit where a task is named", () => {
  expect(scrub({ backgroundTaskId: "bctlxedvy", word: "bystander" }, options)).toEqual({
    backgroundTaskId: "«task»",
    word: "bystander",
  });
  expect(scrub("/tmp/claude/tasks/bctlxedvy.output", options)).toBe("/tmp/claude/tasks/«task».output");
  expect(scrub("running in background with ID: bctlxedvy.", options)).toBe("running in background with ID: «task».");
});

test("replaces paths and times, and rounds computed numbers", () => {
  const value = { durationMs: 12, cost: 0.1 + 0.2, place: "/srv/x/workspace/a" };
  expect(scrub(value, options)).toEqual({ cost: 0.3, durationMs: "«time»", place: "«workspace»/a" });
});

test("replaces long texts that are not from the scenario", () => {
  expect(scrub("x".repeat(81), options)).toBe("«prose»");
  const around = `${"x".repeat(81)} words of the scenario`;
  expect(scrub(around, options)).toBe('«prose around ["words of the scenario"]»');
});
