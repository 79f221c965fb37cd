// The day that a time falls on, in a time zone.

/** Returns the day of a time, such as `2026-11-15`; undefined for NaN. */
export type DayFormatter = (time: number) => string | undefined;

/** Offsets of all time zones are multiples of 15 minutes, so all times of one step are on the same day. */
const STEP_MS = 15 * 60_000;
/** Number of cached steps, six weeks: files are read folder by folder, and each folder starts again at an early day. */
const CACHED_STEPS = 4096;

/**
 * @param timeZone such as `Europe/Berlin`; default: the time zone of this machine
 * @throws {RangeError} if the time zone is unknown
 */
export function createDayFormatter(timeZone?: string): DayFormatter {
  const format =
    timeZone === undefined ? formatLocalDay : timeZone === "UTC" ? formatUtcDay : createZoneFormat(timeZone);
  const steps = new Float64Array(CACHED_STEPS).fill(Number.NaN);
  const days: string[] = Array.from({ length: CACHED_STEPS }, () => "");
  return (time) => {
    if (!(Math.abs(time) < 8e15)) return undefined;
    const step = Math.floor(time / STEP_MS);
    const index = Math.abs(step) % CACHED_STEPS;
    if (steps[index] !== step) {
      days[index] = format(step * STEP_MS);
      steps[index] = step;
    }
    return days[index];
  };
}

function formatLocalDay(time: number): string {
  const date = new Date(time);
  return formatDate(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** Avoids `Intl`, which takes 20 ms to load. */
function formatUtcDay(time: number): string {
  const date = new Date(time);
  return formatDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function formatDate(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function createZoneFormat(timeZone: string): (time: number) => string {
  // The Swedish locale formats days as ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  return (time) => format.format(time);
}
