// Prints one line per result: `name: value (goal ≤ limit)`, followed by MISSED if the goal is not reached.

/** Prints a result whose goal is at most `limit`. */
export function printAtMost(name, value, limit) {
  print(name, value, `≤ ${limit}`, value <= limit);
}

/** Prints a result whose goal is at least `limit`. */
export function printAtLeast(name, value, limit) {
  print(name, value, `≥ ${limit}`, value >= limit);
}

/** Prints a result without a goal. */
export function printDetail(name, text) {
  console.log(`${name}: ${text}`);
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Formats the range from the lowest to the highest value. */
export function spread(values, digits = 2) {
  return `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
}

function print(name, value, goal, isReached) {
  console.log(`${name}: ${value.toFixed(2)} (goal ${goal})${isReached ? "" : " MISSED"}`);
}
