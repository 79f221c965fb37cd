import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ScenarioError } from "../../../src/check/scenario-error.ts";
import { loadScenario } from "../../../src/scenario/load/load-scenario.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "unspool-scenario-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function complaint(source: string | URL): Promise<string> {
  try {
    await loadScenario(source);
  } catch (error) {
    if (error instanceof ScenarioError) return `${error.code}\n${error.message.replaceAll(folder, "FOLDER")}`;
    throw error;
  }
  throw new Error("The scenario was accepted.");
}

async function file(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

test("a YAML text and a JSON text give the same scenario", async () => {
  const yaml = await loadScenario("name: hello\nturns:\n  - replies: [hi]\n");
  expect(yaml).toEqual({ name: "hello", turns: [{ replies: ["hi"] }] });
  expect(await loadScenario('{"name":"hello","turns":[{"replies":["hi"]}]}')).toEqual(yaml);
});

test("reads a text in braces that is not JSON as YAML", async () => {
  expect(await loadScenario("{ turns: [{ replies: [hi] }] }")).toEqual({ turns: [{ replies: ["hi"] }] });
});

test("reads a file by path and by URL", async () => {
  const path = await file("good.json", '\uFEFF{"turns":[{"replies":["hi"]}]}');
  expect(await loadScenario(path)).toEqual({ turns: [{ replies: ["hi"] }] });
  expect(await loadScenario(new URL(`file://${await file("good.yml", "turns: []")}`))).toEqual({ turns: [] });
});

test("reports problems in a JSON file with line and column", async () => {
  const path = await file(
    "bad.json",
    '{"turns":[{"replys":["hi"],"replies":[{"blocks":[{"text":"a"},{"tool":"Bash"},5]}]}],\n "faults":[{"fault":"chunk"}, {"fault":"chunks"},\n  {"fault":"exit","bites":3}]}',
  );
  expect(await complaint(path)).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/bad.json: 6 problems.
      FOLDER/bad.json:1:12 turns[0].replys: unknown key "replys"; did you mean "replies"?
      FOLDER/bad.json:1:63 turns[0].replies[0].blocks[1]: expected "input" in a tool call, got an object with "tool"
      FOLDER/bad.json:1:79 turns[0].replies[0].blocks[2]: expected a block, got 5
      FOLDER/bad.json:2:21 faults[0].fault: expected "chunks", "noise", "invalid-line", "long-line", "stall", "flood", "exit", "no-result", "no-exit", "ignore-sigterm", "grandchild", "close-stdin", "stderr-flood", "duplicate-lines", "lines-after-result" or "late-result", got "chunk"; did you mean "chunks"?
      FOLDER/bad.json:2:31 faults[1]: expected "bytes" in a fault "chunks", got an object with "fault"
      FOLDER/bad.json:3:19 faults[2].bites: unknown key "bites"; expected "fault", "atByte", "afterLines", "afterType", "code", "signal" or "undrained""
  `);
});

test("reports problems in a YAML file with line and column", async () => {
  const path = await file(
    "bad.yaml",
    `turns:
  - replys: [hi]
  - replies:
      - blocks:
          - text: x
          - tol: Bash
            input: {}
      - { error: { status: 200 } }
host:
  steps:
    - user: 5
    - wiat: result
  versions: new
`,
  );
  expect(await complaint(path)).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/bad.yaml: 7 problems.
      FOLDER/bad.yaml:2:5 turns[0]: expected "replies" in a turn, got an object with "replys"
      FOLDER/bad.yaml:2:5 turns[0].replys: unknown key "replys"; did you mean "replies"?
      FOLDER/bad.yaml:6:13 turns[1].replies[0].blocks[1]: expected a block with "text", "thinking", "tool" or "block", got an object with "tol", "input"; did you mean "tool"?
      FOLDER/bad.yaml:8:28 turns[1].replies[1].error.status: expected a whole number from 400 to 599, got 200
      FOLDER/bad.yaml:11:13 host.steps[0].user: expected a text or a list of blocks, got 5
      FOLDER/bad.yaml:12:7 host.steps[1]: expected a step with "user", "control", "wait", "quietMs", "served", "signal", "line", "restart" or "end", got an object with "wiat"; did you mean "wait"?
      FOLDER/bad.yaml:13:13 host.versions: expected versions as in ">=2.1.0 <3.0.0", got "new""
  `);
});

