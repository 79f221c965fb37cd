// All cells of some files at once, and tables of them: for trees that are small enough.

import type { Cell } from "../../src/stats/tally/cells.ts";
import { collect, type Collected } from "../../src/stats/collect.ts";
import { createDayFormatter } from "../../src/stats/tally/day.ts";
import type { StringList } from "../../src/stats/store/string-arena.ts";
import { createReporter, type Group, type DayRange, type Report } from "../../src/stats/report/report.ts";

export async function collectCells(files: StringList): Promise<Collected & { readonly cells: readonly Cell[] }> {
  const cells: Cell[] = [];
  const options = { formatDay: createDayFormatter("UTC"), signal: new AbortController().signal };
  const collected = await collect(files, {
    ...options,
    onCell: (cell) => cells.push({ ...cell, usage: { ...cell.usage } }),
  });
  return { ...collected, cells };
}

export function report(cells: readonly Cell[], by: Group, range?: DayRange): Report {
  const reporter = createReporter(by, range);
  for (const cell of cells) reporter.add(cell);
  return reporter.end();
}
