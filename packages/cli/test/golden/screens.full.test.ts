// Every ready-made scenario as people see it: in real terminals of three sizes, and byte by byte in a pipe. Look at the
// files in screens/ when they change: they are what the view is.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readyMade } from "@unspool/simulator";
import { afterAll, describe, expect, it } from "vitest";
import { UNSPOOL, useTerminals } from "../terminal/tmux.ts";
import { playScenario } from "./play-scenario.ts";

const SIZES = [
  [40, 15],
  [80, 24],
  [120, 40],
] as const;

const terminals = useTerminals();
const folder = mkdtempSync(join(tmpdir(), "unspool-screens-"));
afterAll(() => rmSync(folder, { recursive: true }));

const names = readyMade();
const files = names.map((name) => `${name}.ndjson`);

/** What each scenario shows, cut at the head lines between them. */
function parts(shown: string): ReadonlyMap<string, string> {
  const pieces = shown.split(/^== (.+)\.ndjson$/m);
  expect(pieces.filter((_, place) => place % 2 === 1)).toEqual(names);
  return new Map(names.map((name) => [name, (pieces[pieces.indexOf(name) + 1] ?? "").trim()]));
}

describe("the ready-made scenarios", () => {
  it("look as in the golden files", { timeout: 180_000 }, async () => {
    for (const name of names) writeFileSync(join(folder, `${name}.ndjson`), await playScenario(name));
    const screens = await Promise.all(
      SIZES.map(async ([columns, rows]) => {
        const terminal = terminals.open(["view", ...files], { columns, rows, cwd: folder });
        const shown = await terminal.screen(/^exit \d+$/m, { hasHistory: true });
        return [`${columns} x ${rows}`, parts(shown.replace(/\nexit 1\s*$/, "\n"))] as const;
      }),
    );
    const pipe = spawnSync(process.execPath, [UNSPOOL, "view", ...files], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    const nothing = "unspool: There was nothing to show in structured-bad-schema.ndjson.\n";
    // Some of them end in a failed turn, or before their result.
    expect([pipe.status, pipe.stderr]).toEqual([1, nothing]);
    expect(pipe.stdout).not.toMatch(/[^\n\P{Cc}]/u);
    // tmux 3.3 keeps 21 bytes of a character, later ones all.
    const whole = (text: string): string => text.replaceAll(/👩\u200D👩\u200D👧\u200D?👦?/gu, "👩‍👩‍👧‍👦");
    const all = [...screens, ["pipe", parts(pipe.stdout)] as const];
    for (const name of names) {
      const text = all.map(([where, shown]) => `=== ${where}\n\n${whole(shown.get(name) ?? "")}\n`).join("\n");
      await expect.soft(text).toMatchFileSnapshot(`screens/${name}.txt`);
    }
  });
});
