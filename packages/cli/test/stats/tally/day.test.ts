import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { createDayFormatter } from "../../../src/stats/tally/day.ts";

/** Years of four digits. */
const time = integer({ min: Date.UTC(1000, 0), max: Date.UTC(9999, 11, 31) });

test("returns the ISO 8601 day in UTC, by every name of that time zone", () => {
  const days = ["UTC", "Etc/UTC"].map((zone) => createDayFormatter(zone));
  assert(
    property(time, (at) => {
      const expected = new Date(at).toISOString().slice(0, 10);
      for (const formatDay of days) expect(formatDay(at)).toBe(expected);
    }),
    { seed: 1_636_233_486 },
  );
});

test("starts a day at midnight of its time zone, even with an offset of a quarter of an hour", () => {
  const formatDay = createDayFormatter("Asia/Kathmandu");
  const midnight = Date.UTC(2026, 10, 15, 18, 15);
  expect([formatDay(midnight - 1), formatDay(midnight)]).toEqual(["2026-11-15", "2026-11-16"]);
});

test("returns no day for NaN, and throws for an unknown time zone", () => {
  expect(createDayFormatter("UTC")(Number.NaN)).toBeUndefined();
  expect(() => createDayFormatter("Nowhere/Here")).toThrow(RangeError);
});
