// Formats the cells of the stats tables. They differ from `output/format-numbers.ts`: counts are exact up to five digits, durations
// below a second are in milliseconds, and dollars have four decimals only below a cent.

/** Formats US dollars with two decimals, and with four below a cent. */
export function formatCellUsd(usd: number): string {
  return `$${usd.toFixed(usd !== 0 && Math.abs(usd) < 0.01 ? 4 : 2)}`;
}

/** Formats up to five digits exactly, more with a unit: `1.2M`. */
export function formatCellCount(value: number): string {
  if (value < 100_000) return String(Math.round(value));
  for (const [unit, letter] of UNITS) if (value >= unit) return `${(value / unit).toFixed(1)}${letter}`;
  return String(Math.round(value));
}

const UNITS = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
] as const;

/** Formats a duration: 200 ms, 15.8 s, 4 min 5 s. */
export function formatCellDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
