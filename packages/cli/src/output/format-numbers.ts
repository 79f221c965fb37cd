// Formats numbers for people.

/** Formats US dollars with two decimals, and with four below a dime. */
export function formatUsd(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

/** Formats a count in about four characters: 812, 6.6k, 100k, 1.2M. */
export function formatCount(number: number): string {
  if (number < 1000) return String(Math.round(number));
  if (number < 999_500) return `${formatScaled(number / 1000)}k`;
  return `${formatScaled(number / 1_000_000)}M`;
}

/** Formats a number with its noun: 1 line, 2 lines. */
export function formatQuantity(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Formats a duration: 0.2 s, 15.8 s, 4 min 05 s. */
export function formatDuration(ms: number): string {
  if (ms < 59_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  return formatMinutes(ms);
}

/** Formats a running duration in whole seconds. */
export function formatElapsed(ms: number): string {
  return ms < 60_000 ? `${Math.floor(Math.max(0, ms) / 1000)} s` : formatMinutes(ms - 500);
}

function formatMinutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${Math.floor(seconds / 3600)} h ${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")} min`;
}

function formatScaled(number: number): string {
  return number < 9.95 ? number.toFixed(1) : number.toFixed(0);
}
