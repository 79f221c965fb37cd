// `unspool stats`: what it cost, and what it was spent on.

import { accessSync, constants, existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Command, Given } from "../cli/command.ts";
import { EXIT, UsageError, type Io } from "../cli/io.ts";
import { statOf } from "../source/stat-of.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";
import type { Collected, StatsStream } from "../stats/collect.ts";
import type { DayOf } from "../stats/moment.ts";
import type { Paths } from "../stats/texts.ts";
import type { Group, Range, Report } from "../stats/report.ts";

const GROUPS = ["day", "session", "project", "model", "tool", "agent"] satisfies Group[];

export const stats: Command = {
  name: "stats",
  takes: "[path…]",
  summary: "cost, tokens, turns, tools, models, agents",
  details:
    "Reads transcripts (without a path: ~/.claude/projects, or CLAUDE_CONFIG_DIR; one session by the beginning of its id),\n" +
    "folders of them, recordings, and streams (a file, a pipe, or - for stdin). Each message counts once, however often it is repeated in lines, forks and resumed\n" +
    "sessions. Costs are the CLI's own figures where it gives them, else list prices.",
  flags: [
    { name: "by", short: "b", value: "what", choices: GROUPS, help: "what a row is (default day)" },
    { name: "since", value: "day", help: "from this day on: 2026-11-15" },
    { name: "until", value: "day", help: "up to this day" },
    { name: "timezone", value: "zone", help: "whose days: UTC, Europe/Berlin … (default: this machine's)" },
    { name: "json", help: "one JSON object, with everything" },
    { name: "csv", help: "for spreadsheets" },
    { name: "no-color", help: "no colours" },
  ],
  examples: [
    ["unspool stats", "what each day has cost"],
    ["unspool stats --by project --since 2026-11-01", "this month, by project"],
    ["unspool stats --by tool", "calls, failures and time of each tool"],
    ["claude -p … --output-format stream-json --verbose | unspool stats --by model", "one run"],
    ["unspool stats --json | jq .total.costUsd", "one number"],
  ],
  async run(given, io) {
    if (given.has("json") && given.has("csv")) throw new UsageError("--json or --csv, not both.");
    const range = rangeOf(given);
    const [{ collect }, { createReporter }, { createProgress }] = await Promise.all([
      import("../stats/collect.ts"),
      import("../stats/report.ts"),
      import("../stats/progress.ts"),
    ]);
    const dayOf = await dayOfZone(given.text("timezone"));
    const { files, streams, remove } = await sourcesOf(given.words, io);
    const progress = createProgress(io.stderr);
    const reporter = createReporter((given.text("by") ?? "day") as Group, range);
    const all = { dayOf, signal: io.signal, onCell: reporter.add, onProgress: progress.show, streams };
    const collected = await collect(files, all).finally(() => {
      progress.end();
      remove();
    });
    if (io.signal.aborted) return EXIT.interrupted;
    const made = reporter.end();
    const { writePaced } = await import("../output/write-paced.ts");
    const { unread, ownEvents } = collected;
    const isRefused = made.rows.length === 0 && ownEvents.length > 0;
    if (!isRefused) await writePaced(io.stdout, await render(made, collected, given, io), io.signal);
    for (const { path, reason } of unread) {
      io.stderr.write(`unspool: ${sanitizeLine(path)} cannot be read (${sanitizeLine(reason)}).\n`);
    }
    for (const path of ownEvents) {
      const { ownEventsProblem } = await import("../source/own-events.ts");
      io.stderr.write(`unspool: ${sanitizeLine(ownEventsProblem(path).message)}\n`);
    }
    if (ownEvents.length > 0) return EXIT.usage;
    return unread.length === 0 ? EXIT.ok : EXIT.failed;
  },
};

