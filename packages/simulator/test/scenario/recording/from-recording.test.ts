import { describe, expect, test } from "vitest";

import { scenarioFromRecording } from "../../../src/scenario/recording/from-recording.ts";
import { normalizeReply } from "../../../src/scenario/play/reply.ts";
import type { Block, Reply, Scenario } from "../../../src/scenario/types.ts";
import { listRuns, listVersions, loadRun } from "../../../../../fixtures/load.ts";

const versions = listVersions("recordings").filter((name) => /^\d/.test(name));
const recordings = versions
  .flatMap((version) => listRuns("recordings", version))
  .map((id) => id.slice("recordings/".length));

interface Served {
  readonly tools: number;
  readonly status?: number;
  readonly cut?: boolean;
  readonly hung?: boolean;
  readonly blocks: readonly {
    readonly type: string;
    readonly text?: string;
    readonly thinking?: string;
    readonly name?: string;
  }[];
}

function deriveScenario(name: string): Scenario {
  const { stdout, stdin } = loadRun(`recordings/${name}`);
  return scenarioFromRecording(stdout.toString(), { name, ...(stdin === "" ? {} : { stdin }) });
}

/** Formats each block, without the texts of agents, which are not always in the stream. */
function formatBlocks(replies: readonly Reply[]): readonly string[] {
  return replies.flatMap((reply) => normalizeReply(reply).blocks).map(formatBlock);
}

function formatBlock(block: Block): string {
  if ("text" in block) return `text ${block.text}`;
  if ("thinking" in block) return `thinking ${block.thinking}`;
  return "tool" in block
    ? `tool ${block.tool === "Task" ? "Agent" : block.tool}`
    : `other ${JSON.stringify(block.block["type"])}`;
}

function servedWords(name: string): readonly string[] {
  return (loadRun(`recordings/${name}`).served as readonly Served[])
    .filter(({ tools, status, cut }) => tools > 0 && status === undefined && cut !== true)
    .flatMap(({ blocks }) => blocks)
    .map(({ type, text, thinking, name: tool }) => {
      if (type === "text") return `text ${text ?? ""}`;
      if (type === "thinking") return `thinking ${thinking ?? ""}`;
      return type === "tool_use" ? `tool ${tool === "Task" ? "Agent" : (tool ?? "")}` : `other ${JSON.stringify(type)}`;
    });
}

/** Whether a block is compared. 2.1 omits blank texts, 1.0.128 shows `(no content)`, and a summary is not a reply. */
function isShown(word: string): boolean {
  return word.trim() !== "text" && word !== "text (no content)" && !word.startsWith("text <analysis>");
}

test.each(recordings)("derives a valid scenario from %s", (name) => {
  const scenario = deriveScenario(name);
  expect(scenario.turns.length).toBeGreaterThan(0);
  expect(JSON.stringify(scenario)).not.toContain("LAB/ws");
});

const exact = [
  "tool-input",
  "cost-turns",
  "permission-denied",
  "permission-updated",
  "simple",
  "unicode",
  "replay",
  "queued",
  "api-error-400-tool",
  "compact",
  "adjacent-plain",
];

describe.each(exact)("%s", (name) => {
  test.each(versions.filter((version) => recordings.includes(`${version}/${name}`)))(
    "the scenario has every block that was served to %s",
    (version) => {
      const scenario = deriveScenario(`${version}/${name}`);
      const said = formatBlocks(scenario.turns.flatMap(({ replies }) => replies)).filter(isShown);
      expect(said).toEqual(servedWords(`${version}/${name}`).filter(isShown));
    },
  );
});

function listTexts(replies: readonly Reply[]): readonly string[] {
  return formatBlocks(replies).filter((word) => word.startsWith("text "));
}

test("tools keep their results, and the workspace becomes ${cwd}", () => {
  const [turn] = deriveScenario("2.1.325/read-image").turns;
  const blocks = normalizeReply(turn?.replies[0] ?? "").blocks;
  expect(blocks[1]).toMatchObject({ tool: "Read", input: { file_path: "${cwd}/p.png" }, result: [{ type: "image" }] });
  expect(blocks[2]).toMatchObject({
    tool: "Read",
    isError: true,
    structured: expect.stringContaining("${cwd}") as unknown,
  });
});

