import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { createDayOf } from "../../src/stats/moment.ts";

/** Years of four digits. */
const time = integer({ min: Date.UTC(1000, 0), max: Date.UTC(9999, 11, 31) });

test("law: the day of a time is the one that ISO 8601 writes in UTC, by whatever name of that zone", () => {
  const days = ["UTC", "Etc/UTC"].map((zone) => createDayOf(zone));
  assert(
    property(time, (at) => {
      const expected = new Date(at).toISOString().slice(0, 10);
      for (const dayOf of days) expect(dayOf(at)).toBe(expected);
    }),
    { seed: 1_636_233_486 },
  );
});

test("a day begins at midnight of its zone, also where that is a quarter of an hour off", () => {
  const dayOf = createDayOf("Asia/Kathmandu");
  const midnight = Date.UTC(2026, 10, 15, 18, 15);
  expect([dayOf(midnight - 1), dayOf(midnight)]).toEqual(["2026-11-15", "2026-11-16"]);
});

test("no time has no day, and a zone that nobody knows is an error", () => {
  expect(createDayOf("UTC")(Number.NaN)).toBeUndefined();
  expect(() => createDayOf("Nowhere/Here")).toThrow(RangeError);
});
