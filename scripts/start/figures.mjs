// Numbers as people read them.

/** US dollars: cents, and more places for what is less than a dime. */
export function money(usd) {
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

/** A count in at most four characters or so: 812, 6.6k, 100k, 1.2M. */
export function count(number) {
  if (number < 1000) return String(number);
  if (number < 999_500) return `${scaled(number / 1000)}k`;
  return `${scaled(number / 1_000_000)}M`;
}

/** A number and its noun. */
export function counted(number, noun) {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** A duration: 0.2 s, 15.8 s, 4 min 05 s. */
export function duration(ms) {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

function scaled(number) {
  return number < 9.95 ? number.toFixed(1) : number.toFixed(0);
}
