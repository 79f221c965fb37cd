// Compares values for checks. Returns a sentence with both values if they differ.

export function expectEqual(seen: unknown, wanted: unknown): readonly string[] {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(wanted)];
  return left === right ? [] : [`${left ?? "nothing"} came, ${right ?? "nothing"} was expected`];
}
