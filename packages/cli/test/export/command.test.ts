import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, cpSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import type { ExitStatus, Io } from "../../src/cli/io.ts";
import { main } from "../../src/main.ts";
import { runCommand } from "../run-command.ts";
import { init, recording, says, SESSION_ID } from "./session-lines.ts";
import { transcriptsPath } from "../../../../fixtures/load.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-export-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: ExitStatus;
  readonly out: string;
  readonly err: string;
}

async function run(
  words: readonly string[],
  given: {
    readonly stdin?: string;
    readonly isTTY?: boolean;
    readonly env?: Io["env"];
    readonly signal?: AbortSignal;
  } = {},
): Promise<Ran> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const stdout = Object.assign(new PassThrough(), { isTTY: given.isTTY });
  const stderr = new PassThrough();
  stdout.on("data", (chunk: Buffer) => out.push(chunk));
  stderr.on("data", (chunk: Buffer) => err.push(chunk));
  const signal = given.signal ?? new AbortController().signal;
  const code = await main(
    ["export", ...words],
    {
      stdin: Readable.from([Buffer.from(given.stdin ?? "")]),
      stdout,
      stderr,
      env: given.env ?? {},
      cwd: folder,
      signal,
    },
    "0.0.0",
  );
  await new Promise((done) => setImmediate(done));
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

writeFileSync(join(folder, "stream.ndjson"), recording());

