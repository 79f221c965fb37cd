// `unspool check`: is this stream well formed, and if not, where.

import type { Command } from "../cli/command.ts";
import { EXIT } from "../cli/io.ts";

/** More than this of one kind is one story. */
const MAX_PER_CODE = 20;

export const check: Command = {
  name: "check",
  takes: "<file…>",
  summary: "is this stream well formed",
  details:
    "Reads files, sessions of this machine by the beginning of their ids, or stdin (-). Errors are malformed\n" +
    "lines, pieces out of order, blocks and messages without end, tool calls without result, results without call, turns\n" +
    "without result. Messages and fields that the known wire does not have are warnings: the CLI is newer than this\n" +
    "unspool.\n" +
    "Exit code: 0 well formed, 1 not, 2 a file that cannot be read.",
  flags: [
    { name: "strict", help: "warnings count as errors do" },
    { name: "all", help: `every finding, not only the first ${MAX_PER_CODE} of a kind` },
    { name: "json", help: "one JSON object per file: file, ok, counts, findings" },
    { name: "no-color", help: "no colours" },
  ],
  examples: [
    ["unspool check run.ndjson", "findings as file:line, then a verdict"],
    ["claude -p … --output-format stream-json --verbose | unspool check", "a stream as it comes"],
    ["unspool check --strict --json *.ndjson | jq 'select(.ok | not).file'", "which files are not in order"],
  ],
  async run(given, io) {
    const [{ checkFile }, { reportLines, tallyOf }, { openStream }, style, { jsonLine }, { writePaced }] =
      await Promise.all([
        import("../check/check-file.ts"),
        import("../check/report.ts"),
        import("../source/open-stream.ts"),
        import("../terminal/style.ts"),
        import("../output/json-line.ts"),
        import("../output/write-paced.ts"),
      ]);
    const paint = style.createPainter(style.hasColours(io.stdout, io.env, given.has("no-color")));
    const files = given.words.length === 0 ? ["-"] : given.words;
    const sources = await Promise.all(
      files.map(async (file) => ({ file, chunks: await openStream(file, io, { isRaw: true }) })),
    );
    let isInOrder = true;
    for (const { file, chunks } of sources) {
      const report = await checkFile(file, chunks);
      if (io.signal.aborted) return EXIT.interrupted;
      const { errors, warnings } = tallyOf(report.findings);
      const ok = errors === 0 && (warnings === 0 || !given.has("strict"));
      isInOrder &&= ok;
      const text = given.has("json")
        ? jsonLine({ file: report.file, ok, counts: report.counts, findings: report.findings }, io.stdout)
        : reportLines(report, given.has("all") ? Number.POSITIVE_INFINITY : MAX_PER_CODE)
            .map(paint)
            .join("\n");
      await writePaced(io.stdout, `${text}\n`, io.signal);
    }
    return isInOrder ? EXIT.ok : EXIT.failed;
  },
};
