// Exports one session as an HTML or Markdown page, to a file or stdout.

import { EXIT, type Io, UsageError } from "../cli/io.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";

/** Most characters of one text on each kind of page. HTML folds long texts. */
const MAX_TEXT = { html: 64_000, md: 4000 } as const;

export type ExportFormat = keyof typeof MAX_TEXT;

export interface ExportOptions {
  readonly format: ExportFormat;
  /** @default stdout */
  readonly file?: string | undefined;
  readonly overwrites?: boolean;
  readonly redacts?: boolean;
}

/** Returns the exit code. @param source a file, the beginning of a session's id, or `-` @throws {UsageError} */
export async function exportSession(
  source: string,
  { format, file, overwrites = false, redacts = true }: ExportOptions,
  io: Io,
): Promise<number> {
  if (file === undefined && format === "html" && io.stdout.isTTY === true) {
    throw new UsageError(
      "A page of HTML cannot be shown in a terminal: add -o page.html, or redirect with > page.html.",
    );
  }
  const { assertNotExisting, writeExport } = await import("./write-out.ts");
  // Checked before the work, not after it.
  if (file !== undefined && !overwrites) assertNotExisting(file, io);
  const { readSession } = await import("./read-session.ts");
  const { state, notes, durations, file: transcript } = await readSession(source, io);
  if (io.signal.aborted) return EXIT.interrupted;
  const { createSessionPage } = await import("./page.ts");
  // A transcript has no results with costs.
  const isUncounted = transcript !== undefined && state.ledger.turns.length === 0;
  const cost = isUncounted ? await (await import("./counted-cost.ts")).countCost(transcript, io.signal) : undefined;
  if (io.signal.aborted) return EXIT.interrupted;
  const page = createSessionPage(state, notes, durations, { redacts, maxText: MAX_TEXT[format] }, cost);
  const pieces =
    format === "html"
      ? (await import("./html/page.ts")).renderHtmlPage(page)
      : (await import("./markdown/page.ts")).renderMarkdownPage(page);
  const bytes = await writeExport(pieces, io, { file, overwrites });
  if (io.signal.aborted) return EXIT.interrupted;
  if (file !== undefined) {
    const figures = page.figures.map(({ label, value }) => `${label.toLowerCase()} ${value}`).join(", ");
    io.stderr.write(`${sanitizeLine(file)}: ${figures}; ${Math.ceil(bytes / 1000)} kB\n`);
  }
  return EXIT.ok;
}
