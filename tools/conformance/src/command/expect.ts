// Checks of printed text. Each returns problems as sentences.

import type { Ran } from "./run-check.ts";

/** Checks that the text contains the parts in this order. */
export function expectInOrder(text: string, ...parts: readonly string[]): readonly string[] {
  let place = 0;
  for (const part of parts) {
    const found = text.indexOf(part, place);
    if (found < 0) return [`no ${JSON.stringify(part)} at its place in:\n${indented(text)}`];
    place = found + part.length;
  }
  return [];
}

export function expectNone(text: string, part: string): readonly string[] {
  return text.includes(part) ? [`${JSON.stringify(part)} stands in:\n${indented(text)}`] : [];
}

export function expectEnd({ code, stderr }: Ran, wanted: number): readonly string[] {
  return code === wanted ? [] : [`exit code ${String(code)}, and ${wanted} was expected: ${stderr.trim()}`];
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `       ${line}`)
    .join("\n");
}