describe("unspool export", () => {
  it("writes a page to stdout from a file or from stdin", async () => {
    const fromFile = await run(["stream.ndjson", "--html"]);
    const fromStdin = await run(["-", "--html"], { stdin: recording() });
    expect(fromFile).toMatchObject({ code: 0, err: "" });
    expect(fromFile.out).toMatch(/^<!doctype html>[^]*<\/html>\n$/);
    expect(fromStdin.out).toBe(fromFile.out);
  });

  it("takes the format from the file name and reports what it wrote", async () => {
    const { code, out, err } = await run(["stream.ndjson", "-o", "page.md"]);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toMatch(/^page\.md: cost \$0\.18, turns 1,/);
    expect(readFileSync(join(folder, "page.md"), "utf8")).toMatch(/^# npm test fails/);
  });

  it("does not overwrite a file by default", async () => {
    writeFileSync(join(folder, "mine.html"), "mine");
    const refused = await run(["stream.ndjson", "-o", "mine.html"]);
    expect(refused).toMatchObject({
      code: 2,
      err: "unspool: mine.html exists already: give another name, or add --force.\n",
    });
    expect(readFileSync(join(folder, "mine.html"), "utf8")).toBe("mine");
    expect((await run(["stream.ndjson", "-o", "mine.html", "--force"])).code).toBe(0);
    expect(readFileSync(join(folder, "mine.html"), "utf8")).toMatch(/^<!doctype html>/);
  });

  it("accepts a recording", async () => {
    const lines = recording().trimEnd().split("\n");
    const recorded = [
      JSON.stringify({ unspool: "recording", version: 1, startedAt: "2026-01-01T00:00:00.000Z", args: [] }),
      ...lines.map((line, t) => JSON.stringify({ t, out: line })),
    ];
    writeFileSync(join(folder, "recorded.ndjson"), `${recorded.join("\n")}\n`);
    expect((await run(["recorded.ndjson", "--md"])).out).toBe((await run(["stream.ndjson", "--md"])).out);
  });

  it.each([
    [[], ["Hello?"]],
    [["--replay-user-messages"], []],
  ])("shows the prompts of a recording that the CLI with %j does not repeat", async (args, told) => {
    const recorded = [
      { unspool: "recording", version: 1, startedAt: "2026-01-01T00:00:00.000Z", args },
      { t: 1, in: JSON.stringify({ type: "control_request", request_id: "1", request: { subtype: "initialize" } }) },
      { t: 2, in: JSON.stringify({ type: "user", session_id: "", message: { role: "user", content: "Hello?" } }) },
      { t: 3, out: init().trimEnd() },
      { t: 4, out: says([{ type: "text", text: "Hi." }]).trimEnd() },
    ];
    const { out } = await run(["-", "--md"], { stdin: recorded.map((line) => `${JSON.stringify(line)}\n`).join("") });
    expect(out.match(/(?<=\*\*You:\*\*\n\n).*/g) ?? []).toEqual(told);
    expect(out).toContain("Hi.");
  });

  it("accepts a session on this machine by id or file, with its agents", async () => {
    const source = join(transcriptsPath, "2.1.325/agents");
    const name =
      readdirSync(source).find((file) => /^[\w-]{36}\.jsonl$/.test(file)) ??
      readdirSync(source).find((file) => file.endsWith(".jsonl")) ??
      "";
    const from = name.replace(/\.jsonl$/, "");
    const project = join(folder, "claude/projects/-work");
    mkdirSync(project, { recursive: true });
    cpSync(join(source, name), join(project, `${SESSION_ID}.jsonl`));
    if (readdirSync(source).includes(from)) cpSync(join(source, from), join(project, SESSION_ID), { recursive: true });
    const byId = await run([SESSION_ID, "--html"], { env: { CLAUDE_CONFIG_DIR: join(folder, "claude") } });
    expect(byId).toMatchObject({ code: 0, err: "" });
    expect(byId.out).toContain('class="agent"');
    expect((await run([join(project, `${SESSION_ID}.jsonl`), "--html"])).out).toBe(byId.out);
    const byBeginning = await run([SESSION_ID.slice(0, 6), "--html"], {
      env: { CLAUDE_CONFIG_DIR: join(folder, "claude") },
    });
    expect(byBeginning.out).toBe(byId.out);
  });

  it.skipIf(process.platform === "win32")("does not block on a pipe that is named like an agent's file", async () => {
    const project = join(folder, "pipes");
    mkdirSync(join(project, SESSION_ID, "subagents"), { recursive: true });
    const source = join(transcriptsPath, "2.1.325/simple");
    const name = readdirSync(source).find((file) => file.endsWith(".jsonl")) ?? "";
    cpSync(join(source, name), join(project, `${SESSION_ID}.jsonl`));
    execFileSync("mkfifo", [join(project, SESSION_ID, "subagents/agent-x.jsonl"), join(project, "agent-y.jsonl")]);
    expect(await run([join(project, `${SESSION_ID}.jsonl`), "--md"])).toMatchObject({ code: 0, err: "" });
  });

  it.each([
    ["2.1.325", "Cost | $0.0027", "Tokens in | 72"],
    ["2.0.76", "Cost | $", "Agents | 2"],
  ])("computes the cost of a transcript of %s as stats does, agents included", async (version, ...told) => {
    const source = join(transcriptsPath, version, "agents");
    const name = readdirSync(source).find((file) => /^[\w-]{36}\.jsonl$/.test(file)) ?? "";
    const { out } = await run([join(source, name), "--md"]);
    for (const words of told) expect(out).toContain(words);
    const stats = await runCommand(["stats", "--json", source]);
    const { total } = JSON.parse(stats.out) as { readonly total: { readonly costUsd: number } };
    expect(out).toContain(`Cost | $${total.costUsd.toFixed(4)} |`);
  });

  it.each([
    [[], "Nothing to export: give a file, a session id, or - for stdin."],
    [["stream.ndjson"], "The format is not known: add --html or --md."],
    [["stream.ndjson", "--html", "--md"], "--html and --md exclude each other: give one of them."],
    [["missing.ndjson", "--md"], "There is no file missing.ndjson."],
    [
      ["missing", "--md"],
      "There is no file missing, and no session of this machine starts with that id. See: unspool sessions",
    ],
    [["a", "b", "--md"], 'A page has one session: remove "b".'],
    [["stream.ndjson", "-o", "no/such/folder.md"], "no/such/folder.md cannot be written (ENOENT)."],
    [["empty.txt", "--md"], "There is no session in empty.txt: it takes stream-json, a recording, or a transcript."],
  ])("%j is refused in one sentence", async (words, sentence) => {
    writeFileSync(join(folder, "empty.txt"), "hello\n");
    expect(await run(words)).toEqual({ code: 2, out: "", err: `unspool: ${sentence}\n` });
  });

  it("refuses to print HTML to a terminal", async () => {
    expect((await run(["stream.ndjson", "--html"], { isTTY: true })).code).toBe(2);
    expect((await run(["stream.ndjson", "--md"], { isTTY: true })).code).toBe(0);
  });

  it("leaves no incomplete file when interrupted", async () => {
    const leave = new AbortController();
    leave.abort();
    expect((await run(["stream.ndjson", "-o", "half.html"], { signal: leave.signal })).code).toBe(130);
    expect(readdirSync(folder)).not.toContain("half.html");
  });

  it("redacts by default and not with --no-redact", async () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const stdin = init() + says([{ type: "text", text: `token ${secret}` }]);
    expect((await run(["-", "--md"], { stdin })).out).not.toContain(secret);
    expect((await run(["-", "--md", "--no-redact"], { stdin })).out).toContain(secret);
  });
});
