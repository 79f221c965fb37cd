// The real program in a real terminal: tmux, whose screen can be read back. Screens are kept in golden/.
// Without tmux these tests fail in CI and are skipped, with the reason, on a machine of your own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { root } from "./scripts.ts";

const ESC = "\u001b";
const INSTALL = "tmux is not installed (apt-get install -y tmux, brew install tmux)";
const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
const isCi = (process.env["CI"] ?? "") !== "";
const socket = `unspool-start-${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), "unspool-terminal-"));

beforeEach((context) => {
  if (hasTmux) return;
  if (isCi) throw new Error(`${INSTALL}, and CI must see real screens.`);
  context.skip(`${INSTALL}: the screens are not looked at.`);
});
afterAll(() => {
  if (hasTmux) spawnSync("tmux", ["-L", socket, "kill-server"]);
  rmSync(folder, { recursive: true });
});

function tmux(...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("tmux", ["-u", "-L", socket, "-f", "/dev/null", ...words], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8", TERM: "xterm-256color" },
  });
  if (status !== 0) throw new Error(`tmux ${words.join(" ")}: ${stderr}`);
  return stdout;
}

/** Opens a window of this size and runs the program in it. */
function open(session: string, columns: number, rows: number, words: string): void {
  const quiet = "env -u NO_COLOR -u FORCE_COLOR -u npm_lifecycle_event";
  const command = `cd '${root}'; ${quiet} '${process.execPath}' scripts/start.mjs ${words}; echo "exit $?"; read wait`;
  tmux("new-session", "-d", "-s", session, "-x", String(columns), "-y", String(rows), command);
}

/** The screen as soon as it shows this; `history` with all that has scrolled away. */
async function screen(session: string, awaited: string, ...options: readonly string[]): Promise<string> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const shown = tmux("capture-pane", "-p", "-t", session, ...options);
    if (shown.includes(awaited)) return shown;
    if (performance.now() > deadline) throw new Error(`no ${JSON.stringify(awaited)} on the screen:\n${shown}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("npm start in a terminal", () => {
  it("80 x 24: ends with this screen, and says what a pipe gets", async () => {
    open("wide", 80, 24, "--speed 0");
    await expect(await screen("wide", "exit 0")).toMatchFileSnapshot("golden/terminal-80x24.txt");
    // -J: what the terminal wrapped is one line again.
    const all = await screen("wide", "exit 0", "-S", "-", "-J");
    const pipe = readFileSync(join(import.meta.dirname, "golden/pipe.txt"), "utf8");
    expect(all.trimEnd()).toBe(`${pipe}exit 0`);
  });

  it("40 x 15: all of it fits", async () => {
    open("narrow", 40, 15, "--speed 0");
    await screen("narrow", "exit 0");
    await expect(await screen("narrow", "exit 0", "-S", "-")).toMatchFileSnapshot("golden/terminal-40x15.txt");
  });

  it("has colours, and leaves none behind", async () => {
    open("colours", 80, 24, "--speed 0");
    await screen("colours", "exit 0");
    const painted = await screen("colours", "exit 0", "-e", "-S", "-");
    const lines = painted.split("\n").map((line) => line.replaceAll(`${ESC}[39m${ESC}[49m`, ""));
    expect(lines).toContain(`${ESC}[0;2m○ Before I guess I should see the failure itself.`);
    expect(lines).toContain("exit 0");
  });

  it("types while it plays, and Ctrl-C leaves the terminal as it was", async () => {
    open("live", 80, 24, "--speed 1");
    const early = await screen("live", "○ Before");
    expect(early).not.toContain("done");
    tmux("send-keys", "-t", "live", "C-c");
    const shown = await screen("live", "exit 130");
    expect(shown).toMatch(/^exit 130$/m);
    expect(tmux("display-message", "-p", "-t", "live", "#{cursor_flag} #{alternate_on} #{wrap_flag}").trim()).toBe(
      "1 0 1",
    );
  });

  it("keeps its title, its lines and its colours when the text attacks them", async () => {
    const attack = "before \u001b]0;owned\u0007\u001b[2J\u001b[H\u001b[31m\u001b[?25l\rafter";
    const line = {
      type: "assistant",
      message: { id: "m", role: "assistant", content: [{ type: "text", text: attack }] },
    };
    const path = join(folder, "hostile.ndjson");
    writeFileSync(path, `${JSON.stringify(line)}\n`);
    open("hostile", 80, 24, `--speed 0 '${path}'`);
    const shown = await screen("hostile", "exit 0");
    expect(shown).toMatch(/^unspool plays back/);
    expect(shown).toContain("  before\n  after\n");
    expect(tmux("display-message", "-p", "-t", "hostile", "#{pane_title} #{cursor_flag}")).not.toMatch(/owned| 0$/);
  });
});
