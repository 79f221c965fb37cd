import * as fc from "fast-check";
import { expect, test } from "vitest";

import { checkScenario } from "../../../src/scenario/check/check-scenario.ts";
import { ScenarioError } from "../../../src/check/scenario-error.ts";
import { loadScenario } from "../../../src/scenario/load/load-scenario.ts";
import { checkProperty, scaleRuns } from "../../../../../tools/testing/property.ts";

function complaints(value: unknown): readonly string[] {
  try {
    checkScenario(value);
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map(({ location, message }) => `${location}: ${message}`);
  }
}

const reply = (value: unknown): unknown => ({ turns: [{ replies: [value] }] });
const block = (value: unknown): unknown => reply([value]);
const host = (fields: object): unknown => ({ turns: [], host: { steps: [], ...fields } });

test.each<[unknown, readonly string[]]>([
  [undefined, [": expected a scenario, got nothing"]],
  [[], [": expected a scenario, got an empty list"]],
  [{}, [': expected "turns" in a scenario, got an empty object']],
  [{ turns: {} }, ["turns: expected a list of turns, got an empty object"]],
  [{ turns: [], trns: 1 }, ['trns: unknown key "trns"; did you mean "turns"?']],
  [
    { turns: [], "odd key": 1 },
    [
      '["odd key"]: unknown key "odd key"; expected "name", "description", "model", "turns", "otherwise", "summary", "faults" or "host"',
    ],
  ],
  [{ turns: ["hi"] }, ['turns[0]: expected a turn, got "hi"']],
  [{ turns: [{ replies: [] }] }, ["turns[0].replies: expected a list with at least one reply, got an empty list"]],
  [
    { turns: [{ prompt: 5, replies: ["x"] }] },
    ['turns[0].prompt: expected a text or an object with "contains" or "matches", got 5'],
  ],
  [
    { turns: [{ prompt: {}, replies: ["x"] }] },
    ['turns[0].prompt: expected "contains" or "matches" in a pattern, got an empty object'],
  ],
  [
    { turns: [{ prompt: { matches: "(" }, replies: ["x"] }] },
    ['turns[0].prompt.matches: expected a regular expression, got "("'],
  ],
  [
    { turns: [{ replies: ["x"], notices: ["x"] }] },
    ['turns[0].notices[0]: expected a list with at least one reply, got "x"'],
  ],
  [reply(null), ['turns[0].replies[0]: expected a text, a list of blocks or an object with "blocks", got null']],
  [
    reply({ stopreason: "x" }),
    ['turns[0].replies[0].stopreason: unknown key "stopreason"; did you mean "stopReason"?'],
  ],
  [
    reply({ delayMs: -1, hang: "yes" }),
    [
      "turns[0].replies[0].delayMs: expected a whole number of at least 0, got -1",
      'turns[0].replies[0].hang: expected true or false, got "yes"',
    ],
  ],
  [reply({ pieceLength: 1.5 }), ["turns[0].replies[0].pieceLength: expected a whole number of at least 1, got 1.5"]],
  [reply({ error: {} }), ['turns[0].replies[0].error: expected "status" in an API error, got an empty object']],
  [
    reply({ error: { status: 529, times: 0 } }),
    ["turns[0].replies[0].error.times: expected a whole number of at least 1, got 0"],
  ],
  [
    reply({ rateLimit: { status: "rejectd", utilization: 93 } }),
    [
      'turns[0].replies[0].rateLimit.status: expected "allowed", "allowed_warning" or "rejected", got "rejectd"; did you mean "rejected"?',
      "turns[0].replies[0].rateLimit.utilization: expected a number from 0 to 1, got 93",
    ],
  ],
  [
    reply({ usage: { outputTokens: "9" } }),
    ['turns[0].replies[0].usage.outputTokens: expected a whole number of at least 0, got "9"'],
  ],
  [
    block({}),
    ['turns[0].replies[0][0]: expected a block with "text", "thinking", "tool" or "block", got an empty object'],
  ],
  [block({ text: "a", tool: "Bash" }), ['turns[0].replies[0][0]: expected only one of "text" and "tool"']],
  [
    block({ text: "abc", pieces: ["a", "c"] }),
    ['turns[0].replies[0][0].pieces: expected pieces that join to the text "abc", got "ac"'],
  ],
  [block({ text: "abc", pieces: ["a", 1] }), ["turns[0].replies[0][0].pieces[1]: expected a string, got 1"]],
  [
    block({ tool: "Bash", input: {}, result: 5 }),
    ["turns[0].replies[0][0].result: expected a text or a list of blocks, got 5"],
  ],
  [
    block({ tool: "Bash", input: { a: [() => 1, Number.NaN] } }),
    [
      "turns[0].replies[0][0].input.a[0]: expected a value that JSON can hold, got a function",
      "turns[0].replies[0][0].input.a[1]: expected a value that JSON can hold, got NaN",
    ],
  ],
  [
    block({ tool: "Agent", input: {}, agent: { replies: ["x"] } }),
    [
      'turns[0].replies[0][0].input: expected a text in "prompt", by which the agent is recognised, got an empty object',
    ],
  ],
  [
    block({ tool: "Agent", input: { prompt: "p" }, agent: { replies: [[{ txt: "x" }]] } }),
    [
      'turns[0].replies[0][0].agent.replies[0][0]: expected a block with "text", "thinking", "tool" or "block", got an object with "txt"; did you mean "text"?',
    ],
  ],
  [
    block({ tool: `x${"y".repeat(60)}`, input: {}, id: { a: 1, b: 2, c: 3, d: 4, e: 5 } }),
    ['turns[0].replies[0][0].id: expected a string, got an object with "a", "b", "c", "d" …'],
  ],
  [block({ text: ["x".repeat(60)] }), ["turns[0].replies[0][0].text: expected a string, got a list of 1"]],
  [
    { turns: [], model: () => 1, summary: Symbol("x") },
    ["model: expected a string, got a function", "summary: expected a string, got a symbol"],
  ],
  [{ turns: [], faults: [{}] }, ['faults[0]: expected "fault" in a fault, got an empty object']],
  [
    { turns: [], faults: [{ fault: "exit", code: 256 }] },
    ["faults[0].code: expected a whole number from 0 to 255, got 256"],
  ],
  [host({ steps: [{ user: [] }] }), ["host.steps[0].user: expected a text or a list of blocks, got an empty list"]],
  [
    host({ steps: [{ wait: "results" }] }),
    ['host.steps[0].wait: expected "result" or an object with the fields of a line, got "results"'],
  ],
  [
    host({ steps: [{ control: {} }] }),
    ['host.steps[0].control: expected "subtype" in a control request, got an empty object'],
  ],
  [
    host({ steps: [{ end: false }, { signal: "SIGKILL" }] }),
    [
      "host.steps[0].end: expected true, got false",
      'host.steps[1].signal: expected "SIGINT" or "SIGTERM", got "SIGKILL"',
    ],
  ],
  [
    host({ answers: [{ permission: "yes" }, { mcp: "tools/list" }] }),
    [
      'host.answers[0].permission: expected "allow", "deny" or "ignore", got "yes"',
      'host.answers[1]: expected "result" in an answer of an MCP server, got an object with "mcp"',
    ],
  ],
  [host({ versions: "<3" }), ['host.versions: expected versions as in ">=2.1.0 <3.0.0", got "<3"']],
  [host({ versions: "2.x" }), ['host.versions: expected versions as in ">=2.1.0 <3.0.0", got "2.x"']],
  [host({ files: { "a.txt": 1 } }), ['host.files["a.txt"]: expected a string, got 1']],
])("refuses %j with the location of each problem", (value, expected) => {
  expect(complaints(value)).toEqual(expected);
});