async function render(made: Report, collected: Collected, given: Given, io: Io): Promise<string> {
  if (given.has("json")) {
    const { files, bytes, unpriced } = collected;
    const { jsonLine } = await import("../output/json-line.ts");
    return `${jsonLine({ ...made, files, bytes, unpricedModels: unpriced }, io.stdout)}\n`;
  }
  if (given.has("csv")) {
    const { csvLines } = await import("../stats/csv.ts");
    const { sanitize } = await import("../terminal/sanitize.ts");
    const text = `${csvLines(made).join("\r\n")}\r\n`;
    return io.stdout.isTTY === true ? sanitize(text) : text;
  }
  if (made.rows.length === 0) return "Nothing to count: no message of a model was found there.\n";
  const [{ tableLines }, { createPainter, hasColours }, { sanitize }] = await Promise.all([
    import("../stats/table.ts"),
    import("../terminal/style.ts"),
    import("../terminal/sanitize.ts"),
  ]);
  const paint = createPainter(hasColours(io.stdout, io.env, given.has("no-color")));
  const width = io.stdout.isTTY === true ? (io.stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
  const lines = tableLines(made, width).map(paint);
  if (collected.unpriced.length > 0) {
    lines.push(`Not in the cost: ${sanitize(collected.unpriced.join(", "))}, whose price is not known here.`);
  }
  return `${lines.join("\n")}\n`;
}

interface Sources {
  readonly files: Paths;
  readonly streams: readonly StatsStream[];
  /** Removes what was kept for the count. */
  readonly remove: () => void;
}

async function sourcesOf(words: readonly string[], io: Io): Promise<Sources> {
  const { findFiles } = await import("../stats/find-files.ts");
  const { openStream, sourceName } = await import("../source/open-stream.ts");
  const open = async (path: string): Promise<StatsStream> => ({
    name: sourceName(path),
    chunks: await openStream(path, io, { isRaw: true }),
  });
  const pipes = words.filter((word) => isPipe(resolve(io.cwd, word)));
  const named = words.filter((word) => word !== "-" && !pipes.includes(word));
  const paths = (await Promise.all(named.map((word) => filesOf(word, io)))).flat();
  const isPiped = words.length === 0 && io.stdin.isTTY !== true;
  const asked = words.includes("-") ? ["-", ...pipes] : pipes;
  const withStreams = async (opened: readonly StatsStream[]): Promise<Sources> => {
    const { keepTranscript } = await import("../stats/keep-transcript.ts");
    const kept = await Promise.all(opened.map(keepTranscript));
    const transcripts = kept.flatMap((one) => ("file" in one ? [one] : []));
    return {
      files: find(findFiles, [...paths, ...transcripts.map(({ file }) => file)], io),
      streams: kept.flatMap((one) => ("file" in one ? [] : [one])),
      remove: () => transcripts.forEach((one) => one.remove()),
    };
  };
  if (asked.length > 0) return withStreams(await Promise.all(asked.map(open)));
  if (isPiped) {
    const chunks = await firstOf((await open("-")).chunks);
    // Nothing was piped in: a script without stdin means what a person at a terminal means.
    if (chunks !== undefined) return withStreams([{ name: "stdin", chunks }]);
  }
  const config = io.env["CLAUDE_CONFIG_DIR"] || join(io.env["HOME"] || homedir(), ".claude");
  const files = find(findFiles, paths.length > 0 ? paths : [join(config, "projects")], io);
  return { files, streams: [], remove: () => undefined };
}

/** What was given, or the files of the session it names: its own, and the folder of its agents. */
async function filesOf(word: string, io: Io): Promise<readonly string[]> {
  if (existsSync(resolve(io.cwd, word))) return [word];
  const { findSource } = await import("../source/find-source.ts");
  const file = await findSource(word, io);
  const agents = file.replace(/\.jsonl$/, "");
  return file !== word && existsSync(agents) ? [file, agents] : [file];
}

/** Reading files is synchronous, and a pipe may never come to its end. */
function isPipe(path: string): boolean {
  return statOf(path)?.isFIFO() === true;
}

function find(findFiles: (paths: readonly string[]) => Paths, paths: readonly string[], io: Io): Paths {
  for (const path of paths) {
    try {
      accessSync(resolve(io.cwd, path), constants.R_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const reason = code === "ENOENT" ? `There is nothing at ${path}` : `${path} cannot be read (${code})`;
      throw new UsageError(`${reason}: give a transcript, a recording, a stream, or a folder of them.`, undefined, {
        cause: error,
      });
    }
  }
  return findFiles(paths.map((path) => resolve(io.cwd, path)));
}

async function firstOf(chunks: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array> | undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first = await iterator.next();
  while (first.done !== true && first.value.length === 0) first = await iterator.next();
  if (first.done === true) return undefined;
  const { value } = first;
  return (async function* all() {
    yield value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}

function rangeOf(given: Given): Range {
  return { since: dayOf(given, "since"), until: dayOf(given, "until") };
}

function dayOf(given: Given, flag: string): string | undefined {
  const text = given.text(flag);
  if (text === undefined) return undefined;
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  const isDay = year !== undefined && (new Date(`${iso}T00:00:00Z`).toJSON()?.startsWith(iso) ?? false);
  if (!isDay) throw new UsageError(`--${flag} takes a day such as 2026-11-15, and not "${text}".`);
  return iso;
}

async function dayOfZone(zone: string | undefined): Promise<DayOf> {
  const { createDayOf } = await import("../stats/moment.ts");
  try {
    return createDayOf(zone);
  } catch (error) {
    throw new UsageError(`There is no time zone "${zone}". Try UTC or Europe/Berlin.`, undefined, { cause: error });
  }
}
