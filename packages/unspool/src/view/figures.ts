// Numbers as people read them.

/** US dollars: cents, and more places for what is less than a dime. */
export function money(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

/** A count in at most four characters or so: 812, 6.6k, 100k, 1.2M. */
export function count(number: number): string {
  if (number < 1000) return String(Math.round(number));
  if (number < 999_500) return `${scaled(number / 1000)}k`;
  return `${scaled(number / 1_000_000)}M`;
}

/** A number and its noun. */
export function counted(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** A duration: 0.2 s, 15.8 s, 4 min 05 s. */
export function duration(ms: number): string {
  if (ms < 59_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  return minutes(ms);
}

/** The same while it counts, in whole seconds. */
export function elapsed(ms: number): string {
  return ms < 60_000 ? `${Math.floor(Math.max(0, ms) / 1000)} s` : minutes(ms - 500);
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${Math.floor(seconds / 3600)} h ${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")} min`;
}

function scaled(number: number): string {
  return number < 9.95 ? number.toFixed(1) : number.toFixed(0);
}
