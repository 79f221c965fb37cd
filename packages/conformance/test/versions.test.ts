import { expect, it } from "vitest";
import { compareVersions, isInRange, MATRIX_VERSIONS, NEWEST } from "../src/versions.ts";

it("orders versions by number, not by letter", () => {
  expect(["2.1.325", "2.1.74", "1.0.128", "2.0.0"].sort(compareVersions)).toEqual([
    "1.0.128",
    "2.0.0",
    "2.1.74",
    "2.1.325",
  ]);
});

it("knows ranges with a beginning and an end", () => {
  expect(isInRange("2.1.74", ">=2.1.0 <2.1.200")).toBe(true);
  expect(isInRange("2.1.200", ">=2.1.0 <2.1.200")).toBe(false);
  expect(isInRange("2.1.74", "2.1.74")).toBe(true);
});

it("refuses a range it does not understand, with the value", () => {
  expect(() => isInRange("2.1.74", "^2.1")).toThrow('the range "^2.1" is not understood; write for example >=2.1.0');
});

it("the matrix has at least twelve versions, the newest first", () => {
  expect(MATRIX_VERSIONS.length).toBeGreaterThanOrEqual(12);
  expect([...MATRIX_VERSIONS].sort((left, right) => compareVersions(right, left))).toEqual(MATRIX_VERSIONS);
  expect(MATRIX_VERSIONS[0]).toBe(NEWEST);
});
