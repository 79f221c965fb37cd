// Law 1 on real CLIs: compares the blocks that the stand-in API served with what the decoder emits for the CLI's stdout.
// The runs under recordings/qwen-code-VERSION are of Qwen Code, which uses its own ids instead of the API's: see below.
import { describe, expect, it } from "vitest";
import { listRuns, loadRun } from "../../../fixtures/load.ts";
import { createDecoder, type DecoderStats, type Event } from "../src/index.ts";

interface ServedBlock {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
}
interface Served {
  readonly id: string;
  readonly blocks: readonly ServedBlock[];
}
interface SeenBlock {
  readonly type: string;
  readonly content: string;
  readonly isAborted: boolean;
}
interface Seen {
  readonly agent: string | null;
  readonly blocks: SeenBlock[];
}

const FOLDERS = ["recordings", "scenarios"] as const;
// What was served to the demo is not known.
const recorded = FOLDERS.flatMap((folder) => listRuns(folder)).filter((id) => !id.includes("/demo/"));
const isOfQwenCode = (name: string): boolean => name.startsWith("recordings/qwen-code-");
const names = recorded.filter((name) => !isOfQwenCode(name));
const namesOfQwenCode = recorded.filter(isOfQwenCode);

function versionsIn(folder: (typeof FOLDERS)[number]): Set<string | undefined> {
  return new Set(names.filter((name) => name.startsWith(`${folder}/`)).map((name) => name.split("/")[1]));
}

describe("recordings of real CLIs", () => {
  it("exist for six versions each", () => {
    expect(names.length).toBeGreaterThan(500);
    expect(versionsIn("recordings")).toEqual(new Set(["1.0.110", "1.0.128", "2.0.76", "2.1.74", "2.1.200", "2.1.325"]));
    expect(versionsIn("scenarios")).toEqual(new Set(["1.0.60", "1.0.128", "2.0.76", "2.1.74", "2.1.200", "2.1.325"]));
  });

  it.each(names)("%s: decodes every block that the CLI showed once, in order and complete", (name) => {
    const { stdout: bytes, served: answers } = loadRun(name);
    const raw = bytes.toString("utf8");
    const served = answers as readonly Served[];
    const { events, stats } = decodeAll(bytes);
    const seen = collect(events);

    expect(stats.unknown + stats.malformed).toBe(0);
    expect(linesAccountedFor(events, stats)).toBe(stats.lines);
    for (const { id, blocks } of served) {
      if (!raw.includes(JSON.stringify(id))) continue; // an internal request of the CLI that it never shows
      expect(problems(blocks, seen.get(id), raw, id)).toEqual([]);
    }
    for (const [id, { blocks }] of seen) {
      const isServed = served.length === 0 || served.some((message) => message.id === id);
      if (!isServed) expect({ id, blocks, isSynthetic: isSynthetic(raw, id) }).toMatchObject({ isSynthetic: true });
    }
  });
});

interface ServedByOpenAi extends Served {
  /** The reply went to a sub-agent. */
  readonly agent?: true;
  /** The request failed, so it gave no message. */
  readonly status?: number;
}

// Qwen Code uses its own message ids instead of the API's, so blocks are compared per agent, in order.
describe("recordings of Qwen Code", () => {
  it("exist with and without partial messages", () => {
    expect(namesOfQwenCode.length).toBeGreaterThan(20);
    expect(namesOfQwenCode.filter((name) => name.endsWith("-plain"))).toHaveLength(7);
  });

  it.each(namesOfQwenCode)("%s: decodes every block that was served once, in order and complete", (name) => {
    const { stdout: bytes, served: answers } = loadRun(name);
    const served = answers as readonly ServedByOpenAi[];
    const { events, stats } = decodeAll(bytes);
    const seen = [...collect(events).values()];
    const ofMain = seen.filter(({ agent }) => agent === null);
    const ofAgents = seen.filter(({ agent }) => agent !== null);
    const whole = (message: Seen): readonly SeenBlock[] => message.blocks;

    expect(stats.unknown + stats.malformed).toBe(0);
    expect(linesAccountedFor(events, stats)).toBe(stats.lines);
    expect(events.filter(({ type }) => type === "message-retracted")).toEqual([]);
    expect(ofMain.flatMap(whole)).toEqual(blocksOfMain(served).flat());
    // There is one message per reply; without partial messages nothing tells where one ends.
    if (!name.endsWith("-plain")) expect(ofMain.map(whole)).toEqual(blocksOfMain(served));
    // It shows only the calls of sub-agents, and those of two agents in any order.
    const calls = served.filter(({ agent }) => agent).flatMap(({ blocks }) => blocks ?? []);
    const ids = calls.flatMap(({ id }) => id ?? []).sort();
    const shown = events.some(({ type }) => type === "task-start") ? [] : ids;
    expect(
      ofAgents
        .flatMap(whole)
        .map(({ content }) => content)
        .sort(),
    ).toEqual(shown);
  });
});

