// How long ago, in as few words as a column has room for.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param at milliseconds since 1970 @param isShort days instead of a date, which takes six columns instead of ten */
export function ageOf(at: number, now: number, isShort = false): string {
  const age = now - at;
  if (age < MINUTE) return "now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h`;
  if (age < 30 * DAY || isShort) return `${Math.floor(age / DAY)} d`;
  return new Date(at).toISOString().slice(0, 10);
}
