import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createCursor, mergeLines } from "../../src/transcripts/merge.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-merge-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

const ignore = (): void => undefined;

async function merged(texts: readonly string[], isLast = true): Promise<string> {
  const cursors = texts.map((text) => {
    const path = join(folder, `${++files}.jsonl`);
    writeFileSync(path, text);
    return createCursor(path, Number.NEGATIVE_INFINITY);
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of mergeLines(cursors, isLast, ignore)) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

const at = (minute: number, who: string): string =>
  JSON.stringify({
    who,
    nested: who === "n" ? { timestamp: "never" } : 1,
    timestamp: new Date(minute * 60_000).toISOString(),
  });

describe("lines of several files", () => {
  it("are ordered by time, and by file at the same time", async () => {
    const text = await merged([`${at(1, "a")}\n${at(3, "n")}\n`, `${at(2, "b")}\n\n${at(3, "c")}\n${at(1, "late")}\n`]);
    expect(text.split("\n").map((line) => /"who":"(\w+)"/.exec(line)?.[1] ?? line)).toEqual([
      "a",
      "b",
      "",
      "n",
      "c",
      "late",
      "",
    ]);
  });

  it("are all yielded once, each file in its own order, whatever they contain", async () => {
    const line = fc.oneof(
      fc.string({ maxLength: 30 }).map((text) => text.replaceAll("\n", " ")),
      fc.tuple(fc.nat(50), fc.constantFrom("a", "n")).map(([minute, who]) => at(minute, who)),
    );
    const texts = fc.array(
      fc.tuple(fc.array(line, { maxLength: 8 }), fc.boolean()).map(([lines, isCut]) => ({ lines, isCut })),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (given) => {
        const named = given.map(({ lines }, place) => lines.map((text, row) => `${place}:${row} ${text}`));
        const out = await merged(
          named.map(
            (lines, place) => lines.join("\n") + (given[place]?.isCut === true || lines.length === 0 ? "" : "\n"),
          ),
        );
        const found = out === "" ? [] : out.replace(/\n$/, "").split("\n");
        for (const [place, lines] of named.entries())
          expect(found.filter((text) => text.startsWith(`${place}:`))).toEqual(lines);
        expect(found).toHaveLength(named.flat().length);
      }),
      { numRuns: 60 },
    );
  });

  it("skip a line that is still being written", async () => {
    const path = join(folder, "growing.jsonl");
    const cursor = createCursor(path, 0);
    const read = async (): Promise<string> => {
      const pieces: Uint8Array[] = [];
      for await (const piece of mergeLines([cursor], false, ignore)) pieces.push(piece);
      return Buffer.concat(pieces).toString("utf8");
    };
    writeFileSync(path, '{"a":1}\n{"b"');
    expect(await read()).toBe('{"a":1}\n');
    writeFileSync(path, '{"a":1}\n{"b":2}\n');
    expect(await read()).toBe('{"b":2}\n');
    expect(await read()).toBe("");
    // Cut short: it is read from its beginning.
    writeFileSync(path, '{"c":3}\n');
    expect(await read()).toBe('{"c":3}\n');
  });
});
