// Checks a file or stdin, which may hold several runs of the CLI.

import { createStreamCheck, type StreamCheck, type StreamCounts } from "./check-stream.ts";
import { createFinding, type Finding } from "./finding.ts";
import { readStdoutLines } from "./stdout-lines.ts";

export interface FileReport {
  readonly file: string;
  readonly counts: StreamCounts;
  /** Sorted by line. */
  readonly findings: readonly Finding[];
}

export async function checkFile(file: string, chunks: AsyncIterable<Uint8Array>): Promise<FileReport> {
  const counts: StreamCounts = { lines: 0, events: 0, turns: 0, calls: 0 };
  const findings: Finding[] = [];
  const add = (found: Finding): void => void findings.push(found);
  let stream: StreamCheck | undefined;
  for await (const read of readStdoutLines(chunks)) {
    if (read.kind === "broken") add(createFinding("malformed", read.line, "not a line of a recording"));
    else if (read.kind === "start") {
      stream?.end();
      stream = undefined;
    } else {
      stream ??= createStreamCheck(add, counts);
      stream.onLine(read.bytes, read.line);
    }
  }
  stream?.end();
  if (counts.lines === 0) add(createFinding("empty", 0, "it contains no line of a stream"));
  findings.sort((a, b) => a.line - b.line);
  return { file, counts, findings };
}
