// `unspool export`: a session as one page that can be kept and passed on.

import type { Command, Given } from "../cli/command.ts";
import { EXIT, UsageError, type Io } from "../cli/io.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";

/** Characters of one text on each kind of page: folded there, in the way here. */
const MAX_TEXT = { html: 64_000, md: 4000 } as const;

type Format = keyof typeof MAX_TEXT;

export const exportCommand: Command = {
  name: "export",
  takes: "<file>",
  summary: "one self-contained page, or Markdown",
  details:
    "Takes stream-json, a recording, a transcript, the beginning of the id of a session on this machine, or - for stdin.\n" +
    "What a transcript cost is counted as unspool stats counts it, by list prices where its own files do not tell.\n" +
    "The page holds everything it needs, loads nothing, and runs no text of the session as code. Secrets are replaced by\n" +
    "[redacted] as far as they can be known by their looks: read it before you pass it on.",
  flags: [
    { name: "html", help: "a page for the browser: agents as a tree, tools folded, search, dark and light" },
    { name: "md", help: "Markdown" },
    { name: "output", short: "o", value: "file", help: "write to this file; its ending tells the format too" },
    { name: "force", help: "write over a file that is there" },
    { name: "no-redact", help: "leave secrets as they are" },
  ],
  examples: [
    ["unspool export stream.ndjson -o session.html", "a page of what claude wrote"],
    ["unspool export 6f1c1b1e --md > session.md", "a session of this machine as Markdown"],
    ["claude -p … --output-format stream-json --verbose | unspool export - --html > session.html", "a stream"],
  ],
  run: runExport,
};

async function runExport(given: Given, io: Io): Promise<number> {
  const [word, ...more] = given.words;
  if (word === undefined) throw new UsageError("What is to be exported? Give a file, a session id, or - for stdin.");
  if (more.length > 0) throw new UsageError(`One page tells one session: "${more[0]}" is one too many.`);
  const file = given.text("output");
  const format = formatOf(given, file);
  const overwrites = given.has("force");
  if (file === undefined && format === "html" && io.stdout.isTTY === true) {
    throw new UsageError("A page is not for the terminal: add -o page.html, or send it on with > page.html.");
  }
  const { refuseExisting, writeOut } = await import("../export/write-out.ts");
  // Before the work, not after it.
  if (file !== undefined && !overwrites) refuseExisting(file, io);
  const { readSession } = await import("../export/read-session.ts");
  const { state, notes, durations, file: source } = await readSession(word, io);
  if (io.signal.aborted) return EXIT.interrupted;
  const { pageOf } = await import("../export/page.ts");
  const isUntold = source !== undefined && state.ledger.turns.length === 0;
  const cost = isUntold ? await (await import("../export/counted-cost.ts")).countCost(source, io.signal) : undefined;
  if (io.signal.aborted) return EXIT.interrupted;
  const page = pageOf(state, notes, durations, { redacts: !given.has("no-redact"), maxText: MAX_TEXT[format] }, cost);
  const pieces =
    format === "html"
      ? (await import("../export/html/page.ts")).htmlPage(page)
      : (await import("../export/markdown/page.ts")).markdownPage(page);
  const bytes = await writeOut(pieces, io, { file, overwrites });
  if (io.signal.aborted) return EXIT.interrupted;
  if (file !== undefined)
    io.stderr.write(
      `${sanitizeLine(file)}: ${page.figures.map(({ label, value }) => `${label.toLowerCase()} ${value}`).join(", ")}; ${Math.ceil(bytes / 1000)} kB\n`,
    );
  return EXIT.ok;
}

function formatOf(given: Given, file: string | undefined): Format {
  const isHtml = given.has("html");
  const isMarkdown = given.has("md");
  if (isHtml && isMarkdown) throw new UsageError("One of --html and --md, please.");
  if (isHtml) return "html";
  if (isMarkdown) return "md";
  if (file !== undefined && /\.html?$/i.test(file)) return "html";
  if (file !== undefined && /\.(?:md|markdown)$/i.test(file)) return "md";
  throw new UsageError("Which format? Add --html or --md.");
}
