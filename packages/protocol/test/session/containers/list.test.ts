import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { List, toList } from "../../../src/session/containers/list.ts";
import { checkProperty, scaleRuns } from "../../../../../tools/testing/property.ts";

const numRuns = scaleRuns(300);

/** Sizes around the boundaries of the trie: leaf, first root, second level. */
const SIZES = [0, 1, 31, 32, 33, 1023, 1024, 1055, 1056, 1057, 1088, 1089, 32_799, 32_800, 32_801, 40_000];

describe("a list", () => {
  it.each(SIZES)("of %i items holds them in order", (size) => {
    const items = Array.from({ length: size }, (_, index) => index);
    const list = toList(items);
    expect(list.length).toBe(size);
    expect(list.toArray()).toEqual(items);
    expect(list.at(-1)).toBe(items.at(-1));
    expect(list.at(size)).toBeUndefined();
    expect(list.at(-size - 1)).toBeUndefined();
  });

  it.each(SIZES.filter((size) => size > 0))("of %i items changes one and leaves the older list unchanged", (size) => {
    const items = Array.from({ length: size }, (_, index) => index);
    const list = toList(items);
    for (const place of [0, size >> 1, size - 1, -1]) {
      expect(list.with(place, -7).toArray()).toEqual(items.with(place, -7));
    }
    expect(list.toArray()).toEqual(items);
  });

  it.each(SIZES)("of %i items reports what was added or replaced since an earlier list", (size) => {
    const earlier = toList(Array.from({ length: size }, (_, index) => ({ index })));
    for (const more of [0, 1, 33, 1100]) {
      let list = earlier;
      for (let added = 0; added < more; added += 1) list = list.append({ index: size + added });
      const changed = [0, size >> 1, size - 1].filter((place) => place >= 0 && size > 0);
      for (const place of changed) list = list.with(place, { index: -place });
      const expected = list.toArray().flatMap((item, place) => {
        const before = earlier.at(place);
        return before === item ? [] : [[item, before]];
      });
      expect(list.changesSince(earlier)).toEqual(expected);
    }
    expect(earlier.changesSince(earlier)).toEqual([]);
  });

  it("ignores a change at an index out of range", () => {
    const list = toList([1, 2]);
    expect(list.with(2, 9)).toBe(list);
    expect(list.with(-list.length - 1, 9)).toBe(list);
    expect(list.with(Number.NaN, 9)).toBe(list);
  });

  it("behaves like an array, from any earlier list", () => {
    const step = fc.record({ from: fc.nat(), place: fc.integer({ min: -50, max: 2000 }), many: fc.nat({ max: 1100 }) });
    checkProperty(
      "session: list against an Array",
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const versions: [List<number>, number[]][] = [[List.empty, []]];
        for (const [number, { from, place, many }] of steps.entries()) {
          let [list, model] = versions[from % versions.length] as [List<number>, number[]];
          if (place < model.length && place >= -model.length) model = model.with(place, number);
          else model = [...model];
          list = list.with(place, number);
          for (let item = 0; item < many; item += 1) {
            list = list.append(item);
            model.push(item);
          }
          versions.push([list, model]);
        }
        for (const [list, model] of versions) expect(list.toArray()).toEqual(model);
      }),
      numRuns,
    );
  });

  it("prints and serialises as an array", () => {
    expect(JSON.stringify({ list: toList(["a", "b"]) })).toBe('{"list":["a","b"]}');
    expect(inspect(toList(["a", "b"]))).toBe("[ 'a', 'b' ]");
  });
});
