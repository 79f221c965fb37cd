// All cells of some files at once, and tables of them: for trees that are small enough.

import type { Cell } from "../../src/stats/cells.ts";
import { collect, type Collected } from "../../src/stats/collect.ts";
import { createDayOf } from "../../src/stats/moment.ts";
import type { Paths } from "../../src/stats/texts.ts";
import { createReporter, type Group, type Range, type Report } from "../../src/stats/report.ts";

export async function collectCells(files: Paths): Promise<Collected & { readonly cells: readonly Cell[] }> {
  const cells: Cell[] = [];
  const options = { dayOf: createDayOf("UTC"), signal: new AbortController().signal };
  const collected = await collect(files, {
    ...options,
    onCell: (cell) => cells.push({ ...cell, figures: { ...cell.figures } }),
  });
  return { ...collected, cells };
}

export function report(cells: readonly Cell[], by: Group, range?: Range): Report {
  const reporter = createReporter(by, range);
  for (const cell of cells) reporter.add(cell);
  return reporter.end();
}
