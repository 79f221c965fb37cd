import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Table } from "../../../src/session/containers/table.ts";
import { checkProperty, scaleRuns } from "../../../../../tools/testing/property.ts";

const numRuns = scaleRuns(300);

describe("a table", () => {
  it("behaves like a Map, from any earlier table", () => {
    const key = fc.oneof(
      fc.string({ maxLength: 2 }),
      fc.constantFrom("__proto__", "constructor", "toString", ""),
      fc.nat({ max: 300 }).map((n) => `toolu_${n}`),
    );
    const step = fc.record({ from: fc.nat(), keys: fc.array(key, { maxLength: 80 }) });
    checkProperty(
      "session: table against a Map",
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const versions: [Table<string>, Map<string, string>][] = [[Table.empty, new Map<string, string>()]];
        for (const [number, { from, keys }] of steps.entries()) {
          const [start, before] = versions[from % versions.length] as [Table<string>, Map<string, string>];
          let table = start;
          const model = new Map(before);
          for (const name of keys) {
            table = table.with(name, `${name} ${number}`);
            model.set(name, `${name} ${number}`);
          }
          versions.push([table, model]);
        }
        for (const [table, model] of versions) {
          expect(table.size).toBe(model.size);
          expect(table.toArray()).toEqual([...model.values()]);
          for (const [name, value] of model) expect(table.get(name)).toBe(value);
          expect(table.has("not there")).toBe(false);
        }
      }),
      numRuns,
    );
  });

  it("finds each of 50,000 keys", () => {
    let table: Table<number> = Table.empty;
    for (let index = 0; index < 50_000; index += 1) table = table.with(`key ${index}`, index);
    const missed = table.toArray().filter((index) => table.get(`key ${index}`) !== index);
    expect([table.size, missed]).toEqual([50_000, []]);
    expect(table.get("key 50000")).toBeUndefined();
  });

  it("distinguishes keys with the same hash", () => {
    // The same 32-bit FNV-1a hash, found by trying 61,079 keys.
    const [left, right] = ["key 1eytqbh", "key 1rrz3vr"] as const;
    const table = Table.empty.with(left, "left" as never).with(right, "right" as never);
    expect([table.get(left), table.get(right), table.size]).toEqual(["left", "right", 2]);
    expect(
      Table.empty
        .with(left, "left" as never)
        .with("other", "x" as never)
        .get(right),
    ).toBeUndefined();
  });

  it("returns the last value appended under a key, and keeps the earlier one in its position", () => {
    const table = (Table.empty as Table<number>).append("a", 1).append("b", 2).append("a", 3);
    expect([table.get("a"), table.size, table.toArray()]).toEqual([3, 3, [1, 2, 3]]);
    expect(table.with("a", 4).toArray()).toEqual([1, 2, 4]);
  });

  it("prints and serialises as the array of its values", () => {
    const table = (Table.empty as Table<number>).with("b", 1).with("a", 2).with("b", 3);
    expect(JSON.stringify(table)).toBe("[3,2]");
    expect(inspect(table)).toBe("[ 3, 2 ]");
  });
});
