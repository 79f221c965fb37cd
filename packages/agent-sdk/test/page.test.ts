// docs/from-the-agent-sdk.md agrees with the code.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as entry from "../src/index.ts";
import { OPTION_TABLE } from "../src/options/option-table.ts";
import { EXPORTS, METHODS, type Row } from "./name-tables.ts";

const page = readFileSync(new URL("../../../docs/from-the-agent-sdk.md", import.meta.url), "utf8");

function renderTable(rows: Readonly<Record<string, Row>>, call = ""): string {
  const lines = Object.entries(rows).map(
    ([name, { support, note }]) => `| \`${name}${call}\` | ${support} | ${note} |`,
  );
  return ["| name | here | |", "|---|---|---|", ...lines].join("\n").replaceAll("|  |", "| |");
}

describe("docs/from-the-agent-sdk.md", () => {
  test.each([
    ["options", renderTable(OPTION_TABLE)],
    ["methods of a query", renderTable(METHODS, "()")],
    ["exports", renderTable(EXPORTS)],
  ])("has the table of the %s", (_what, table) => {
    // `-u` writes nothing here: copy the table into the page.
    expect(page).toContain(table);
  });

  test("counts the options", () => {
    const supports = Object.values(OPTION_TABLE).map(({ support }) => support);
    const count = (one: string): number => supports.filter((support) => support === one).length;
    expect(page).toContain(
      `Of its ${supports.length} options, ${count("same")} are the same, ${count("better")} better, and ${count("absent")} absent`,
    );
  });

  test("agrees with the exports of the package", () => {
    const present = Object.keys(EXPORTS).filter((name) => EXPORTS[name]?.support !== "absent");
    expect(Object.keys(entry).toSorted()).toEqual(present.toSorted());
  });
});
