import { expect, it } from "vitest";
import { RELEASES } from "../../src/clis/release-dates.ts";
import { compareVersions, isInRange, MATRIX_VERSIONS, NEWEST } from "../../src/clis/versions.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const parsePatch = (version: string): number => Number(version.split(".")[2]);

it("orders versions by number, not alphabetically", () => {
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

it("refuses an invalid range and shows it", () => {
  expect(() => isInRange("2.1.74", "^2.1")).toThrow('invalid range "^2.1"; write for example >=2.1.0');
});

it("the matrix has at least twelve versions, the newest first", () => {
  expect(MATRIX_VERSIONS.length).toBeGreaterThanOrEqual(12);
  expect([...MATRIX_VERSIONS].sort((left, right) => compareVersions(right, left))).toEqual(MATRIX_VERSIONS);
  expect(MATRIX_VERSIONS[0]).toBe(NEWEST);
});

/** 2.1.282 to 2.1.301 started in the mode `auto`: twenty numbers, between which nothing was measured. */
it("no version of the last 90 days is more than 15 numbers from a measured one, nor are two measured ones", () => {
  const newest = RELEASES.at(-1)?.date.getTime() ?? 0;
  const recent = RELEASES.filter(({ date }) => newest - date.getTime() <= 90 * DAY_MS);
  const measured = MATRIX_VERSIONS.filter((version) => version.startsWith("2.1.")).map(parsePatch);
  const distance = (number: number): number => Math.min(...measured.map((one) => Math.abs(one - number)));
  expect(recent.length).toBeGreaterThan(50);
  expect(recent.filter(({ version }) => distance(parsePatch(version)) > 15)).toEqual([]);
  const inside = measured
    .filter((one) => recent.some(({ version }) => parsePatch(version) === one))
    .toSorted((a, b) => a - b);
  expect(inside.filter((one, index) => index > 0 && one - (inside[index - 1] ?? 0) > 15)).toEqual([]);
});

it("every measured version of 2.1 since 2.1.200 was published", () => {
  const published = new Set(RELEASES.map(({ version }) => version));
  const measured = MATRIX_VERSIONS.filter((version) => version.startsWith("2.1.") && parsePatch(version) >= 200);
  expect(measured.filter((version) => !published.has(version))).toEqual([]);
});
