// REFERENCE.md names all that users can name, and nothing that is gone.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as protocol from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { root } from "./workspace.ts";

const lines = readFileSync(join(root, "packages/protocol/REFERENCE.md"), "utf8").split("\n");
const { encode, EVENT_TYPES, initialState } = protocol;

describe("REFERENCE.md", () => {
  it("has a row for every event, and for no other", () => {
    expect(namesUnder("event")).toEqual([...EVENT_TYPES].sort());
  });

  it("has a row for every field of the state, and for no other", () => {
    expect(namesUnder("state")).toEqual(Object.keys(initialState()).sort());
  });

  it("has a row for every encoder, and for no other", () => {
    const { documented, ...others } = encode;
    const names = [...Object.keys(others), ...Object.keys(documented).map((name) => `documented.${name}`)];
    expect(namesUnder("encode")).toEqual(names.map((name) => `encode.${name}`).sort());
  });

  it("names every exported value", () => {
    const named = new Set(lines.flatMap(codeNames));
    expect(named).toContain("encode.documented");
    expect(Object.keys(protocol).filter((name) => !named.has(name))).toEqual([]);
  });

  it("has as many cells in each row as its table has columns", () => {
    const uneven = tables().flatMap(([head = "", ...rows]) =>
      rows.filter((row) => splitCells(row).length !== splitCells(head).length),
    );
    expect(uneven).toEqual([]);
  });
});

/** What the first column names, over all tables in which it has this title, sorted. */
function namesUnder(title: string): string[] {
  const rows = tables().flatMap(([head = "", _rule, ...body]) => (splitCells(head)[0] === title ? body : []));
  return rows.map((row) => codeNames(splitCells(row)[0] ?? "").join()).sort();
}

/** The tables of the page, each as its lines: title row, rule, body. */
function tables(): string[][] {
  const found: string[][] = [];
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith("|")) continue;
    if (lines[index - 1]?.startsWith("|") === true) found.at(-1)?.push(line);
    else found.push([line]);
  }
  return found;
}

function splitCells(row: string): string[] {
  return row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** What stands in backticks, calls without their arguments. */
function codeNames(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replace(/\(.*/, ""));
}
