// `unspool stats` as it is used: real transcripts and recordings in, table, JSON and CSV out.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, cpSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { formatCsv } from "../../src/stats/report/csv.ts";
import { loadRun, toPath, transcriptsPath as TRANSCRIPTS } from "../../../../fixtures/load.ts";
import type { Report } from "../../src/stats/report/report.ts";
import { runCommand, type World } from "../run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-stats-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function json(words: readonly string[], world: World = {}): Promise<Report> {
  const { code, out, err } = await runCommand(["stats", "--json", "--timezone", "UTC", ...words], world);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Report;
}

describe("transcripts of real CLIs", () => {
  it("count the cost-states of a resumed and forked session once", async () => {
    const { rows, total } = await json(["--by", "session", join(TRANSCRIPTS, "2.1.325/cost-forked")]);
    // The fork's own total is 0.003584, of which 0.002688 were its origin's.
    expect(
      rows.map(({ name, costUsd, messages, turns }) => [name.slice(0, 4), costUsd.toFixed(6), messages, turns]),
    ).toEqual([
      ["3be0", "0.002688", 7, 6],
      ["6f50", "0.000896", 2, 2],
    ]);
    expect(total.costUsd).toBeCloseTo(0.003584, 9);
    // 12 and 20 for each, but 1 for the one that was cut off.
    expect([total.inputTokens, total.outputTokens]).toEqual([9 * 12, 8 * 20 + 1]);
  });

  it.each(["1.0.128", "2.1.74"])(
    "of a fork in %s count each message for the session it was said in",
    async (version) => {
      const { rows, total } = await json(["--by", "session", join(TRANSCRIPTS, version, "cost-forked")]);
      expect(rows.map(({ messages }) => messages)).toEqual([6, 2]);
      expect([total.inputTokens, total.outputTokens]).toEqual([8 * 12, 8 * 20]);
      expect(total.costUsd).toBeCloseTo((8 * (12 * 3 + 20 * 15)) / 1e6, 9);
    },
  );

  it.each([
    ["1.0.128", ["main", "agent"]],
    ["2.0.76", ["main", "agent"]],
    ["2.1.74", ["main", "general-purpose"]],
    ["2.1.200", ["main", "general-purpose"]],
    ["2.1.325", ["main", "general-purpose"]],
  ])("of %s have their agents' files counted under their kind", async (version, names) => {
    const { rows, total } = await json(["--by", "agent", join(TRANSCRIPTS, version, "agents")]);
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(total.agents).toBe(2);
    expect(rows.find(({ name }) => name !== "main")!.messages).toBeGreaterThanOrEqual(4);
  });

  it("show the time and the failures of tools", async () => {
    const { rows } = await json(["--by", "tool", join(TRANSCRIPTS, "2.1.325/interrupt-tool")]);
    const bash = rows.find(({ name }) => name === "Bash")!;
    expect(bash.toolCalls).toBeGreaterThan(0);
    expect(bash.toolFailures).toBeGreaterThan(0);
    expect(bash.toolMs).toBeGreaterThan(0);
  });
});

describe("the sources of unspool stats", () => {
  it("default to the projects of CLAUDE_CONFIG_DIR, each file once", async () => {
    const projects = join(folder, "config/projects/-home-ann-kiln");
    cpSync(join(TRANSCRIPTS, "2.1.74/simple"), projects, { recursive: true });
    symlinkSync(projects, join(folder, "config/projects/again"));
    symlinkSync(join(folder, "config/projects"), join(projects, "round"));
    const env = { CLAUDE_CONFIG_DIR: join(folder, "config") };
    const { total } = await json([], { env });
    expect([total.messages, total.inputTokens, total.sessions]).toEqual([2, 24, 1]);
    // A pipe with nothing in it is no stream.
    expect((await json([], { env, stdin: "" })).total).toEqual(total);
  });

  it("include a stream on stdin, plain or as a recording", async () => {
    const stream = loadRun("recordings/2.1.325/agents").stdout;
    const plain = await json(["--by", "tool"], { stdin: stream });
    expect(plain.total).toMatchObject({ inputTokens: 72, outputTokens: 120, turns: 1, agents: 2 });
    const lines = stream.toString("utf8").trimEnd().split("\n");
    const header = { unspool: "recording", version: 1, startedAt: "2026-11-15T12:00:00.000Z" };
    const recorded = [header, ...lines.map((out, place) => ({ t: place * 100, out }))]
      .map((line) => JSON.stringify(line))
      .join("\n");
    const file = join(folder, "run.jsonl");
    writeFileSync(file, recorded);
    const kept = await json(["--by", "day", file]);
    expect(kept.rows.map(({ name }) => name)).toEqual(["2026-11-15"]);
    expect(kept.total).toMatchObject({ inputTokens: 72, outputTokens: 120, turns: 1, agents: 2 });
    expect(kept.total.costUsd).toBeCloseTo(0.002688, 9);
    // By the recording's own clock.
    expect(kept.total.toolMs % 100).toBe(0);
    expect(kept.total.toolMs).toBeGreaterThan(0);
  });

  it.each([
    [["/no/such/folder"], /^unspool: There is no file \/no\/such\/folder: give .*\.\n$/],
    [["--since", "yesterday"], /2026-11-15/],
    [["--since", "2026-02-31"], /2026-02-31/],
    [["--timezone", "Mars/Olympus"], /Mars\/Olympus/],
    [["--by", "weather"], /day, session, project/],
    [["--json", "--csv"], /exclude each other/],
  ])("rejects %j with one sentence", async (words, message) => {
    const { code, err, out } = await runCommand(["stats", ...words]);
    expect({ code, out, lines: err.split("\n").length }).toEqual({ code: 2, out: "", lines: 2 });
    expect(err).toMatch(message);
  });
});

