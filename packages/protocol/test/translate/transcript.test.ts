// Claude Code's own transcript files give the same events as the stream of the same session.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadRun, transcriptsPath as transcripts } from "../../../../fixtures/load.ts";
import { endSession, initialState, reduce, type Event } from "../../src/index.ts";
import { decodeLines, only } from "./lines.ts";

function linesOf(path: string): string[] {
  return readFileSync(path, "utf8").trimEnd().split("\n");
}

/** Returns the events of a session's file, followed by those of its agents' files. */
function readSession(folder: string): Event[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  const isAgent = (name: string): boolean => name.includes("agent-");
  // Outer agents come before inner ones, because an inner agent's call is in the outer agent's file.
  const agents = files.filter(isAgent).sort((one, other) => depthOf(folder, one) - depthOf(folder, other));
  const sorted = [...files.filter((name) => !isAgent(name)), ...agents];
  return decodeLines(sorted.flatMap((name) => linesOf(join(folder, name))));
}

function depthOf(folder: string, name: string): number {
  const path = join(folder, name.replace(".jsonl", ".meta.json"));
  return existsSync(path) ? ((JSON.parse(readFileSync(path, "utf8")) as { spawnDepth?: number }).spawnDepth ?? 0) : 0;
}

/** Returns the complete blocks by message and index, each as one string. */
function wholeBlocks(events: readonly Event[]): Set<string> {
  const words = new Set<string>();
  for (const event of events) {
    if (event.type === "text-end" && !event.aborted && event.text.trim() !== "")
      words.add(`${event.agent} ${event.messageId} text ${event.text}`);
    if (event.type === "thinking-end" && !event.aborted)
      words.add(`${event.agent} ${event.messageId} thinking ${event.text}`);
    if (event.type === "tool-call-end" && !event.aborted)
      words.add(`${event.agent} ${event.messageId} tool ${event.toolUseId} ${JSON.stringify(event.input)}`);
  }
  return words;
}

const sessions = readdirSync(transcripts).flatMap((version) =>
  readdirSync(join(transcripts, version)).map((name) => `${version}/${name}`),
);

