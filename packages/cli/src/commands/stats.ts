// `unspool stats`: counts costs, tokens, turns and tool calls.

import { accessSync, constants, existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { CommandDefinition, ParsedArgs } from "../cli/command.ts";
import { EXIT, UsageError, type Io } from "../cli/io.ts";
import { tryStat } from "../source/try-stat.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";
import type { Collected } from "../stats/collect.ts";
import type { StatsStream } from "../stats/read/spool-transcript.ts";
import type { DayFormatter } from "../stats/tally/day.ts";
import type { StringList } from "../stats/store/string-arena.ts";
import type { Group, DayRange, Report } from "../stats/report/report.ts";

const GROUPS = ["day", "session", "project", "model", "tool", "agent"] satisfies Group[];

export const stats: CommandDefinition = {
  details:
    "Reads transcripts (default: ~/.claude/projects, or CLAUDE_CONFIG_DIR; one session by the beginning of its id), folders\n" +
    "of them, recordings, and streams (a file, a pipe, or - for stdin). Each message counts once, however often it is\n" +
    "repeated in lines, forks and resumed sessions. Costs are those that the CLI reports, otherwise list prices.",
  flags: [
    { name: "by", short: "b", value: "what", choices: GROUPS, help: "one row per … (default day)" },
    { name: "since", value: "day", help: "first day: 2026-11-15" },
    { name: "until", value: "day", help: "last day" },
    { name: "timezone", value: "zone", help: "time zone of the days: UTC, Europe/Berlin … (default: this machine's)" },
    { name: "json", help: "print one JSON object with all columns" },
    { name: "csv", help: "print CSV for spreadsheets" },
    { name: "no-color", help: "print without colors" },
  ],
  examples: [
    ["unspool stats", "show the costs of each day"],
    ["unspool stats --by project --since 2026-11-01", "show the costs of each project since a day"],
    ["unspool stats --by tool", "show calls, failures and time of each tool"],
    ["claude -p … --output-format stream-json --verbose | unspool stats --by model", "count one run"],
    ["unspool stats --json | jq .total.costUsd", "print the total cost"],
  ],
  async run(given, io) {
    if (given.has("json") && given.has("csv"))
      throw new UsageError("--json and --csv exclude each other: give one of them.");
    const range = readRange(given);
    const [{ collect }, { createReporter }, { createProgress }] = await Promise.all([
      import("../stats/collect.ts"),
      import("../stats/report/report.ts"),
      import("../stats/report/progress.ts"),
    ]);
    const dayOf = await createDayOfZone(given.text("timezone"));
    const { files, streams, remove } = await openSources(given.positionals, io);
    const progress = createProgress(io.stderr);
    const reporter = createReporter((given.text("by") ?? "day") as Group, range);
    const all = { formatDay: dayOf, signal: io.signal, onCell: reporter.add, onProgress: progress.show, streams };
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
      const { createOwnEventsError } = await import("../source/own-events.ts");
      io.stderr.write(`unspool: ${sanitizeLine(createOwnEventsError(path).message)}\n`);
    }
    if (ownEvents.length > 0) return EXIT.usage;
    return unread.length === 0 ? EXIT.ok : EXIT.failed;
  },
};