test.each(["1.0.128", "2.0.76", "2.1.74", "2.1.200", "2.1.325"])("agents of %s have their own scripts", (version) => {
  const [turn] = deriveScenario(`${version}/agents`).turns;
  const calls = normalizeReply(turn?.replies[0] ?? "").blocks.filter((block) => "tool" in block);
  expect(calls.map(({ tool }) => tool)).toEqual(["Agent", "Agent"]);
  expect(calls.map(({ agent }) => formatBlocks(agent?.replies ?? []).at(-1))).toEqual([
    "text east reports",
    "text west reports",
  ]);
  expect(calls.map(({ agent }) => formatBlocks(agent?.replies ?? []).includes("tool Bash"))).toEqual([true, true]);
});

test("nests the agent of an agent", () => {
  const [turn] = deriveScenario("2.1.325/nested-agents").turns;
  const outer = normalizeReply(turn?.replies[0] ?? "").blocks.find((block) => "tool" in block)?.agent;
  const inner = outer?.replies.flatMap((reply) => normalizeReply(reply).blocks).find((block) => "tool" in block)?.agent;
  expect(listTexts(outer?.replies ?? [])).toEqual(["text outer starts", "text outer reports"]);
  expect(listTexts(inner?.replies ?? [])).toEqual(["text inner looks", "text inner reports"]);
});

test.each(["2.1.74", "2.1.200", "2.1.325"])(
  "replies to notices of background agents of %s belong to the turn of the agents",
  (version) => {
    const { turns } = deriveScenario(`${version}/background-agents`);
    expect(turns).toHaveLength(2);
    expect(turns[0]?.notices?.map(listTexts)).toEqual([
      ["text Noted a finished task."],
      ["text Noted a finished task."],
    ]);
    expect(turns[1]?.replies.map((reply) => normalizeReply(reply).blocks)).toEqual([[{ text: "and a later turn" }]]);
  },
);

test("retries, broken streams and errors become API errors", () => {
  const details = (name: string): unknown => deriveScenario(`2.1.325/${name}`).turns[0]?.replies.at(-1);
  expect(details("api-retry-529")).toMatchObject({
    error: { status: 529, times: 1 },
    blocks: [{ text: "after one retry" }],
  });
  expect(details("break-text")).toMatchObject({
    breakAfterPieces: 3,
    blocks: [{}, { text: expect.stringMatching(/^alpha.*theta$/) as unknown }],
  });
  expect(details("api-error-400-tool")).toEqual({
    error: { status: 400, type: "invalid_request_error", message: "messages: something is wrong" },
  });
  expect(details("api-error-401")).toMatchObject({ error: { status: 401 } });
});

test("rate limits belong to the reply that caused them", () => {
  const { turns } = deriveScenario("2.1.325/rate-limit");
  expect(
    turns.map(({ replies }) => (replies[0] as { readonly rateLimit?: { readonly status: string } }).rateLimit?.status),
  ).toEqual(["allowed", undefined, "allowed_warning", "rejected", "allowed"]);
  expect(turns[3]?.replies).toMatchObject([{ error: { status: 429 } }]);
});

test("an interrupted text hangs, an interrupted tool never returns", () => {
  expect(deriveScenario("2.1.325/interrupt-thinking").turns[0]?.replies).toMatchObject([
    { hang: true, blocks: [{ thinking: "alpha beta gamma delta epsilon zeta" }] },
  ]);
  expect(deriveScenario("2.1.74/interrupt-tool").turns[0]?.replies).toMatchObject([
    { blocks: [{ text: "go" }, { tool: "Bash", durationMs: 3_600_000 }, { tool: "Bash", result: "second" }] },
  ]);
});

test("usage comes from the message, or from the turn if the lines have unfinished usage", () => {
  for (const name of ["cost-turns", "adjacent-plain"]) {
    const [turn] = deriveScenario(`2.1.325/${name}`).turns;
    expect(turn?.replies[0]).toMatchObject({ usage: { inputTokens: 12, outputTokens: 20 } });
  }
});

