// `unspool check`: checks whether streams are well formed.

import type { CommandDefinition } from "../cli/command.ts";
import { EXIT } from "../cli/io.ts";

/** Number of findings per code that are listed without --all. */
const MAX_PER_CODE = 20;

export const check: CommandDefinition = {
  details:
    "Reads files, sessions of this machine by the beginning of their ids, or stdin (-). Errors are malformed lines, deltas\n" +
    "out of order, blocks and messages without end, tool calls without result, results without call, and turns without\n" +
    "result. Unknown messages and fields are warnings: the CLI is newer than this unspool.\n" +
    "Exit code: 0 well formed, 1 not well formed, 2 a file cannot be read.",
  flags: [
    { name: "strict", help: "treat warnings as errors" },
    { name: "all", help: `list every finding, not only the first ${MAX_PER_CODE} of each code` },
    { name: "json", help: "print one JSON object per file: file, ok, counts, findings" },
    { name: "no-color", help: "print without colors" },
  ],
  examples: [
    ["unspool check run.ndjson", "list findings as file:line, then a summary"],
    ["claude -p … --output-format stream-json --verbose | unspool check", "check a stream from a pipe"],
    ["unspool check --strict --json *.ndjson | jq 'select(.ok | not).file'", "list the files that are not well formed"],
  ],
  async run(given, io) {
    const [{ checkFile }, { formatReport, countFindings }, { openStream }, style, { formatJsonLine }, { writePaced }] =
      await Promise.all([
        import("../check/check-file.ts"),
        import("../check/format-report.ts"),
        import("../source/open-stream.ts"),
        import("../terminal/style.ts"),
        import("../output/json-line.ts"),
        import("../output/write-paced.ts"),
      ]);
    const paint = style.createPainter(style.hasColours(io.stdout, io.env, given.has("no-color")));
    const files = given.positionals.length === 0 ? ["-"] : given.positionals;
    const sources = await Promise.all(
      files.map(async (file) => ({ file, chunks: await openStream(file, io, { isRaw: true }) })),
    );
    let isWellFormed = true;
    for (const { file, chunks } of sources) {
      const report = await checkFile(file, chunks);
      if (io.signal.aborted) return EXIT.interrupted;
      const { errors, warnings } = countFindings(report.findings);
      const ok = errors === 0 && (warnings === 0 || !given.has("strict"));
      isWellFormed &&= ok;
      const text = given.has("json")
        ? formatJsonLine({ file: report.file, ok, counts: report.counts, findings: report.findings }, io.stdout)
        : formatReport(report, given.has("all") ? Number.POSITIVE_INFINITY : MAX_PER_CODE)
            .map(paint)
            .join("\n");
      await writePaced(io.stdout, `${text}\n`, io.signal);
    }
    return isWellFormed ? EXIT.ok : EXIT.failed;
  },
};