describe("the output of unspool stats", () => {
  const hostile = join(folder, "hostile");
  mkdirSync(hostile);
  const usage = { input_tokens: 1_000_000, output_tokens: 10 };
  const content = [{ type: "tool_use", id: "toolu_1", name: "\u001B[31m=cmd|' /C calc'!A0,\"x\"\u202E", input: {} }];
  const entry = {
    type: "assistant",
    sessionId: "s",
    uuid: "u",
    timestamp: "2026-11-15T20:00:00.000Z",
    cwd: `/home/ann/${"東京".repeat(40)}`,
    message: { id: "msg_1", model: "claude-opus-4-5", usage, content },
  };
  writeFileSync(join(hostile, "s.jsonl"), `${JSON.stringify(entry)}\r\n`);

  it.each([20, 40, 80, 200])("fits %i columns", async (columns) => {
    for (const by of ["project", "tool", "day"]) {
      const { out } = await runCommand(["stats", "--by", by, hostile], {
        isTerminal: true,
        columns,
        env: { NO_COLOR: "1" },
      });
      const { measureColumns } = await import("../../src/terminal/width.ts");
      for (const line of out.split("\n")) expect(measureColumns(line)).toBeLessThanOrEqual(columns);
    }
  });

  it("names the columns that a narrow terminal omits", async () => {
    const env = { NO_COLOR: "1" };
    const narrow = await runCommand(["stats", hostile], { isTerminal: true, columns: 60, env });
    expect(narrow.out.slice(narrow.out.indexOf("No room")).replaceAll(/\s+/g, " ")).toMatch(
      /^No room for .*cache write.*messages.*: --json and --csv have everything\. $/,
    );
    for (const world of [{ isTerminal: true, columns: 200, env }, {}])
      expect((await runCommand(["stats", hostile], world)).out).not.toContain("No room");
  });

  it("lets no control character of a name reach a terminal", async () => {
    for (const format of [[], ["--csv"], ["--json"]]) {
      const { out } = await runCommand(["stats", "--by", "tool", hostile, ...format], {
        isTerminal: true,
        env: { NO_COLOR: "1" },
      });
      // oxlint-disable-next-line no-control-regex -- these are what must not be there
      expect(out).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202E]/);
      expect(out).toContain("calc");
    }
  });

  it("has no escape codes in a pipe, and colors on request", async () => {
    expect((await runCommand(["stats", hostile])).out).not.toContain("\u001B");
    expect((await runCommand(["stats", hostile], { isTerminal: true })).out).toContain("\u001B[1m");
    expect((await runCommand(["stats", "--no-color", hostile], { isTerminal: true })).out).not.toContain("\u001B");
  });

  it("quotes CSV, and marks a name that looks like a formula as text", async () => {
    const { out } = await runCommand(["stats", "--csv", "--by", "tool", hostile]);
    const [head, row] = out.split("\r\n");
    expect(head).toMatch(/^tool,costUsd,inputTokens,/);
    expect(row?.startsWith('"\'=cmd|\' /C calc\'!A0,""x""')).toBe(true);
    const formula = join(folder, "formula");
    mkdirSync(formula);
    writeFileSync(join(formula, "s.jsonl"), `${JSON.stringify({ ...entry, cwd: "=1+1" })}\n`);
    expect((await runCommand(["stats", "--csv", "--by", "project", formula])).out.split("\r\n")[1]).toMatch(/^'=1\+1,/);
  });

  it("has no control sequence and no formula in CSV, even in a pipe", () => {
    const names = ["\u001B[0m=cmd|' /C calc'!A0", "a;=1+1", " @SUM(1)", "＝1", "\u009B2Jred\u202E", "x\r\n-1"];
    const rows = names.map((name) => ({ name, costUsd: 0, project: "\u001B]0;owned\u0007/home/me" }));
    const [, ...lines] = formatCsv({ by: "session", rows } as unknown as Report);
    expect(lines.map((line) => line.split(",0,")[0])).toEqual([
      "'=cmd|' /C calc'!A0",
      '"a;=1+1"',
      "' @SUM(1)",
      "'＝1",
      "red<U+202E>",
      "x -1",
    ]);
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    expect(lines.join("\n")).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/);
  });

  it("has the days of the chosen time zone", async () => {
    const rowsIn = async (zone: string): Promise<string | undefined> =>
      (await json(["--timezone", zone, hostile])).rows[0]?.name;
    expect([await rowsIn("UTC"), await rowsIn("Asia/Tokyo")]).toEqual(["2026-11-15", "2026-11-16"]);
  });

  it("counts the tokens of Qwen Code and reports that it has no price", async () => {
    const { out } = await runCommand(["stats", toPath("recordings/qwen-code-0.24.4/two-turns")]);
    expect(out).toContain("Not in the cost: qwen3-coder-plus, which have no list price.");
    expect(out).toMatch(/total +\$0\.00 +24 +40 /);
  });

  it("names the models without a list price", async () => {
    const unknown = join(folder, "unknown");
    mkdirSync(unknown);
    writeFileSync(
      join(unknown, "s.jsonl"),
      `${JSON.stringify({ ...entry, message: { ...entry.message, model: "gpt-oss" } })}\n`,
    );
    expect((await runCommand(["stats", unknown])).out).toContain("Not in the cost: gpt-oss, which have no list price.");
  });
});
