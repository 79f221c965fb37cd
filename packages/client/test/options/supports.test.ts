import { expect, test } from "vitest";
import { compareVersions } from "../../src/process/program-version.ts";
import { supportsOf } from "../../src/options/supports.ts";

test("supportsOf() knows the flags that a version accepted", () => {
  expect(supportsOf("1.0.60").hasFlag("--replay-user-messages")).toBe(false);
  expect(supportsOf("1.0.88").hasFlag("--replay-user-messages")).toBe(true);
  expect(supportsOf("2.0.0").hasFlag("--json-schema")).toBe(false);
  expect(supportsOf("2.1.74").hasFlag("--json-schema")).toBe(true);
  expect(supportsOf("2.1.74").hasFlag("--forward-subagent-text")).toBe(false);
  expect(supportsOf("1.0.60").hasFlag("--model")).toBe(true);
});

test("supportsOf() treats an unknown version as the newest", () => {
  expect(supportsOf(undefined).hasFlag("--await-initialize")).toBe(true);
  expect(supportsOf("somebody's own").hasFlag("--await-initialize")).toBe(true);
  expect(supportsOf("9.0.0").has("forkIntoSessionId")).toBe(true);
});

test("a request is unsupported up to the last version that did not answer it", () => {
  expect(supportsOf("1.0.128").hasRequest("mcp_status")).toBe(true);
  expect(supportsOf("1.0.110").hasRequest("mcp_status")).toBe(false);
  expect(supportsOf("2.1.74").hasRequest("get_context_usage")).toBe(false);
  // Versions between the two are untested, so the request is sent.
  expect(supportsOf("2.1.100").hasRequest("get_context_usage")).toBe(true);
  expect(supportsOf("2.1.120").hasRequest("get_context_usage")).toBe(true);
  expect(supportsOf("1.0.60").hasRequest("interrupt")).toBe(true);
  expect(supportsOf(undefined).hasRequest("get_context_usage")).toBe(true);
  expect(supportsOf("1.0.60").hasRequest("made_up")).toBe(true);
  expect(supportsOf("1.0.60").since("get_context_usage")).toBe("2.1.120");
});

test("versions are compared by number", () => {
  expect(compareVersions("2.1.9", "2.1.74")).toBeLessThan(0);
  expect(compareVersions("2.1.74-beta.1", "2.1.74")).toBe(0);
  expect(compareVersions("10.0.0", "2.1.74")).toBeGreaterThan(0);
});
