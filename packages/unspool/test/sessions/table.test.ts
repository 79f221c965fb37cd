import { describe, expect, it } from "vitest";
import { ageOf } from "../../src/sessions/age.ts";
import { headLine, sessionLine } from "../../src/sessions/table.ts";
import { columnsOf } from "../../src/terminal/width.ts";

const session = {
  id: "11111111-0000-4000-8000-000000000001",
  file: "x",
  cwd: "/home/me/プロジェクト/a-long-name-of-a-folder/and-another",
  startedAt: 0,
  updatedAt: 0,
  firstPrompt: "漢字".repeat(100),
  title: undefined,
  version: undefined,
  messageCount: 1234,
  isMessageCountExact: false,
  sizeBytes: 1,
};

describe("the table of sessions", () => {
  it.each([40, 63, 64, 80, 119, 120, 200])("fits into %i columns", (columns) => {
    const options = { now: 0, home: "/home/me", columns };
    const text = sessionLine(session, options)
      .map((part) => part.text)
      .join("");
    expect(columnsOf(text)).toBeLessThanOrEqual(columns);
    expect(text).toContain("~1234");
    expect(headLine(options)[0]?.text).toContain("title");
  });

  it("shows the end of a long folder, below the home folder", () => {
    const text = sessionLine(session, { now: 0, home: "/home/me", columns: 200 }).map((part) => part.text);
    expect(text[3]).toMatch(/^ {2}….*and-another$/);
    expect(sessionLine(session, { now: 0, home: "/home/me", columns: Infinity })[3]?.text).toMatch(/^ {2}~\/プロ/);
  });
});

describe("the age of a session", () => {
  it.each([
    [59_000, "now"],
    [60_000, "1 min"],
    [3_600_000, "1 h"],
    [86_400_000, "1 d"],
    [-5, "now"],
  ])("of %i ms is %s", (age, text) => {
    expect(ageOf(1e12, 1e12 + age)).toBe(text);
  });

  it("of a month is its day", () => {
    expect(ageOf(0, 40 * 86_400_000)).toBe("1970-01-01");
  });
});
