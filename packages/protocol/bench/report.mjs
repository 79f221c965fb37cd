// One line per figure: `name: value (goal ≤ limit)`, with MISSED behind it where the goal is not reached.

/** A figure that should not be above `limit`. */
export function printAtMost(name, value, limit) {
  print(name, value, `≤ ${limit}`, value <= limit);
}

/** A figure that should not be below `limit`. */
export function printAtLeast(name, value, limit) {
  print(name, value, `≥ ${limit}`, value >= limit);
}

/** A figure nobody has set a goal for. */
export function printFact(name, text) {
  console.log(`${name}: ${text}`);
}

function print(name, value, goal, isReached) {
  console.log(`${name}: ${value.toFixed(2)} (goal ${goal})${isReached ? "" : " MISSED"}`);
}