test("derives the host script from stdin", () => {
  const { host } = deriveScenario("2.1.325/permission-denied-interrupt");
  expect(host).toMatchObject({
    args: ["--permission-prompt-tool", "stdio"],
    permissionMode: "default",
    answers: [{ permission: "deny", message: "Stop it.", interrupt: true }],
    steps: [{}, { wait: "result" }, { user: "@text next" }, { wait: "result" }, { end: true }],
  });
  const interrupted = deriveScenario("2.1.325/interrupt-thinking").host?.steps.slice(1, 5);
  expect(interrupted).toEqual([
    { wait: { type: "system", subtype: "init" } },
    { quietMs: 300 },
    { control: { subtype: "interrupt" }, id: "stop-1" },
    { wait: "result" },
  ]);
  expect(
    deriveScenario("2.1.325/sdk-mcp").host?.answers?.map((answer) => ("mcp" in answer ? answer.mcp : "")),
  ).toContain("tools/list");
});

test("a compacted conversation keeps its summary, and the command is not a turn", () => {
  const scenario = deriveScenario("2.1.325/compact");
  expect(scenario.turns).toHaveLength(2);
  expect(scenario.summary).toContain("They greeted each other.");
});

test("accepts single lines, and skips broken ones", () => {
  const { lines } = loadRun("recordings/2.1.325/simple");
  expect(scenarioFromRecording(["not JSON", ...lines])).toEqual(scenarioFromRecording(lines.join("\n")));
});

test("replaces texts that look like secrets", () => {
  const secret = `sk-ant-${"a1B2".repeat(8)}`;
  const line = (text: string): string =>
    JSON.stringify({
      type: "assistant",
      message: { id: "m", role: "assistant", content: [{ type: "text", text }] },
      parent_tool_use_id: null,
      session_id: "s",
      uuid: "u",
    });
  expect(scenarioFromRecording(line(`key ${secret} end`)).turns).toEqual([{ replies: ["key [redacted] end"] }]);
  expect(scenarioFromRecording(line(`key ${secret} end`), { redacts: false }).turns).toEqual([
    { replies: [`key ${secret} end`] },
  ]);
});

test("recognizes secrets in a tool's input by field name, and secret field names", () => {
  const key = `sk-ant-${"a1B2".repeat(8)}`;
  const input = { user: "me", password: "hunter2", nested: [{ api_key: "hunter2" }], [key]: true };
  const call = { type: "tool_use", id: "t", name: "mcp__site__login", input };
  const line = { type: "assistant", message: { id: "m", content: [call] }, parent_tool_use_id: null, session_id: "s" };
  const scenario = JSON.stringify(scenarioFromRecording(JSON.stringify(line)));
  expect(scenario).toContain('"user":"me","password":"[redacted]","nested":[{"api_key":"[redacted]"}]');
  expect(scenario).not.toContain("hunter2");
  expect(scenario).not.toContain(key);
  expect(JSON.stringify(scenarioFromRecording(JSON.stringify(line), { redacts: false }))).toContain("hunter2");
});

describe("text that is not a recording", () => {
  test.each([
    ["an empty text", "", "found nothing at all"],
    ["plain text", "hello\nthere\n", "found 2 lines, of which 2 cannot be read and 0 are of an unknown type"],
    ["other JSON", '{"type":"song"}', "found 1 line, of which 0 cannot be read and 1 are of an unknown type"],
    ["a result alone", '{"type":"result","subtype":"success","result":"Hi."}', "and no turn of a model"],
    ["the input of a session", '{"type":"user","message":{"role":"user","content":"Hi."}}', "and no turn of a model"],
  ])("refuses %s with what was found and what is expected", (_, text, found) => {
    const refuse = (): Scenario => scenarioFromRecording(text);
    expect(refuse).toThrow(found);
    expect(refuse).toThrow("Expected what `claude -p --output-format stream-json --verbose` wrote to stdout");
    expect(refuse).toThrow(expect.objectContaining({ name: "ScenarioError", code: "unreadable-scenario" }));
  });

  test("a session with only a command has no turns", () => {
    const init = '{"type":"system","subtype":"init","session_id":"s","model":"m","cwd":"/w","tools":[]}';
    expect(scenarioFromRecording([init, '{"type":"result","subtype":"success","result":""}']).turns).toEqual([]);
  });
});

test("recognizes a broken stream that 2.1.200 closed like a complete one", () => {
  const [first] = scenarioFromRecording(loadRun("scenarios/2.1.200/broken-stream").lines).turns;
  expect(first?.replies).toMatchObject([
    { breakAfterPieces: 3, blocks: [{ text: expect.stringMatching(/kappa$/) as unknown }] },
  ]);
});
