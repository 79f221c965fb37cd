// `unspool export`: writes a session as one page.

import type { CommandDefinition, ParsedArgs } from "../cli/command.ts";
import { UsageError } from "../cli/io.ts";
import type { ExportFormat } from "../export/export-session.ts";

export const exportCommand: CommandDefinition = {
  details:
    "Takes stream-json, a recording, a transcript, the beginning of the id of a session on this machine, or - for stdin.\n" +
    "The cost of a transcript is that of unspool stats: by list prices where its files have no costs.\n" +
    "The page loads nothing from elsewhere and runs no text of the session as code. Secrets of a known form become\n" +
    "[redacted], others stay: read the page before you share it.",
  flags: [
    { name: "html", help: "a page for the browser: agents as a tree, tools folded, search, dark and light" },
    { name: "md", help: "Markdown" },
    {
      name: "output",
      short: "o",
      value: "file",
      help: "write to this file; its extension sets the format unless a flag does",
    },
    { name: "force", help: "overwrite an existing file" },
    { name: "no-redact", help: "leave secrets in" },
  ],
  examples: [
    ["unspool export stream.ndjson -o session.html", "a page of a stream"],
    ["unspool export 6f1c1b1e --md > session.md", "a session of this machine as Markdown"],
    [
      "claude -p … --output-format stream-json --verbose | unspool export - --html > session.html",
      "a page from a pipe",
    ],
  ],
  async run(given, io) {
    const [source, ...more] = given.positionals;
    if (source === undefined) throw new UsageError("Nothing to export: give a file, a session id, or - for stdin.");
    if (more.length > 0) throw new UsageError(`A page has one session: remove "${more[0]}".`);
    const file = given.text("output");
    const format = chooseFormat(given, file);
    const { exportSession } = await import("../export/export-session.ts");
    const options = { format, file, overwrites: given.has("force"), redacts: !given.has("no-redact") };
    return exportSession(source, options, io);
  },
};

function chooseFormat(given: ParsedArgs, file: string | undefined): ExportFormat {
  const isHtml = given.has("html");
  const isMarkdown = given.has("md");
  if (isHtml && isMarkdown) throw new UsageError("--html and --md exclude each other: give one of them.");
  if (isHtml) return "html";
  if (isMarkdown) return "md";
  if (file !== undefined && /\.html?$/i.test(file)) return "html";
  if (file !== undefined && /\.(?:md|markdown)$/i.test(file)) return "md";
  throw new UsageError("The format is not known: add --html or --md.");
}
