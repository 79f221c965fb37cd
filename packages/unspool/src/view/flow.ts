// Short facts with dots between them. A line is broken between two facts, and the dot there is left out.

import { span, type Line, type Style } from "../terminal/style.ts";
import { columnsOf } from "../terminal/width.ts";
import { wrap } from "./wrap.ts";

export function flow(facts: readonly (string | undefined)[], width: number, ...styles: readonly Style[]): Line[] {
  const lines: string[] = [];
  for (const fact of facts) {
    if (fact === undefined || fact === "") continue;
    const last = lines.at(-1);
    if (last !== undefined && columnsOf(last) + 3 + columnsOf(fact) <= width)
      lines[lines.length - 1] = `${last} · ${fact}`;
    else lines.push(fact);
  }
  return lines.flatMap((line) => wrap([span(line, ...styles)], width));
}
