// Formats a run of a real CLI as a recording without paths of the machine, with numbered ids and times, and without long texts
// of the vendor.

import type { ExchangedLine, PlayedProcess } from "../play/play.ts";
import type { ScrubOptions } from "../compare/scrub.ts";

/** Longer texts of the vendor (tool descriptions, reminders) are replaced by their length. */
const LONGEST_TEXT = 200;
const BEGINNING = Date.UTC(2026, 0, 1);

/** Scrubs lines; the same ids get the same numbers in everything that one scrubber has seen. */
export function createScrubber({ paths, supplied }: ScrubOptions): (line: string) => string {
  const ids = new Map<string, string>();
  const times = new Map<string, string>();
  const scrubText = (text: string): string => {
    let scrubbed = text;
    for (const [path, word] of paths) scrubbed = scrubbed.replaceAll(path, word);
    scrubbed = scrubbed
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uuid) =>
        replaceByNumber(ids, uuid, formatUuid),
      )
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => replaceByNumber(times, time, formatTime))
      .replaceAll(/cc-socks\/\d+\.sock/g, "cc-socks/1.sock")
      .replaceAll(/«workspace»|«home»|«tmp»|«root»/g, (word) => `/${word.slice(1, -1)}`);
    // Texts of the scenario may be long; a text of the vendor that quotes some of them is still the vendor's.
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

export interface RecordingParts {
  /** Further fields of the header. */
  readonly header: object;
  readonly lines: readonly ExchangedLine[];
  /** What the model stub served, in the order of the requests. */
  readonly served?: readonly object[];
  readonly exit?: PlayedProcess["exit"];
}

/** Formats a recording as docs/recording-format.md describes it. It has no times, which would differ in every run. */
export function formatRecording({ header, lines, served, exit }: RecordingParts): string {
  const objects: object[] = [{ unspool: "recording", version: 1, ...header }];
  for (const { stream, text } of lines) objects.push(stream === "in" ? { in: text } : { out: text });
  if (served !== undefined) objects.push({ served });
  if (exit !== undefined) objects.push({ exit });
  return objects.map((object) => `${JSON.stringify(object)}\n`).join("");
}

function replaceByNumber(known: Map<string, string>, text: string, make: (number: number) => string): string {
  const name = known.get(text) ?? make(known.size + 1);
  known.set(text, name);
  return name;
}

function formatUuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

function formatTime(number: number): string {
  return new Date(BEGINNING + number * 10).toISOString();
}