test("reports problems in a text with their line", async () => {
  expect(await complaint("turns:\n  - replies: nothing\n")).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario: 1 problem.
      line 2:14 turns[0].replies: expected a list with at least one reply, got "nothing""
  `);
});

test("reports the first wrong character of an invalid JSON file", async () => {
  expect(await complaint(await file("comma.json", '{\n  "turns": [\n    {},\n  ]\n}'))).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/comma.json: 1 problem.
      FOLDER/comma.json:4:3 not JSON: unexpected character or end of text"
  `);
  expect(await complaint(await file("end.json", '{\n  "turns": ["a\\u00e9", -1.5e3, true'))).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/end.json: 1 problem.
      FOLDER/end.json:2:36 not JSON: unexpected character or end of text"
  `);
  expect(await complaint(await file("more.json", '{"turns": []} x'))).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/more.json: 1 problem.
      FOLDER/more.json:1:15 not JSON: unexpected character or end of text"
  `);
  expect(await complaint(await file("escape.json", '{"turns": ["\\x"]}'))).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/escape.json: 1 problem.
      FOLDER/escape.json:1:12 not JSON: unexpected character or end of text"
  `);
  expect(await complaint(await file("empty.json", ""))).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/empty.json: 1 problem.
      FOLDER/empty.json:1:1 not JSON: unexpected character or end of text"
  `);
});

test("reports the line of an error in a YAML file", async () => {
  expect(await complaint(await file("open.yaml", "turns:\n  - replies: [\nname: x\n"))).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/open.yaml: 1 problem.
      FOLDER/open.yaml:3:1 not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]"
  `);
  expect(await complaint(await file("twice.yaml", "turns: []\nturns: []\n"))).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/twice.yaml: 1 problem.
      FOLDER/twice.yaml:2:1 not YAML: Map keys must be unique"
  `);
  expect(await complaint(await file("tag.yaml", "turns: !code []\n"))).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/tag.yaml: 1 problem.
      FOLDER/tag.yaml:1:8 not YAML: Unresolved tag: !code"
  `);
  expect(await complaint(await file("two.yaml", "turns: []\n---\nturns: []\n"))).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/two.yaml: 1 problem.
      FOLDER/two.yaml:2:1 not YAML: more than one document"
  `);
});

test("refuses an empty file", async () => {
  expect(await complaint(await file("empty.yaml", ""))).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario FOLDER/empty.yaml: 1 problem.
      expected a scenario, got null"
  `);
});

test("refuses aliases of aliases before they fill the memory", async () => {
  const level = (name: string, of: string): string =>
    `${name}: &${name} [${Array.from({ length: 9 }, () => of).join(",")}]\n`;
  const bomb = level("a", "x") + level("b", "*a") + level("c", "*b") + level("d", "*c") + level("e", "*d");
  expect(await complaint(`${bomb}turns: [*e]\n`)).toMatchInlineSnapshot(`
    "invalid-scenario
    Invalid scenario: 1 problem.
      not YAML: Excessive alias count indicates a resource exhaustion attack"
  `);
});

test("distinguishes a missing file from a text", async () => {
  expect(await complaint(join(folder, "missing.yaml"))).toMatchInlineSnapshot(`
    "unreadable-scenario
    Cannot read the scenario FOLDER/missing.yaml: there is no such file. Give a path, or a text that has several lines or begins with {."
  `);
  expect(await complaint(folder)).toMatchInlineSnapshot(`
    "unreadable-scenario
    Cannot read the scenario FOLDER: EISDIR."
  `);
});

test("does not read a scenario that exceeds the size limit", async () => {
  const path = await file("large.yaml", `turns: []\nname: ${"x".repeat(100)}\n`);
  await expect(loadScenario(path, { maxBytes: 50 })).rejects.toMatchObject({ code: "unreadable-scenario", file: path });
  await expect(loadScenario("turns: []\nname: x\n", { maxBytes: 10 })).rejects.toThrow(
    "The scenario has 18 bytes, more than maxBytes (10). Make it smaller or raise maxBytes.",
  );
});
