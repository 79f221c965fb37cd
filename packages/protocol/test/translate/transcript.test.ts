// Claude Code's own transcript files give the same events as the stream of the same session.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { endSession, initialState, reduce, type Event } from "../../src/index.ts";
import { decodeLines, only } from "./lines.ts";

const transcripts = join(import.meta.dirname, "../transcripts");
const recordings = join(import.meta.dirname, "../recordings");

function linesOf(path: string): string[] {
  return readFileSync(path, "utf8").trimEnd().split("\n");
}

/** Events of a session's file and, after it, those of its agents. */
function readSession(folder: string): Event[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  const isAgent = (name: string): boolean => name.includes("agent-");
  // Outer agents before inner ones: an inner one's call stands in the outer one's file.
  const agents = files.filter(isAgent).sort((one, other) => depthOf(folder, one) - depthOf(folder, other));
  const sorted = [...files.filter((name) => !isAgent(name)), ...agents];
  return decodeLines(sorted.flatMap((name) => linesOf(join(folder, name))));
}

function depthOf(folder: string, name: string): number {
  const path = join(folder, name.replace(".jsonl", ".meta.json"));
  return existsSync(path) ? ((JSON.parse(readFileSync(path, "utf8")) as { spawnDepth?: number }).spawnDepth ?? 0) : 0;
}

/** Whole blocks by message and place, as one word each. */
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
  it.each(sessions)("%s holds nothing unknown or malformed", (session) => {
    const events = readSession(join(transcripts, session));
    expect(events.filter((event) => event.type === "unknown" || event.type === "malformed")).toEqual([]);
    expect(only(events, "message-start").length).toBeGreaterThan(0);
  });

  const told = ["1.0.128", "2.1.74", "2.1.325"].flatMap((version) =>
    ["simple", "agents", "compact", "cost-turns", "adjacent"].map((name) => `${version}/${name}`),
  );
  it.each(told)("%s tells of every block that the stream showed, under the same agent", (session) => {
    const file = wholeBlocks(readSession(join(transcripts, session)));
    const stream = wholeBlocks(decodeLines(linesOf(join(recordings, `${session}.ndjson`))));
    const missing = [...stream].filter((word) => !file.has(word) && !word.includes("(no content)"));
    expect(missing).toEqual([]);
  });

  it("of 1.0.128 keeps two agents in one file apart, by their prompts", () => {
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

  it("leaves agents that had reported completed, though their files are read after the report", () => {
    const state = endSession(readSession(join(transcripts, "2.1.325/agents")).reduce(reduce, initialState()));
    expect([...state.agents].map((agent) => `${agent.description} ${agent.status}`).sort()).toEqual([
      "east completed",
      "west completed",
    ]);
  });

  it("calls a prompt human, and the rest not", () => {
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
});
