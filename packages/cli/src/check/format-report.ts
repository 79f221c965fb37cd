// Formats findings for people: one line each, with file:line that terminals make a link of, and a summary.

import { sanitize } from "../terminal/sanitize.ts";
import { span, type Line } from "../terminal/style.ts";
import type { FileReport } from "./check-file.ts";
import type { Finding, FindingCode } from "./finding.ts";

export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
}

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const errors = findings.filter(({ level }) => level === "error").length;
  return { errors, warnings: findings.length - errors };
}

/** @param maxPerCode number of findings per code that are listed */
export function formatReport({ file, counts, findings }: FileReport, maxPerCode: number): readonly Line[] {
  const name = sanitize(file === "-" ? "stdin" : file).replaceAll("\n", " ");
  const countByCode = new Map<FindingCode, number>();
  const lines: Line[] = [];
  for (const { level, code, line, message } of findings) {
    const count = (countByCode.get(code) ?? 0) + 1;
    countByCode.set(code, count);
    if (count > maxPerCode) continue;
    const location = line === 0 ? name : `${name}:${line}`;
    const text = sanitize(message).replaceAll("\n", " ");
    lines.push([span(`${location}: `), span(level, level === "error" ? "bad" : "warn"), span(` ${code}: ${text}`)]);
  }
  for (const [code, count] of countByCode) {
    if (count > maxPerCode)
      lines.push([span(`${name}: … and ${count - maxPerCode} more of ${code} (--all shows them)`)]);
  }
  const { errors, warnings } = countFindings(findings);
  const summary = errors === 0 ? span("well formed", "good") : span(pluralize(errors, "error"), "bad");
  const further = warnings === 0 ? "" : `, ${pluralize(warnings, "warning")}`;
  const size = [
    pluralize(counts.lines, "line"),
    pluralize(counts.turns, "turn"),
    pluralize(counts.calls, "tool call"),
  ].join(", ");
  lines.push([span(`${name}: `), summary, span(`${further} (${size})`)]);
  return lines;
}

function pluralize(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
