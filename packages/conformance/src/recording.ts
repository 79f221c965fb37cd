// A real run as a recording that can be kept: no paths of a machine, ids in order, times that tell nothing, and no long
// text that the scenario did not supply.

import type { Played } from "./play.ts";
import type { ScrubOptions } from "./scrub.ts";

/** Longer texts of the vendor (tool descriptions, reminders) are replaced by their length. */
const LONGEST_TEXT = 200;
const BEGINNING = Date.UTC(2026, 0, 1);

export interface Recording {
  readonly stdout: string;
  readonly stdin: string;
}

/** Scrubs lines; the same ids get the same numbers in everything that one scrubber has seen. */
export function createScrubber({ paths, supplied }: ScrubOptions): (line: string) => string {
  const ids = new Map<string, string>();
  const times = new Map<string, string>();
  const scrubText = (text: string): string => {
    let scrubbed = text;
    for (const [path, word] of paths) scrubbed = scrubbed.replaceAll(path, word);
    scrubbed = scrubbed
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uuid) =>
        numbered(ids, uuid, uuidOf),
      )
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => numbered(times, time, timeOf))
      .replaceAll(/cc-socks\/\d+\.sock/g, "cc-socks/1.sock")
      .replaceAll(/«workspace»|«home»|«tmp»|«root»/g, (word) => `/${word.slice(1, -1)}`);
    // The scenario's own words may be long; a vendor's text that quotes a few of them is still the vendor's.
    const isOwn = supplied.some((words) => scrubbed.includes(words) && scrubbed.length - words.length <= LONGEST_TEXT);
    return scrubbed.length > LONGEST_TEXT && !isOwn ? `«${scrubbed.length} characters»` : scrubbed;
  };
  const scrubValue = (value: unknown): unknown => {
    if (typeof value === "string") return scrubText(value);
    if (Array.isArray(value)) return value.map(scrubValue);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [scrubText(key), scrubValue(item)]));
  };
  return (line) => {
    try {
      return JSON.stringify(scrubValue(JSON.parse(line)));
    } catch {
      return scrubText(line);
    }
  };
}

export function recordingOf(run: Played, scrubLine: (line: string) => string): Recording {
  const join = (lines: readonly string[]): string => lines.map((line) => `${scrubLine(line)}\n`).join("");
  return { stdout: join(run.lines), stdin: join(run.sent) };
}

function numbered(known: Map<string, string>, text: string, make: (number: number) => string): string {
  const name = known.get(text) ?? make(known.size + 1);
  known.set(text, name);
  return name;
}

function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

function timeOf(number: number): string {
  return new Date(BEGINNING + number * 10).toISOString();
}