/** Returns what the main agent was served, reply by reply. The next reply continues a text that was cut off. */
function blocksOfMain(served: readonly ServedByOpenAi[]): SeenBlock[][] {
  const replies: SeenBlock[][] = [];
  let cut = "";
  for (const { agent, status, blocks } of served) {
    if (agent) continue;
    // The CLI reports this in its own words.
    if (status !== undefined) {
      replies.push([{ type: "text", content: `[API Error: ${status} the request is refused]`, isAborted: false }]);
      continue;
    }
    if (blocks.at(-1)?.type === "break") {
      cut += blocks[0]?.text ?? "";
      continue;
    }
    replies.push(
      blocks.map(({ type, text, thinking, id }, place) => ({
        type,
        content: (place === 0 ? cut : "") + (text ?? thinking ?? id ?? ""),
        isAborted: false,
      })),
    );
    cut = "";
  }
  return replies;
}

function decodeAll(bytes: Uint8Array): { events: Event[]; stats: DecoderStats } {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(bytes);
  decoder.end();
  return { events, stats: decoder.stats };
}

function linesAccountedFor(events: readonly Event[], stats: DecoderStats): number {
  const silent = Object.values(stats.silent).reduce((sum, count) => sum + count, 0);
  // Late events carry the number of the line that caused them, so a silent line may have some: count it once.
  return new Set(events.map((event) => event.line)).size + silent;
}

function collect(events: readonly Event[]): Map<string, Seen> {
  const messages = new Map<string, Seen>();
  for (const event of events) {
    if (!("block" in event)) continue;
    const message = messages.get(event.messageId) ?? { agent: event.agent, blocks: [] };
    messages.set(event.messageId, message);
    expect(event.agent).toBe(message.agent);
    const isAborted = "aborted" in event && event.aborted;
    if (event.type === "text-end") message.blocks[event.block] = { type: "text", content: event.text, isAborted };
    if (event.type === "thinking-end")
      message.blocks[event.block] = { type: "thinking", content: event.text, isAborted };
    if (event.type === "tool-call-end")
      message.blocks[event.block] = { type: "tool_use", content: event.toolUseId, isAborted };
    if (event.type === "content-block")
      message.blocks[event.block] = { type: event.content.type, content: "", isAborted };
  }
  return messages;
}

/** Compares in order. A missing block must be missing on the wire; a cut block must be a prefix. */
function problems(served: readonly ServedBlock[], seen: Seen | undefined, raw: string, id: string): string[] {
  const found: string[] = [];
  const rest = [...(seen?.blocks ?? [])];
  for (const block of served) {
    const content = block.text ?? block.thinking ?? block.id ?? "";
    const next = rest[0];
    if (next !== undefined && next.type === block.type && matches(next, content)) rest.shift();
    else if (isShown(raw, id, block.type, content)) found.push(`${block.type} ${content} is lost`);
  }
  return [...found, ...rest.map((block) => `${block.type} ${block.content} is too much`)];
}

function matches(seen: SeenBlock, content: string): boolean {
  if (seen.type !== "text" && seen.type !== "thinking" && seen.type !== "tool_use") return true;
  if (seen.isAborted) return content.startsWith(seen.content);
  // 1.0.128 replaces a blank text with its own words.
  return seen.content === content || (content.trim() === "" && seen.content === "(no content)");
}

/** Whether some line of this message contains the block: the naive search that the decoder is compared with. */
function isShown(raw: string, id: string, type: string, content: string): boolean {
  return raw.split("\n").some((line) => {
    if (!line.includes(JSON.stringify(id)) || !line.includes('"assistant"')) return false;
    const blocks = (JSON.parse(line) as { message?: { id?: string; content?: ServedBlock[] } }).message;
    return (
      blocks?.id === id &&
      blocks.content?.some((block) => block.type === type && content === (block.text ?? block.thinking ?? block.id))
    );
  });
}

function isSynthetic(raw: string, id: string): boolean {
  return raw.split("\n").some((line) => line.includes(JSON.stringify(id)) && line.includes('"<synthetic>"'));
}
