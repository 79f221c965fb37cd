// What the small commands do at a real terminal and not in a pipe: widths, safe JSON, Ctrl-C, and handing the terminal on.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { toPath } from "../../../../fixtures/load.ts";
import { simulatorPath, temporaryFolder } from "../process.ts";
import { useTerminals } from "../terminal/tmux.ts";

const terminals = useTerminals();
const folder = temporaryFolder();
afterAll(() => folder.remove());

const SESSION = "11111111-0000-4000-8000-000000000001";
const projects = join(folder.path, "config/projects/x");
mkdirSync(projects, { recursive: true });
writeFileSync(
  join(projects, `${SESSION}.jsonl`),
  `${JSON.stringify({
    sessionId: SESSION,
    cwd: folder.path,
    type: "user",
    uuid: "a",
    parentUuid: null,
    isSidechain: false,
    timestamp: "2030-01-01T00:00:00.000Z",
    message: { role: "user", content: `\u001B[2J${"漢字 and more ".repeat(20)}` },
  })}\n`,
);
const env = { CLAUDE_CONFIG_DIR: join(folder.path, "config"), HOME: folder.path, NO_COLOR: "1" };

describe("at a terminal", () => {
  it.each([60, 80, 130])("a session takes one line of %i columns", async (columns) => {
    const terminal = terminals.open(["sessions"], { columns, rows: 12, env });
    const screen = await terminal.screen(/exit 0/);
    const lines = screen.split("\n").filter((line) => line.trim() !== "");
    expect(lines.findIndex((line) => line.startsWith("age"))).toBe(lines.length - 3);
    expect(lines.at(-2)).toMatch(/^now +11111111.*…$/);
  });

  it("a session is resumed by claude itself, which gets the terminal", async () => {
    const claude = join(folder.path, "claude");
    const script = `#!${process.execPath}\nconsole.log(process.argv.slice(2).join(" "), process.stdin.isTTY, process.cwd());\nprocess.on("SIGINT", () => process.exit(6)); setInterval(() => {}, 1000); console.log("ready");`;
    writeFileSync(claude, script, { mode: 0o755 });
    const words = ["sessions", "--resume", "1111"];
    const terminal = terminals.open(words, { columns: 120, rows: 12, env: { ...env, UNSPOOL_CLAUDE: claude } });
    const screen = await terminal.screen(/^ready/m);
    expect(screen).toContain(`--resume ${SESSION} true ${folder.path}`);
    terminal.press("C-c");
    expect(await terminal.screen(/exit \d+/)).toContain("exit 6");
  });

  it("events are JSON without control characters", async () => {
    const file = join(folder.path, "steering.ndjson");
    writeFileSync(file, `${JSON.stringify({ type: "brand\u009B31m\u202Enew" })}\n`);
    const terminal = terminals.open(["events", file], { columns: 120, rows: 12, env });
    expect(await terminal.screen(/exit 0/)).toContain(String.raw`"wireType":"brand\u009b31m\u202enew"`);
  });

  it("Ctrl-C ends --follow without a message", async () => {
    const file = toPath("recordings/2.1.325/greeting");
    const terminal = terminals.open(["events", "--follow", "--type", "turn-end", file], {
      columns: 120,
      rows: 30,
      env,
    });
    await terminal.screen(/turn-end/);
    terminal.press("C-c");
    const screen = await terminal.screen(/exit \d+/);
    expect(screen).toContain("exit 130");
    expect(screen).not.toContain("unspool:");
  });

  it("a stdin that is a terminal is rejected at once", async () => {
    const terminal = terminals.open(["events"], { columns: 120, rows: 12, env });
    const screen = await terminal.screen(/exit \d+/);
    expect(screen).toContain("stdin is a terminal: pipe a stream into it");
    expect(screen).toContain("exit 2");
  });

  it("record prints the path of the recording, and Ctrl-C reaches the child once", async () => {
    const child = join(folder.path, "child.cjs");
    writeFileSync(
      child,
      `let n = 0; process.on("SIGINT", () => { n += 1; setTimeout(() => { console.log("heard " + n); process.exit(5); }, 300); }); setInterval(() => {}, 1000); console.log("ready");`,
    );
    const file = join(folder.path, "kept.ndjson");
    const terminal = terminals.open(["record", "-o", file, "--", child], { columns: 120, rows: 12, env });
    await terminal.screen(/^ready/m);
    terminal.press("C-c");
    const screen = await terminal.screen(/exit \d+/);
    expect(screen).toContain("heard 1");
    expect(screen).toContain(`recorded in ${file}`);
    expect(screen).toContain("exit 5");
    expect(readFileSync(file, "utf8")).toContain('"exit":{"code":5,"signal":null}');
  });

  it("record rejects a claude without -p, with the reason", async () => {
    const claude = join(folder.path, "claude.cjs");
    writeFileSync(claude, `require(${JSON.stringify(simulatorPath)});`);
    const terminal = terminals.open(["record", "--", claude], { columns: 160, rows: 12, env });
    expect(await terminal.screen(/exit \d+/)).toContain("An interactive claude has no stream to record: add -p");
  });
});
