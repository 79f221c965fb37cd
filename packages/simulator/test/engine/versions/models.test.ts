import { expect, test } from "vitest";
import {
  toApiModel,
  toCanonicalModel,
  computeCost,
  getDefaultModel,
  getSmallModel,
} from "../../../src/engine/versions/models.ts";
import { object, text } from "../lines/fields.ts";
import { toModelUsage } from "../lines/rebuild-result.ts";
import { loadRecordings, VERSIONS } from "../lines/recordings.ts";

test.each(VERSIONS)("computes the recorded cost of the first result of every session of %s", (version) => {
  const wrong: string[] = [];
  for (const { name, lines } of loadRecordings(version)) {
    const first = lines.find((line) => line["type"] === "result");
    for (const [model, usage] of Object.entries(toModelUsage(object(first, "modelUsage")))) {
      // Sums over several messages may differ in the last digit.
      if (Math.abs(computeCost(model, usage, version) - usage.costUsd) > 1e-12) wrong.push(`${name}: ${model}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("computes the cost of one message to the last digit", () => {
  const usage = { inputTokens: 12, outputTokens: 20, cacheCreationInputTokens: 0, cacheReadInputTokens: 0 };
  expect(computeCost("claude-opus-5-5", usage)).toBe(0.00044800000000000005);
  expect(computeCost("claude-sonnet-4-6", usage)).toBe(0.00033600000000000004);
  expect(computeCost("claude-3-5-haiku-20241022", usage)).toBe(0.00008960000000000001);
});

test("a cached token costs a tenth to read and a quarter more to write", () => {
  const none = { inputTokens: 0, outputTokens: 0, cacheCreationInputTokens: 0, cacheReadInputTokens: 0 };
  expect(computeCost("claude-opus-5-5", { ...none, cacheReadInputTokens: 1_000_000 })).toBeCloseTo(0.4);
  expect(computeCost("claude-opus-5-5", { ...none, cacheCreationInputTokens: 1_000_000 })).toBeCloseTo(5);
});

test.each(VERSIONS)("the default model of %s is the one that the recordings show", (version) => {
  // Resumed sessions, refusals and overloads change the model, and a login has another one.
  const plain = loadRecordings(version).filter(({ name }) => !/^(?:cost|refusal|overload|rate-limit)/.test(name));
  const inits = plain.flatMap(({ lines }) => lines.filter((line) => line["subtype"] === "init"));
  expect(new Set(inits.map((line) => text(line, "model")))).toEqual(new Set([getDefaultModel(version)]));
});

test("a login has another default model than a key, and side requests use a small model", () => {
  expect(getDefaultModel("2.1.325", "none")).toBe("claude-sonnet-5-5");
  expect(getSmallModel("1.0.128")).toBe("claude-3-5-haiku-20241022");
});

test("removes the context window in brackets and the date from a model name", () => {
  expect(toApiModel("claude-opus-4-8[1m]")).toBe("claude-opus-4-8");
  expect(toCanonicalModel("claude-sonnet-4-5-20250929")).toBe("claude-sonnet-4-5");
});