test("returns a valid scenario unchanged", () => {
  const scenario = {
    turns: [{ prompt: { contains: "a" }, replies: ["x", [{ text: "y" }], { blocks: [] }] }],
    name: undefined,
  };
  expect(checkScenario(scenario)).toBe(scenario);
});

test("the error message names the file and the first twenty problems", () => {
  const turns = Array.from({ length: 30 }, () => 1);
  let message = "";
  try {
    checkScenario({ turns }, "many.yaml");
  } catch (error) {
    message = error instanceof ScenarioError ? error.message : "";
  }
  expect(message.split("\n").slice(0, 2)).toEqual([
    "Invalid scenario many.yaml: 30 problems.",
    "  turns[0]: expected a turn, got 1",
  ]);
  expect(message.split("\n").slice(-1)).toEqual(["  … and 10 more"]);
});

test("refuses values that are nested too deeply", () => {
  const knot: Record<string, unknown> = {};
  knot["knot"] = knot;
  expect(complaints(block({ tool: "Bash", input: knot }))).toEqual([
    expect.stringMatching(/\.knot: expected at most 200 levels$/),
  ]);
  const deep: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
  expect(complaints({ turns: deep })).toEqual(["turns[0]: expected a turn, got a list of 1"]);
  expect(complaints(block({ block: { deep } }))).toHaveLength(1);
});

/** Values that are nearly scenarios, so that the checks inside are reached. */
const words = [
  "turns",
  "replies",
  "blocks",
  "text",
  "tool",
  "input",
  "agent",
  "prompt",
  "host",
  "steps",
  "user",
  "wait",
  "faults",
  "fault",
  "error",
  "status",
  "answers",
  "pieces",
];
const nearly = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium" },
    fc.constantFrom("result", "chunks", "x", "", 0, 1, -1, 529, true, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...words), tie("value"), { maxKeys: 5 }),
  ),
})).value;

test("throws only scenario errors for any JSON", () => {
  const isFine = (value: unknown): boolean =>
    complaints(value).every((line) => line.includes(": expected") || line.includes("unknown key"));
  checkProperty("any JSON", fc.property(fc.jsonValue(), isFine), scaleRuns(100));
  checkProperty("nearly a scenario", fc.property(nearly, isFine), scaleRuns(1000));
  checkProperty(
    "nearly a part of one",
    fc.property(nearly, (turns) => isFine({ turns: [{ replies: [turns, [turns]] }], host: turns, faults: [turns] })),
    scaleRuns(1000),
  );
});

test("every problem of a JSON text and of the same YAML text has a line", async () => {
  const { stringify } = await import("yaml");
  await checkProperty(
    "every problem has a line",
    fc.asyncProperty(nearly, async (turns) => {
      const value = { turns, host: turns };
      for (const text of [JSON.stringify(value, null, 1), stringify(value, { aliasDuplicateObjects: false })]) {
        try {
          await loadScenario(text);
        } catch (error) {
          if (!(error instanceof ScenarioError)) throw error;
          expect(error.problems.every(({ line }) => line !== undefined && line >= 1)).toBe(true);
        }
      }
    }),
    scaleRuns(200),
  );
});
