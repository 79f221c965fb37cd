// The examples that draw on a terminal, on a real one.
import { describe, expect, test } from "vitest";
import { useTerminals } from "../terminal/tmux.ts";
import { prepare } from "./run-example.ts";

const terminals = useTerminals();

describe("at a terminal", () => {
  test("monitor draws one table in place, and cuts lines at the edge", async () => {
    const { program, cwd, env } = prepare("monitor");
    const terminal = terminals.open([], { program, cwd, env, columns: 60, rows: 20 });
    const screen = await terminal.screen(/^exit 0$/m);
    expect(screen.trimEnd()).toMatchInlineSnapshot(`
      "auth.ts      ended     1 tools  $0.0004  Everybody is allowe
      billing.ts   ended     0 tools  $0.0002  Rounds to whole cen
      cache.ts     ended     1 tools  $0.0004  Nothing ever leaves
      deploy.ts    ended     0 tools  $0.0002  Looks good.
      4 of 4 done, $0.0013
      exit 0"
    `);
  });

  test("editor asks by key, and colours what changes", async () => {
    const { program, cwd, env } = prepare("editor");
    const terminal = terminals.open([], { program, cwd, env, columns: 100, rows: 40 });
    const asked = await terminal.screen(/do it\? \[y\/n\/s\]/, { hasColours: true });
    expect(asked).toContain('\u001B[31m  - export function hello() {\n  -   return "Hello";');
    expect(asked).toContain('\u001B[32m  + export function hello(name = "world") {');
    terminal.press("y", "Enter");
    await terminal.screen("── Write");
    terminal.press("s", "Enter");
    const end = await terminal.screen(/^exit 0$/m);
    expect(end).toMatch(/interrupted:\n {2}Edit succeeded\n {2}Write denied\n/);
  });
});