async function render(made: Report, collected: Collected, given: ParsedArgs, io: Io): Promise<string> {
  if (given.has("json")) {
    const { files, bytes, unpriced } = collected;
    const { formatJsonLine } = await import("../output/json-line.ts");
    return `${formatJsonLine({ ...made, files, bytes, unpricedModels: unpriced }, io.stdout)}\n`;
  }
  if (given.has("csv")) {
    const { formatCsv } = await import("../stats/report/csv.ts");
    const { sanitize } = await import("../terminal/sanitize.ts");
    const text = `${formatCsv(made).join("\r\n")}\r\n`;
    return io.stdout.isTTY === true ? sanitize(text) : text;
  }
  if (made.rows.length === 0) return "Nothing to count: there is no message of a model.\n";
  const [{ formatTable }, { createPainter, hasColours }, { sanitize }] = await Promise.all([
    import("../stats/report/table.ts"),
    import("../terminal/style.ts"),
    import("../terminal/sanitize.ts"),
  ]);
  const paint = createPainter(hasColours(io.stdout, io.env, given.has("no-color")));
  const width = io.stdout.isTTY === true ? (io.stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
  const lines = formatTable(made, width).map(paint);
  if (collected.unpriced.length > 0) {
    lines.push(`Not in the cost: ${sanitize(collected.unpriced.join(", "))}, which have no list price.`);
  }
  return `${lines.join("\n")}\n`;
}

interface Sources {
  readonly files: StringList;
  readonly streams: readonly StatsStream[];
  /** Removes the temporary files. */
  readonly remove: () => void;
}

async function openSources(args: readonly string[], io: Io): Promise<Sources> {
  const { findFiles } = await import("../stats/read/find-files.ts");
  const { openStream, getSourceName } = await import("../source/open-stream.ts");
  const open = async (path: string): Promise<StatsStream> => ({
    name: getSourceName(path),
    chunks: await openStream(path, io, { isRaw: true }),
  });
  const pipes = args.filter((arg) => isPipe(resolve(io.cwd, arg)));
  const named = args.filter((arg) => arg !== "-" && !pipes.includes(arg));
  const paths = (await Promise.all(named.map((arg) => findPaths(arg, io)))).flat();
  const isPiped = args.length === 0 && io.stdin.isTTY !== true;
  const asked = args.includes("-") ? ["-", ...pipes] : pipes;
  const withStreams = async (opened: readonly StatsStream[]): Promise<Sources> => {
    const { spoolTranscript } = await import("../stats/read/spool-transcript.ts");
    const kept = await Promise.all(opened.map(spoolTranscript));
    const transcripts = kept.flatMap((one) => ("file" in one ? [one] : []));
    return {
      files: find(findFiles, [...paths, ...transcripts.map(({ file }) => file)], io),
      streams: kept.flatMap((one) => ("file" in one ? [] : [one])),
      remove: () => transcripts.forEach((one) => one.remove()),
    };
  };
  if (asked.length > 0) return withStreams(await Promise.all(asked.map(open)));
  if (isPiped) {
    const chunks = await peek((await open("-")).chunks);
    // With empty stdin, as in a script, the default folder is read, as at a terminal.
    if (chunks !== undefined) return withStreams([{ name: "stdin", chunks }]);
  }
  const config = io.env["CLAUDE_CONFIG_DIR"] || join(io.env["HOME"] || homedir(), ".claude");
  const files = find(findFiles, paths.length > 0 ? paths : [join(config, "projects")], io);
  return { files, streams: [], remove: () => undefined };
}

/** Returns the path, or the files of the session that the argument names: its own and the folder of its agents. */
async function findPaths(arg: string, io: Io): Promise<readonly string[]> {
  if (existsSync(resolve(io.cwd, arg))) return [arg];
  const { findSource } = await import("../source/find-source.ts");
  const file = await findSource(arg, io);
  const agents = file.replace(/\.jsonl$/, "");
  return file !== arg && existsSync(agents) ? [file, agents] : [file];
}

/** Pipes are read as streams: files are read synchronously, and a pipe may never end. */
function isPipe(path: string): boolean {
  return tryStat(path)?.isFIFO() === true;
}

function find(findFiles: (paths: readonly string[]) => StringList, paths: readonly string[], io: Io): StringList {
  for (const path of paths) {
    try {
      accessSync(resolve(io.cwd, path), constants.R_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const reason = code === "ENOENT" ? `There is no file ${path}` : `${path} cannot be read (${code})`;
      throw new UsageError(`${reason}: give a transcript, a recording, a stream, or a folder of them.`, undefined, {
        cause: error,
      });
    }
  }
  return findFiles(paths.map((path) => resolve(io.cwd, path)));
}

async function peek(chunks: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array> | undefined> {
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

function readRange(given: ParsedArgs): DayRange {
  return { since: dayOf(given, "since"), until: dayOf(given, "until") };
}

function dayOf(given: ParsedArgs, flag: string): string | undefined {
  const text = given.text(flag);
  if (text === undefined) return undefined;
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  const isDay = year !== undefined && (new Date(`${iso}T00:00:00Z`).toJSON()?.startsWith(iso) ?? false);
  if (!isDay) throw new UsageError(`--${flag} takes a day such as 2026-11-15, not "${text}".`);
  return iso;
}

async function createDayOfZone(zone: string | undefined): Promise<DayFormatter> {
  const { createDayFormatter } = await import("../stats/tally/day.ts");
  try {
    return createDayFormatter(zone);
  } catch (error) {
    throw new UsageError(`There is no time zone "${zone}". Try UTC or Europe/Berlin.`, undefined, { cause: error });
  }
}
