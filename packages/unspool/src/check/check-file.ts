// A whole file or stdin: one start of the CLI after the other.

import { createStreamCheck, type StreamCheck, type StreamCounts } from "./check-stream.ts";
import { finding, type Finding } from "./finding.ts";
import { saidLines } from "./said-lines.ts";

export interface FileReport {
  readonly file: string;
  readonly counts: StreamCounts;
  /** In the order of their lines. */
  readonly findings: readonly Finding[];
}

export async function checkFile(file: string, chunks: AsyncIterable<Uint8Array>): Promise<FileReport> {
  const counts: StreamCounts = { lines: 0, events: 0, turns: 0, calls: 0 };
  const findings: Finding[] = [];
  const add = (found: Finding): void => void findings.push(found);
  let stream: StreamCheck | undefined;
  for await (const said of saidLines(chunks)) {
    if (said.kind === "broken") add(finding("malformed", said.line, "no line of a recording"));
    else if (said.kind === "start") {
      stream?.end();
      stream = undefined;
    } else {
      stream ??= createStreamCheck(add, counts);
      stream.take(said.bytes, said.line);
    }
  }
  stream?.end();
  if (counts.lines === 0) add(finding("empty", 0, "there is no line of a stream in it"));
  findings.sort((a, b) => a.line - b.line);
  return { file, counts, findings };
}