describe("a transcript", () => {
  it.each(sessions)("%s has no unknown or malformed entry", (session) => {
    const events = readSession(join(transcripts, session));
    expect(events.filter((event) => event.type === "unknown" || event.type === "malformed")).toEqual([]);
    expect(only(events, "message-start").length).toBeGreaterThan(0);
  });

  const told = ["1.0.128", "2.1.74", "2.1.325"].flatMap((version) =>
    ["simple", "agents", "compact", "cost-turns", "adjacent"].map((name) => `${version}/${name}`),
  );
  it.each(told)("%s has every block of the stream under the same agent", (session) => {
    const file = wholeBlocks(readSession(join(transcripts, session)));
    const stream = wholeBlocks(decodeLines(loadRun(`recordings/${session}`).lines));
    const missing = [...stream].filter((word) => !file.has(word) && !word.includes("(no content)"));
    expect(missing).toEqual([]);
  });

  it("of 1.0.128 with two agents in one file distinguishes them by their prompts", () => {
    const events = readSession(join(transcripts, "1.0.128/agents"));
    const agents = new Set(only(events, "tool-call-end").map((event) => event.agent));
    expect(agents).toEqual(new Set([null, "toolu_0001", "toolu_0002"]));
    expect(
      only(events, "user-message")
        .filter((event) => event.agent !== null)
        .every((event) => event.origin === "subagent-prompt"),
    ).toBe(true);
  });

  it.each(["agents", "nested-agents"])(
    "of 2.1.325 (%s) ties the files of agents to the calls that started them",
    (name) => {
      const events = readSession(join(transcripts, "2.1.325", name));
      expect(new Set(events.map((event) => event.agent))).toEqual(new Set([null, "toolu_0001", "toolu_0002"]));
    },
  );

  it("keeps agents completed that had reported, although their files are read after the report", () => {
    const state = endSession(readSession(join(transcripts, "2.1.325/agents")).reduce(reduce, initialState()));
    expect([...state.agents].map((agent) => `${agent.description} ${agent.status}`).sort()).toEqual([
      "east completed",
      "west completed",
    ]);
  });

  it("marks only prompts as human", () => {
    const origins = only(readSession(join(transcripts, "2.1.325/compact")), "user-message").map(
      (event) => `${event.origin} ${event.text.slice(0, 22)}`,
    );
    expect(origins).toMatchInlineSnapshot(`
      [
        "human @text hello there
      @too",
        "synthetic This session is being ",
        "command-output <local-command-caveat>",
        "command-output <command-name>/compact",
        "command-output <local-command-stdout>",
        "human @text after compacting",
      ]
    `);
  });

  it("gives summaries and queue operations as notices", () => {
    const events = decodeLines([
      { type: "summary", summary: "A talk", leafUuid: "u1" },
      { type: "queue-operation", operation: "enqueue", sessionId: "s" },
      { type: "something-new", sessionId: "s" },
    ]);
    expect(events.map((event) => [event.type, event.type === "notice" ? event.subtype : ""])).toEqual([
      ["notice", "summary"],
      ["notice", "queue-operation"],
      ["unknown", ""],
    ]);
  });

  it.each([
    ["2.0.76/background-agents", ["east completed", "west completed"]],
    ["2.1.74/background-agents", ["east completed", "west completed"]],
    ["2.1.200/background-agents", ["east completed", "west completed"]],
    ["2.1.325/background-agents", ["east completed", "west completed"]],
    // Reported in the middle of a turn, so no user entry repeats the notice.
    ["2.1.325/background-busy", ["Check tests completed", "Never ends completed"]],
  ])("of %s ends each background agent once", (session, expected) => {
    const events = readSession(join(transcripts, session));
    const state = endSession(events.reduce(reduce, initialState()));
    const agents = [...state.agents].filter((agent) => agent.description !== undefined);
    expect(agents.map((agent) => `${agent.description} ${agent.status}`).sort()).toEqual(expected);
    const ends = only(events, "task-end");
    expect(new Set(ends.map((end) => end.taskId)).size).toBe(ends.length);
    expect(ends.every((end) => state.agents.get(end.toolUseId ?? "") !== undefined || end.taskId === "bgsz4qrx6")).toBe(
      true,
    );
  });

  it("gives the report and the figures of a background agent", () => {
    const [end] = only(readSession(join(transcripts, "2.1.325/background-agents")), "task-end");
    expect(end).toMatchObject({
      toolUseId: "toolu_0001",
      status: "completed",
      summary: "east reports",
      usage: { totalTokens: 32, toolUses: 1, durationMs: 611 },
    });
  });

  it("does not read fields of a notice from the agent's report inside it", () => {
    const content =
      '<task-notification>\n<task-id>a1</task-id>\n<status>failed</status>\n<summary>Agent "x" failed</summary>\n' +
      "<result>I <usage><total_tokens>9</total_tokens></usage></result> <tool_uses>7</tool_uses></result>\n" +
      "<usage><total_tokens>5</total_tokens><tool_uses>2</tool_uses><duration_ms>3</duration_ms></usage>\n" +
      "</task-notification>";
    const entry = { type: "queue-operation", operation: "enqueue", sessionId: "s", content };
    const events = decodeLines([entry, entry, { ...entry, content: content.replace("failed", "completed") }]);
    expect(only(events, "task-end")).toMatchObject([
      { taskId: "a1", status: "failed", usage: { totalTokens: 5, toolUses: 2, durationMs: 3 } },
      // An agent that gets another message ends again.
      { taskId: "a1", status: "completed" },
    ]);
  });

  it("ignores a notice in the middle of a text, and one that a stream repeats", () => {
    const notice = "<task-notification><task-id>a1</task-id><status>completed</status></task-notification>";
    const events = decodeLines([
      { type: "queue-operation", operation: "enqueue", sessionId: "s", content: `What is ${notice}?` },
      { type: "user", session_id: "s", parent_tool_use_id: null, message: { role: "user", content: notice } },
    ]);
    expect(only(events, "task-end")).toEqual([]);
  });
});

