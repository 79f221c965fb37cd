// Times as the files have them, and the day a time is on.

/** @returns milliseconds since 1970, NaN if it is no time. As `Date.parse`, only quicker for `2026-11-15T20:58:15.735Z` */
export function momentAt(bytes: Buffer, from: number, to: number): number {
  if (to - from === 24 && bytes[to - 1] === 0x5a) {
    const year = digits(bytes, from, 4);
    const month = digits(bytes, from + 5, 2);
    const day = digits(bytes, from + 8, 2);
    const hour = digits(bytes, from + 11, 2);
    const minute = digits(bytes, from + 14, 2);
    const second = digits(bytes, from + 17, 2);
    const milli = digits(bytes, from + 20, 3);
    const isPlain =
      year >= 1970 &&
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= 28 &&
      hour >= 0 &&
      hour <= 23 &&
      minute >= 0 &&
      minute <= 59 &&
      second >= 0 &&
      second <= 59 &&
      milli >= 0 &&
      hasSeparators(bytes, from);
    if (isPlain)
      return (((daysBefore(year, month) + day - 1) * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + milli;
  }
  return Date.parse(bytes.toString("latin1", from, to));
}

function digits(bytes: Buffer, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function hasSeparators(bytes: Buffer, from: number): boolean {
  return (
    bytes[from + 4] === 0x2d &&
    bytes[from + 7] === 0x2d &&
    bytes[from + 10] === 0x54 &&
    bytes[from + 13] === 0x3a &&
    bytes[from + 16] === 0x3a &&
    bytes[from + 19] === 0x2e
  );
}

const monthStarts = new Map<number, number>();

/** Days from 1970 to the first of the month. */
function daysBefore(year: number, month: number): number {
  const key = year * 12 + month;
  let days = monthStarts.get(key);
  if (days === undefined) {
    days = Date.UTC(year, month - 1, 1) / 86_400_000;
    monthStarts.set(key, days);
  }
  return days;
}

/** Day of a time, as `2026-11-15`; undefined if there is no time. */
export type DayOf = (time: number) => string | undefined;

/** No zone of the world is off by less than a quarter of an hour. */
const STEP_MS = 15 * 60_000;
/** So many are kept, of six weeks: files are read folder by folder, and the days of each begin anew. */
const KEPT = 4096;

/** @param timeZone as `Europe/Berlin`; without it that of this machine. @throws {RangeError} if there is none of this name */
export function createDayOf(timeZone?: string): DayOf {
  const format = timeZone === undefined ? localDay : timeZone === "UTC" ? dayInUtc : dayIn(timeZone);
  const steps = new Float64Array(KEPT).fill(Number.NaN);
  const days: string[] = Array.from({ length: KEPT }, () => "");
  return (time) => {
    if (!(Math.abs(time) < 8e15)) return undefined;
    const step = Math.floor(time / STEP_MS);
    const place = Math.abs(step) % KEPT;
    if (steps[place] !== step) {
      days[place] = format(step * STEP_MS);
      steps[place] = step;
    }
    return days[place];
  };
}

function localDay(time: number): string {
  const date = new Date(time);
  return dayText(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** Without `Intl`, which takes 20 ms to begin. */
function dayInUtc(time: number): string {
  const date = new Date(time);
  return dayText(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function dayText(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function dayIn(timeZone: string): (time: number) => string {
  // Swedish writes days as ISO 8601 does.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  return (time) => format.format(time);
}
