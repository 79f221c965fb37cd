// The chat in a real terminal, and with a pipe.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say, scenario, type Scenario } from "@unspool/simulator";
import { afterAll, describe, expect, it } from "vitest";
import { unspool } from "../process.ts";
import { useTerminals, type Terminal } from "../terminal/tmux.ts";

const terminals = useTerminals();
const folder = mkdtempSync(join(tmpdir(), "unspool-chat-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function written(plays: Scenario): string {
  count += 1;
  const file = join(folder, `scenario-${count}.json`);
  writeFileSync(file, JSON.stringify(plays));
  return file;
}

const open = (plays: Scenario | string, ...flags: readonly string[]): Terminal =>
  terminals.open(["chat", "--simulate", "--scenario", typeof plays === "string" ? plays : written(plays), ...flags], {
    columns: 80,
    rows: 24,
    cwd: folder,
  });

async function speak(terminal: Terminal, text: string): Promise<void> {
  terminal.press("-l", text);
  await terminal.screen(text);
  terminal.press("Enter");
}

describe("a chat in a terminal", () => {
  it("opens with model, folder and a hint, and the first idle Ctrl-C says that another one quits", async () => {
    const terminal = open("greeting", "--model", "opus");
    await terminal.screen("· opus · ");
    const opened = await terminal.screen("/help lists the commands");
    expect(opened.replaceAll(/\s+/g, "")).toContain(folder);
    terminal.press("C-c");
    await terminal.screen("Ctrl-C again quits");
    terminal.press("x");
    await terminal.screen("› x");
    expect(await terminal.screen("›")).not.toContain("again quits");
    terminal.press("BSpace", "C-c");
    await terminal.screen("Ctrl-C again quits");
    terminal.press("C-c");
    await terminal.screen("exit 130");
  });

  it("asks by key, allows editing the input, and exports", async () => {
    const terminal = open("permission-allow-changed", "--permission", "ask");
    await terminal.screen("›");
    await speak(terminal, "Write a note");
    await terminal.screen("e edit");
    terminal.press("e");
    await terminal.screen("Escape goes back");
    terminal.press("Escape");
    await terminal.screen("e edit");
    terminal.press("y");
    await terminal.screen("✓ done");
    await speak(terminal, "/export chat.html");
    await terminal.screen("wrote chat.html");
    await speak(terminal, "/cost");
    await terminal.screen("in 1 turn");
    terminal.press("C-d");
    await terminal.screen("exit 0");
    expect(readFileSync(join(folder, "chat.html"), "utf8")).toContain("Write a note");
  });

  it("queues prompts during a turn", async () => {
    const terminal = open(
      scenario("queue")
        .turn(say.tool("Bash", { command: "sleep 1" }, "done", { durationMs: 1000 }), say.text("First answer."))
        .turn(say.text("Second answer.")),
      "--permission",
      "bypassPermissions",
    );
    await terminal.screen("›");
    await speak(terminal, "one");
    await speak(terminal, "two");
    const shown = await terminal.screen("Second answer.");
    expect(shown.indexOf("First answer.")).toBeLessThan(shown.indexOf("Second answer."));
    terminal.press("C-d");
    await terminal.screen("exit 0");
  });

  it("Ctrl-C clears the line, then offers to quit, then quits", async () => {
    const terminal = open(scenario("leave").turn(say.text("Hello.")));
    await terminal.screen("›");
    terminal.press("-l", "never sent");
    await terminal.screen("never sent");
    terminal.press("C-c");
    await terminal.screen(/^› *$/m);
    terminal.press("C-c");
    terminal.press("C-c");
    await terminal.screen("exit 130");
  });

  it("Ctrl-C interrupts an endless turn", async () => {
    const terminal = open(
      scenario("hang").turn(say.text("I begin."), say.tool("Bash", { command: "true" }, "ok"), say.next(), say.hang()),
      "--permission",
      "bypassPermissions",
    );
    await terminal.screen("›");
    await speak(terminal, "go");
    await terminal.screen("I begin.");
    terminal.press("C-c");
    await terminal.screen(/interrupted/i);
    terminal.press("C-d");
    await terminal.screen(/exit \d+/);
  });

  it("takes several lines and recalls earlier ones", async () => {
    const terminal = open(scenario("lines").turn(say.text("Hello.")).turn(say.text("Again.")));
    await terminal.screen("›");
    terminal.press("-l", "first line\\");
    terminal.press("Enter");
    terminal.press("-l", "second line");
    await terminal.screen(/› first line\s+second line/);
    terminal.press("Enter");
    await terminal.screen("Hello.");
    terminal.press("Up");
    await terminal.screen(/› first line\n {2}second line\s*$/);
    terminal.press("C-c");
    terminal.press("C-d");
    await terminal.screen("exit 0");
  });
});

describe("a chat with a pipe", () => {
  it("sends each line as a prompt and prints no escape codes", async () => {
    const plays = written(scenario("pipe").turn(say.text("One.")).turn(say.text("Two.")));
    const { stdout, stderr, code } = await unspool(["chat", "--simulate", "--scenario", plays], {
      input: "first\nsecond\n",
      cwd: folder,
    });
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).toContain("One.");
    expect(stdout).toContain("Two.");
    // oxlint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/\u001B/);
  });

  it("lists every command with its name on /help", async () => {
    const plays = written(scenario("help").turn(say.text("One.")));
    const { stdout } = await unspool(["chat", "--simulate", "--scenario", plays], { input: "/help\n", cwd: folder });
    const names = [...stdout.matchAll(/^\W*(\/[^\s:]*)/gm)].map(([, name]) => name);
    expect(names).toEqual(["/compact", "/model", "/cost", "/fork", "/export", "/help", "/exit"]);
  });
});
