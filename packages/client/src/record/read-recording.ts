// Reads a recording: one of ours (both directions, with times), or the plain stdout of a CLI. Anything else is refused with
// what was found. A broken line is skipped with a warning.

import { readFileSync } from "node:fs";
import { parseObject } from "@unspool/protocol/kit";
import { ClaudeError } from "../errors.ts";
import { RECORDING_VERSION } from "./recorder.ts";
import type { RecordedLine, RecordedRun, Recording } from "./types.ts";

/** @param source a path, or the text itself: a string with a line break, or one that begins with a brace */
export function readRecording(source: string | URL | Uint8Array): Recording {
  if (source instanceof Uint8Array) return parseRecording(Buffer.from(source).toString("utf8"));
  if (typeof source === "string" && (source.includes("\n") || /^\s*\{/.test(source))) return parseRecording(source);
  let text: string;
  try {
    text = readFileSync(source, "utf8");
  } catch (cause) {
    throw new ClaudeError("file-failed", `${String(source)} could not be read: ${String(cause)}`, {}, { cause });
  }
  return parseRecording(text, String(source));
}

function parseRecording(text: string, name = "The text"): Recording {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  const head = parseObject(lines[first] ?? "");
  if (head?.["unspool"] === "recording") return parseOurs(lines, name);
  return parseStdout(lines, name);
}

function parseOurs(lines: readonly string[], name: string): Recording {
  const warnings: string[] = [];
  const runs: OpenRun[] = [];
  lines.forEach((line, index) => {
    if (line.trim() === "") return;
    const object = parseObject(line);
    if (object?.["unspool"] === "recording") {
      runs.push({ run: readHeader(object, name), lines: [], sinceMs: 0 });
      return;
    }
    // Our fixtures also have what a stand-in API served, which a replay ignores.
    if (Array.isArray(object?.["served"])) return;
    const recorded = object === undefined ? undefined : readLine(object);
    if (recorded !== undefined) addLine(runs, recorded);
    // A last line without LF was being written when the recorder died, so it needs no warning.
    else if (index < lines.length - 1)
      warnings.push(`${name}, line ${index + 1}: ${shorten(line)} is no recorded line.`);
  });
  return { source: "recording", runs: runs.map((part) => ({ ...part.run, lines: part.lines })), warnings };
}

interface OpenRun {
  readonly run: Omit<RecordedRun, "lines">;
  readonly lines: RecordedLine[];
  /** The start time in the header. */
  readonly sinceMs: number;
}

/** Lines after an exit belong to the next start of the program, by the same recorder. */
function addLine(runs: OpenRun[], line: RecordedLine): void {
  const last = runs.at(-1);
  const former = last?.lines.at(-1);
  if (last === undefined) return;
  const isNew = former?.kind === "exit";
  const sinceMs = isNew ? last.sinceMs + (former.timeMs ?? 0) : last.sinceMs;
  const moved = line.timeMs === undefined ? line : { ...line, timeMs: Math.max(0, line.timeMs - sinceMs) };
  if (!isNew) last.lines.push(moved);
  else runs.push({ run: shiftStart(last.run, former.timeMs ?? 0), lines: [moved], sinceMs });
}

function shiftStart(run: Omit<RecordedRun, "lines">, ms: number): Omit<RecordedRun, "lines"> {
  return run.startedAt === undefined ? run : { ...run, startedAt: run.startedAt + ms };
}

function readHeader(header: Fields, name: string): Omit<RecordedRun, "lines"> {
  const { version, startedAt, args, cwd, claudeVersion } = header;
  if (version !== RECORDING_VERSION) {
    throw new ClaudeError(
      "replay-mismatch",
      `${name} is a recording of version ${JSON.stringify(version)}, and version ${RECORDING_VERSION} is known here: ` +
        "read it with the release that wrote it, or a later one.",
      { found: version, expected: RECORDING_VERSION },
    );
  }
  const started = typeof startedAt === "string" ? Date.parse(startedAt) : Number.NaN;
  return {
    ...(Number.isNaN(started) ? {} : { startedAt: started }),
    ...(Array.isArray(args) ? { args: args.map(String) } : {}),
    ...(typeof cwd === "string" ? { cwd } : {}),
    ...(typeof claudeVersion === "string" ? { claudeVersion } : {}),
  };
}

function readLine(fields: Fields): RecordedLine | undefined {
  const time = typeof fields["t"] === "number" && fields["t"] >= 0 ? { timeMs: fields["t"] } : {};
  for (const kind of ["in", "out", "err"] as const) {
    const text = fields[kind];
    if (typeof text === "string") return { kind, text, ...time, ...(fields["cut"] === true ? { isCut: true } : {}) };
  }
  if (fields["end"] === "in") return { kind: "input-end", ...time };
  const exit = fields["exit"];
  if (typeof exit !== "object" || exit === null) return undefined;
  const { code, signal } = exit as Fields;
  return {
    kind: "exit",
    exit: { code: typeof code === "number" ? code : null, signal: typeof signal === "string" ? signal : null },
    ...time,
  };
}

function parseStdout(lines: readonly string[], name: string): Recording {
  const last = lines.length - 1;
  const recorded = lines.flatMap((text, index): RecordedLine[] => {
    if (index < last) return [{ kind: "out", text }];
    return text === "" ? [] : [{ kind: "out", text, isCut: true }];
  });
  const objects = lines.map(parseObject).filter((object) => typeof object?.["type"] === "string");
  if (objects.length === 0) throw createNotARecordingError(name, lines, "no line that is a JSON object with a type");
  const isTranscript = objects.every((object) => "sessionId" in (object ?? {}) || "parentUuid" in (object ?? {}));
  if (isTranscript) {
    const advice = "which sessions.read opens";
    throw createNotARecordingError(name, lines, `a transcript of Claude Code, ${advice}`, {
      kind: "transcript",
      advice,
    });
  }
  return { source: "stdout", runs: [{ lines: recorded }], warnings: [] };
}

function createNotARecordingError(
  name: string,
  lines: readonly string[],
  found: string,
  details: Fields = {},
): ClaudeError {
  const first = shorten(lines.find((line) => line.trim() !== "") ?? "");
  return new ClaudeError(
    "replay-mismatch",
    `${name} is not a recording: it holds ${found}${first === "" ? " (it is empty)" : ` (it begins ${first})`}. ` +
      'Expected is a file that begins {"unspool":"recording"}, or stdout of claude --output-format stream-json.',
    { found: first, ...details },
  );
}

type Fields = Readonly<Record<string, unknown>>;

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
