// A tree of 2,000 generated transcripts, counted twice: quickly, and slowly and obviously.

import { mkdtempSync, readFileSync, rmSync, truncateSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTree } from "../../../../tools/benchmarks/cli/stats/tree.mjs";
import { findFiles } from "../../src/stats/read/find-files.ts";
import { type Group, GROUPS, type Row } from "../../src/stats/report/report.ts";
import { collectCells, report } from "./collect-cells.ts";
import { type Counted, countSlowly } from "./reference.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-stats-"));
const root = join(folder, "projects");
const slow: Counted[] = [];

beforeAll(() => {
  let files = 0;
  // The slow way is quadratic in places: the tree is made of parts that know nothing of each other.
  for (let part = 0; files < 2000; part += 1) {
    files += makeTree(join(root, String(part)), { seed: part + 1, sessions: 40, textBytes: 60 }).files;
    // A writer that died in the middle of its last line.
    const last = findFiles([join(root, String(part))]).at(-1)!;
    truncateSync(last, statSync(last).size - 40);
    for (const file of [...findFiles([join(root, String(part))])].slice(0, 5)) moveAway(file);
    slow.push(...countSlowly(join(root, String(part))));
  }
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe("2,000 transcripts", () => {
  it.each(GROUPS)("give the same rows by %s as the slow reference implementation", async (by) => {
    const files = findFiles([root]);
    expect(files.length).toBeGreaterThanOrEqual(2000);
    const { cells, unpriced, unread } = await collectCells(files);
    expect([unpriced, unread]).toEqual([[], []]);
    const { rows } = report(cells, by);
    const expected = slowRows(by);
    expect(rows.map(({ name }) => name).sort()).toEqual([...expected.keys()].sort());
    for (const row of rows) {
      const own = expected.get(row.name)!;
      expect([row.name, toFigures(row)]).toEqual([row.name, toExpectedFigures(own)]);
      expect(row.costUsd).toBeCloseTo(
        own.reduce((sum, one) => sum + one.costUsd, 0),
        6,
      );
    }
  });

  it("give the same rows in any order of files", async () => {
    const files = findFiles([join(root, "0")]);
    const mainFirst = [...files].sort((left, right) => Number(isAgents(left)) - Number(isAgents(right)));
    const reversed = [
      ...mainFirst.filter((file) => !isAgents(file)).toReversed(),
      ...mainFirst.filter(isAgents).toReversed(),
    ];
    const [one, other] = [await collectCells(files), await collectCells(reversed)];
    const rowsOf = (cells: typeof one.cells): unknown =>
      report(cells, "session")
        .rows.map((row) => JSON.stringify([row.name, toFigures(row)]))
        .sort();
    expect(rowsOf(other.cells)).toEqual(rowsOf(one.cells));
    expect(report(other.cells, "day").total.costUsd).toBeCloseTo(report(one.cells, "day").total.costUsd, 6);
  });

  it("give only the rows of a range of days", async () => {
    const { cells } = await collectCells(findFiles([join(root, "1")]));
    const all = report(cells, "day").rows;
    const [since, until] = [all[3]!.name, all[6]!.name];
    const some = report(cells, "day", { since, until });
    expect(some.rows).toEqual(all.slice(3, 7));
    expect(some.total.costUsd).toBeCloseTo(
      some.rows.reduce((sum, row) => sum + row.costUsd, 0),
      8,
    );
  });
});

/** Somebody went to another folder in the middle of the session. */
function moveAway(file: string): void {
  const lines = readFileSync(file, "utf8").split("\n");
  const half = Math.ceil(lines.length / 2);
  const moved = lines.map((line, place) => (place < half ? line : line.replace(/"cwd":"[^"]*"/, '"cwd":"/elsewhere"')));
  writeFileSync(file, moved.join("\n"));
}

function isAgents(file: string): boolean {
  return /\/agent-[^/]+$/.test(file);
}

function slowRows(by: Group): Map<string, Counted[]> {
  const rows = new Map<string, Counted[]>();
  for (const one of slow) {
    const name = one[by];
    if (name === "") continue;
    const row = rows.get(name) ?? [];
    row.push(one);
    rows.set(name, row);
  }
  return rows;
}

function toFigures(row: Row): unknown {
  const {
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    messages,
    turns,
    toolCalls,
    toolFailures,
    toolMs,
  } = row;
  return {
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    messages,
    turns,
    toolCalls,
    toolFailures,
    toolMs,
  };
}

function toExpectedFigures(all: readonly Counted[]): unknown {
  const sum = (of: (one: Counted) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    inputTokens: sum((one) => one.input),
    outputTokens: sum((one) => one.output),
    cacheReadTokens: sum((one) => one.cacheRead),
    cacheWriteTokens: sum((one) => one.cacheWrite),
    messages: sum((one) => one.messages),
    turns: sum((one) => one.turns),
    toolCalls: sum((one) => one.calls),
    toolFailures: sum((one) => one.failures),
    toolMs: sum((one) => one.toolMs),
  };
}
