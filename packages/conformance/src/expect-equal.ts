// What is wrong, as a sentence that shows what came. Checks give lists of such.

export function expectEqual(seen: unknown, wanted: unknown): readonly string[] {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(wanted)];
  return left === right ? [] : [`${left ?? "nothing"} came, ${right ?? "nothing"} was expected`];
}
