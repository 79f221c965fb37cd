// The live view in a real terminal, while it moves.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { HOSTILE } from "../view/arbitrary-event.ts";
import { useTerminals } from "./tmux.ts";

const ESC = "\u001B";
const terminals = useTerminals();
const folder = mkdtempSync(join(tmpdir(), "unspool-live-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Durations are those of this machine. */
function timeless(screen: string): string {
  return screen.replaceAll(/\d+(?:\.\d)? s\b/g, "T s").trimEnd();
}

describe("unspool demo in a terminal", () => {
  it("animates, asks, takes a key, and leaves ordinary scrollback", async () => {
    const terminal = terminals.open(["demo"], { columns: 80, rows: 24 });
    const early = await terminal.screen("2 agents running");
    expect(early).toMatch(/^⠋|^[⠙⠹⠸⠼⠴⠦⠧⠇⠏] Agent {2}Read the discount code/m);
    const asking = await terminal.screen("? y allow, n deny");
    expect(asking).toContain("? May it run? Edit  src/discount.js\n  change: +1 −1\n  │     const percent");
    expect(asking).toContain("a always: file changes are allowed without asking (mode acceptEdits)");
    terminal.press("y");
    await terminal.screen(/^exit 0$/m);
    const all = await terminal.screen(/^exit 0$/m, { hasHistory: true });
    await expect(timeless(all)).toMatchFileSnapshot("../golden/demo-80x24.txt");
    expect(terminal.value("#{cursor_flag} #{alternate_on} #{wrap_flag}")).toBe("1 0 1");
  });

  it("answers its question itself after a while", async () => {
    const terminal = terminals.open(["demo"], { columns: 100, rows: 40 });
    const shown = await terminal.screen(/^exit 0$/m);
    expect(shown).toContain("· nobody pressed a key");
  });

  it("keeps the live area intact when the window is resized", async () => {
    const terminal = terminals.open(["demo"], { columns: 100, rows: 30 });
    await terminal.screen("y allow, n deny");
    terminal.resize(46, 30);
    await terminal.screen(/y allow, n deny, r deny with a reason, v\n/);
    terminal.resize(90, 20);
    const shown = await terminal.screen(/v view everything, allowed by itself in a\s+moment/, { hasHistory: true });
    expect(shown.match(/y allow/g)).toHaveLength(1);
    expect(shown.match(/return Math\.round\(sum \* p/g)).toHaveLength(1);
    terminal.press("n");
    const end = await terminal.screen(/^exit 0$/m, { hasHistory: true });
    expect(end).toContain("· not allowed");
    expect(end).toContain("Nothing is changed, and one test still fails");
    expect(end).not.toContain("All three tests pass");
  });

  it("exits with 130 on Ctrl-C and restores the terminal", async () => {
    const terminal = terminals.open(["demo"], { columns: 80, rows: 24 });
    await terminal.screen("agents running");
    terminal.press("C-c");
    const shown = await terminal.screen(/^exit 130$/m);
    expect(shown).toContain("✗ interrupted");
    // It did not wait for the agents, nor for the program to end by itself.
    expect(shown).not.toContain("✓ completed");
    expect(shown).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
    expect(terminal.value("#{cursor_flag} #{wrap_flag}")).toBe("1 1");
  });
});

describe("unspool run in a terminal", () => {
  it("interrupts the turn on Ctrl-C and prints the session id", async () => {
    writeFileSync(
      join(folder, "hangs.json"),
      JSON.stringify({ turns: [{ replies: [{ blocks: [{ text: "This will never end." }], hang: true }] }] }),
    );
    const terminal = terminals.open(["run", "--simulate", "--scenario", join(folder, "hangs.json"), "Hi"], {
      columns: 80,
      rows: 24,
    });
    await terminal.screen("writing");
    terminal.press("C-c");
    const shown = await terminal.screen(/^exit 130$/m);
    expect(shown).toContain("✗ interrupted");
    expect(shown).toMatch(/^ {2}session [\da-f-]{36}$/m);
  });

  it("keeps title, lines and colours with hostile text", async () => {
    const attack = HOSTILE.join(" | ");
    const scenario = {
      turns: [
        {
          replies: [
            [{ thinking: attack }, { text: attack }, { tool: "Bash", input: { command: attack }, result: attack }],
            `${attack}\n\n# ${attack}\n\n- [${attack}](http://x/${attack})\n\n\`\`\`\n${attack}\n\`\`\`\n`,
          ],
        },
      ],
    };
    writeFileSync(join(folder, "hostile.json"), JSON.stringify(scenario));
    const words = [
      "run",
      "--simulate",
      "--permission",
      "bypassPermissions",
      "--scenario",
      join(folder, "hostile.json"),
      "Hi",
    ];
    const terminal = terminals.open(words, { columns: 80, rows: 24 });
    await terminal.screen(/^exit 0$/m);
    const painted = await terminal.screen(/^exit 0$/m, { hasHistory: true, hasColours: true });
    expect(painted).not.toContain("\u001B]8;");
    expect(painted.split("\n").find((line) => line.includes("exit 0"))).toMatch(
      new RegExp(`^(?:${ESC}\\[(?:0|39|49)m)*exit 0$`),
    );
    expect(painted).toContain("· claude-sonnet-5-5");
    expect(terminal.value("#{pane_title} #{cursor_flag} #{alternate_on}")).not.toMatch(/owned|title| 0 |1$/);
    expect(terminal.value("#{cursor_flag} #{alternate_on}")).toBe("1 0");
  });
});