describe("entries outside the conversation", () => {
  it.each([
    { type: "pr-link", sessionId: "s", prNumber: 7, prUrl: "https://example.com/a/b/pull/7", prRepository: "a/b" },
    { type: "file-history-delta", messageId: "m", snapshotMessageId: "n", trackingPath: "a.ts", backup: null },
    { type: "worktree-state", worktreeSession: null, sessionId: "s" },
    { type: "relocated", relocatedCwd: "/elsewhere", sessionId: "s" },
    { type: "agent-setting", agentSetting: "reviewer", sessionId: "s" },
    { type: "agent-color", agentColor: "blue", sessionId: "s" },
    { type: "fork-context-ref", agentId: "a1", parentSessionId: "s", parentLastUuid: "u" },
  ])("are notices: $type", (entry) => {
    expect(decodeLines([entry])).toMatchObject([{ type: "notice", subtype: entry.type }]);
  });

  it.each(["started", "result", "failed"])("include a workflow's journal of its agents: %s", (type) => {
    const events = decodeLines([{ type, key: "v2:abc", agentId: "a1", result: "done" }]);
    expect(events).toMatchObject([
      { type: "notice", subtype: "workflow-journal", data: { state: type, agentId: "a1", result: "done" } },
    ]);
  });
});

describe("a fork, which starts with a copy of the message that started it", () => {
  const call = { type: "tool_use", id: "t1", name: "Agent", input: { prompt: "Look around", subagent_type: "fork" } };
  const other = { type: "tool_use", id: "t2", name: "Bash", input: { command: "ls" } };
  const entry = (uuid: string, type: string, content: unknown, more: object = {}): Record<string, unknown> => ({
    type,
    sessionId: "s",
    uuid,
    parentUuid: null,
    message: { id: "m", role: type, content },
    ...more,
  });
  const fork = { isSidechain: true, agentId: "a1" };
  const told = (id: string, text: string): object => ({
    type: "tool_result",
    tool_use_id: id,
    content: [{ type: "text", text }],
  });
  const answers = [
    told("t1", "Fork started — that fork is you."),
    told("t2", "This is the parent's call, not yours. It may not have run yet, and its result goes to the parent."),
    { type: "text", text: "Look around" },
  ];

  it.each([
    ["in its file", fork],
    ["in the stream", { parent_tool_use_id: "t1", session_id: "s", sessionId: undefined, parentUuid: undefined }],
  ])("does not answer the calls of its parent, %s", (_, envelope) => {
    const isStream = "session_id" in envelope;
    const own = isStream ? { ...envelope, parent_tool_use_id: null } : {};
    const events = decodeLines([
      entry("u1", "assistant", [{ type: "text", text: "I fork." }, call, other], own),
      entry("u2", "assistant", [call, other], envelope),
      entry("u3", "user", answers, envelope),
      entry("u4", "assistant", [{ type: "text", text: "I see." }], {
        ...envelope,
        message: { id: "n", content: [{ type: "text", text: "I see." }] },
      }),
    ]);
    expect(only(events, "tool-result")).toEqual([]);
    expect(only(events, "tool-call-start").map(({ agent, toolUseId }) => [agent, toolUseId])).toEqual([
      [null, "t1"],
      [null, "t2"],
    ]);
    expect(only(events, "text-end").map(({ agent, text }) => [agent, text])).toEqual([
      [null, "I fork."],
      ["t1", "I see."],
    ]);
    const state = events.reduce(reduce, initialState());
    expect(state.toolCalls.toArray().map(({ status }) => status)).toEqual(["running", "running"]);
    expect(state.agents.toArray()).toMatchObject([
      { id: "t1", parent: null, status: "running", prompt: "Look around" },
    ]);
  });
});
