// The files under fixtures/: one per run, each run once, and read byte for byte.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadRuns, parseRuns, type RunFolder } from "../../fixtures/load.ts";
import { root } from "./workspace.ts";

const FOLDERS: readonly RunFolder[] = ["recordings", "scenarios", "inputs", "excerpts", "background"];

describe("the fixtures", () => {
  it("are 1,021 runs in at most 800 files", () => {
    const files = FOLDERS.flatMap((folder) =>
      readdirSync(join(root, "fixtures", folder), { recursive: true, encoding: "utf8" }),
    );
    expect(files.filter((file) => file.endsWith(".ndjson")).length).toBeLessThanOrEqual(800);
    expect(FOLDERS.flatMap((folder) => loadRuns(folder)).length).toBeGreaterThanOrEqual(1021);
  });

  it("hold each run once", () => {
    const seen = new Map<string, string>();
    const twice: string[] = [];
    for (const { id, version, stdout, stdin, exit } of FOLDERS.flatMap((folder) => loadRuns(folder))) {
      const content = JSON.stringify([version, stdout.toString("latin1"), stdin, exit]);
      const first = seen.get(content);
      if (first !== undefined) twice.push(`${id} is ${first}`);
      seen.set(content, id);
    }
    expect(twice).toEqual([]);
  });
});

describe("parseRuns", () => {
  const header = '{"unspool":"recording","version":1,"args":["-p"]}';

  it("gives back odd line ends, an unfinished line and bytes that are not UTF-8", () => {
    const lines = ['{"out":"a\\r"}', '{"out":"\uFFFDb","bytes":"/2I="}', '{"out":"cut","cut":true}'];
    const [run] = parseRuns([header, ...lines, ""].join("\n"), "recordings/1/x");
    expect(run?.stdout).toEqual(Buffer.concat([Buffer.from("a\r\n"), Buffer.of(0xff), Buffer.from("b\ncut")]));
    expect(run?.lines).toHaveLength(3);
  });

  it("tells nothing served from not known", () => {
    const none = parseRuns(`${header}\n{"served":[]}\n`, "recordings/1/x");
    const unknown = parseRuns(`${header}\n{"in":"a"}\n`, "recordings/1/x");
    expect([...none, ...unknown].map(({ served, stdin }) => [served, stdin])).toEqual([
      [[], ""],
      [undefined, "a\n"],
    ]);
  });
});
