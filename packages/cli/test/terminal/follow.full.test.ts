// A followed transcript at a terminal shows the idle status and its reason.
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { transcriptsPath } from "../../../../fixtures/load.ts";
import { useTerminals, type Terminal } from "./tmux.ts";

const terminals = useTerminals();
const transcripts = join(transcriptsPath, "2.1.325");
const folder = mkdtempSync(join(tmpdir(), "unspool-follow-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ID = "4880d257-8091-48fe-9403-a148c9cbe1ac";

function follow(name: string, columns = 80): Terminal {
  return terminals.open(["view", "--follow", name], { columns, rows: 40, cwd: folder });
}

async function isStill(terminal: Terminal, words: string): Promise<void> {
  const before = await terminal.screen(words);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await terminal.screen(words)).toBe(before);
  terminal.press("C-c");
  await terminal.screen("exit 130");
}

const entry = (type: string, message: object, more: object = {}): string =>
  `${JSON.stringify({ type, sessionId: "s", uuid: crypto.randomUUID(), parentUuid: null, isSidechain: false, version: "2.1.325", cwd: "/app", timestamp: new Date().toISOString(), message, ...more })}\n`;

const prompt = entry("user", { role: "user", content: "Hi" });
const answer = (text: string, stop: string): string =>
  entry("assistant", {
    id: "m1",
    role: "assistant",
    model: "opus",
    stop_reason: stop,
    content: [{ type: "text", text }],
  });
const call = entry("assistant", {
  id: "m2",
  role: "assistant",
  model: "opus",
  stop_reason: "tool_use",
  content: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "make" } }],
});

describe("a followed transcript", () => {
  it.each([40, 80, 120])("shows the idle status when its turn has ended, at %i columns", async (columns) => {
    writeFileSync(join(folder, `ended-${columns}.jsonl`), prompt + answer("Hello there.", "end_turn"));
    const terminal = follow(`ended-${columns}.jsonl`, columns);
    const shown = await terminal.screen("· turn ended");
    expect(shown).toContain("Hello there.");
    await isStill(terminal, "· turn ended");
  });

  it("shows background agents that have ended, and the idle status", async () => {
    for (const name of [ID, `${ID}.jsonl`])
      cpSync(join(transcripts, "background-busy", name), join(folder, name), { recursive: true });
    const terminal = follow(`${ID}.jsonl`);
    const shown = await terminal.screen("· turn ended");
    expect(shown).toContain("● Bash  echo fine");
    expect(shown).not.toContain("not finished");
    await isStill(terminal, "· turn ended");
  });

  it("shows a running tool, then its result, then the idle status", async () => {
    const file = join(folder, "running.jsonl");
    writeFileSync(file, prompt + call);
    const terminal = follow("running.jsonl");
    await terminal.screen("running a tool");
    const done = entry("user", {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "t1", content: "built" }],
    });
    appendFileSync(file, done + answer("Made.", "end_turn").replace('"m1"', '"m3"'));
    const shown = await terminal.screen("· turn ended");
    expect(shown).toContain("└ built");
    expect(shown).toContain("Made.");
    await isStill(terminal, "· turn ended");
  });

  it("reports a long silence", async () => {
    const old = (prompt + call).replaceAll(/"timestamp":"[^"]*"/g, '"timestamp":"2026-01-01T00:00:00.000Z"');
    writeFileSync(join(folder, "silent.jsonl"), old);
    const terminal = follow("silent.jsonl");
    const shown = await terminal.screen("nothing new in the transcript for");
    expect(shown).toContain("· Bash  make");
    terminal.press("C-c");
    const end = await terminal.screen("exit 130");
    expect(end).toContain("✗ Bash  make · no result");
    expect(readFileSync(join(folder, "silent.jsonl"), "utf8")).toBe(old);
  });
});
