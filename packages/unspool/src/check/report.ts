// What was found, for a person: one line each as editors and terminals make links of, and a summary.

import { sanitize } from "../terminal/sanitize.ts";
import { span, type Line } from "../terminal/style.ts";
import type { FileReport } from "./check-file.ts";
import type { Finding, FindingCode } from "./finding.ts";

export interface Tally {
  readonly errors: number;
  readonly warnings: number;
}

export function tallyOf(findings: readonly Finding[]): Tally {
  const errors = findings.filter(({ level }) => level === "error").length;
  return { errors, warnings: findings.length - errors };
}

/** @param maxPerCode how many of a kind are told one by one */
export function reportLines({ file, counts, findings }: FileReport, maxPerCode: number): readonly Line[] {
  const name = sanitize(file === "-" ? "stdin" : file).replaceAll("\n", " ");
  const told = new Map<FindingCode, number>();
  const lines: Line[] = [];
  for (const { level, code, line, message } of findings) {
    const count = (told.get(code) ?? 0) + 1;
    told.set(code, count);
    if (count > maxPerCode) continue;
    const place = line === 0 ? name : `${name}:${line}`;
    const text = sanitize(message).replaceAll("\n", " ");
    lines.push([span(`${place}: `), span(level, level === "error" ? "bad" : "warn"), span(` ${code}: ${text}`)]);
  }
  for (const [code, count] of told) {
    if (count > maxPerCode)
      lines.push([span(`${name}: … and ${count - maxPerCode} more of ${code} (--all shows them)`)]);
  }
  const { errors, warnings } = tallyOf(findings);
  const verdict = errors === 0 ? span("well formed", "good") : span(number(errors, "error"), "bad");
  const further = warnings === 0 ? "" : `, ${number(warnings, "warning")}`;
  const size = [number(counts.lines, "line"), number(counts.turns, "turn"), number(counts.calls, "tool call")].join(
    ", ",
  );
  lines.push([span(`${name}: `), verdict, span(`${further} (${size})`)]);
  return lines;
}

function number(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
