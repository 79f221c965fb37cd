// The page for those who come from the official SDK says what the code does.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as entry from "../../src/agent-sdk/index.ts";
import { OPTION_TABLE } from "../../src/agent-sdk/option-table.ts";
import { EXPORTS, METHODS, type Row } from "./name-tables.ts";

const page = readFileSync(new URL("../../../../docs/from-the-agent-sdk.md", import.meta.url), "utf8");

function tableOf(rows: Readonly<Record<string, Row>>, call = ""): string {
  const lines = Object.entries(rows).map(
    ([name, { verdict, note }]) => `| \`${name}${call}\` | ${verdict} | ${note} |`,
  );
  return ["| name | here | |", "|---|---|---|", ...lines].join("\n").replaceAll("|  |", "| |");
}

describe("docs/from-the-agent-sdk.md", () => {
  test.each([
    ["options", tableOf(OPTION_TABLE)],
    ["methods of a query", tableOf(METHODS, "()")],
    ["exports", tableOf(EXPORTS)],
  ])("has the table of the %s", (_what, table) => {
    // `-u` writes nothing here: copy the table into the page.
    expect(page).toContain(table);
  });

  test("counts the options", () => {
    const verdicts = Object.values(OPTION_TABLE).map(({ verdict }) => verdict);
    const count = (one: string): number => verdicts.filter((verdict) => verdict === one).length;
    expect(page).toContain(
      `Of its ${verdicts.length} options, ${count("same")} are the same, ${count("better")} better, and ${count("absent")} absent`,
    );
  });

  test("what it calls absent is absent, and what it calls present is there", () => {
    const present = Object.keys(EXPORTS).filter((name) => EXPORTS[name]?.verdict !== "absent");
    expect(Object.keys(entry).toSorted()).toEqual(present.toSorted());
  });
});
