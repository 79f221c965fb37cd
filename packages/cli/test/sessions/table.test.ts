import { describe, expect, it } from "vitest";
import { formatAge, formatHeading, formatHit, formatSession } from "../../src/sessions/table.ts";
import { measureColumns } from "../../src/terminal/width.ts";

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
  it.each([40, 55, 56, 71, 72, 80, 119, 120, 200])("fits into %i columns", (columns) => {
    const options = { now: 0, home: "/home/me", columns };
    const text = formatSession(session, 12.345, options)
      .map((part) => part.text)
      .join("");
    expect(measureColumns(text)).toBeLessThanOrEqual(columns);
    expect(text).toContain("~1234");
    expect(text.includes("$12.35")).toBe(columns >= 56);
    expect(formatHeading(options)[0]?.text).toContain("title");
  });

  it("shows the age of an old session in days if a date does not fit, and gives the columns to the title", () => {
    const [narrow, wide] = [60, 80].map((columns) =>
      formatSession(session, 1, { now: 400 * 86_400_000, home: "/home/me", columns }).map((part) => part.text),
    );
    expect(narrow?.[0]).toBe("400 d ");
    expect(wide?.[0]).toBe("1970-01-01");
    expect(formatHeading({ now: 0, home: undefined, columns: 60 })[0]?.text).toMatch(/^age {5}session/);
  });

  it("shows the end of a long folder, below the home folder", () => {
    const text = formatSession(session, undefined, { now: 0, home: "/home/me", columns: 200 }).map((part) => part.text);
    expect(text[4]).toMatch(/^ {2}….*and-another$/);
    expect(formatSession(session, undefined, { now: 0, home: "/home/me", columns: Infinity })[4]?.text).toMatch(
      /^ {2}~\/プロ/,
    );
  });
});

describe("a search hit", () => {
  const hit = {
    sessionId: session.id,
    file: "/home/me/.claude/projects/-home-me-a-long-name-of-a-folder/11111111-0000-4000-8000-000000000001/subagents/agent-a1.jsonl",
    line: 12,
    role: "tool",
    agentId: "a1",
    at: 0,
    cwd: undefined,
    snippet: "words ".repeat(60),
  } as const;

  it.each([40, 80, 120])("fits into %i columns, with the end of its path", (columns) => {
    const lines = formatHit(hit, { now: 0, home: "/home/me", columns }).map((line) =>
      line.map((part) => part.text).join(""),
    );
    for (const line of lines) expect(measureColumns(line)).toBeLessThanOrEqual(columns);
    expect(lines[0]).toMatch(/tool \(agent\)/);
    if (columns >= 80) expect(lines[0]).toMatch(/agent-a1\.jsonl:12$/);
  });

  it("is complete in a pipe, with ~ for the home folder", () => {
    const [line] = formatHit(hit, { now: 0, home: "/home/me", columns: Infinity });
    expect(line?.map((part) => part.text).join("")).toContain("  ~/.claude/projects/-home-me-a-long-name-of-a-folder/");
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
    expect(formatAge(1e12, 1e12 + age)).toBe(text);
  });

  it("of more than a month is a date", () => {
    expect(formatAge(0, 40 * 86_400_000)).toBe("1970-01-01");
  });
});
