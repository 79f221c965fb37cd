// Law 1 on real CLIs: what the stand-in API served, block by block, against what the decoder makes of the CLI's stdout.
// Recordings: recordings/VERSION/NAME.ndjson, with NAME.truth.json (what was served), made by hand for one behaviour each;
// scenario-recordings/ in the same form, made by `npm run record` from the simulator's scenarios.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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

const ROOTS = ["recordings", "scenario-recordings"] as const;
const names = ROOTS.flatMap((root) =>
  readdirSync(join(import.meta.dirname, root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".truth.json"))
    .map((name) => `${root}/${name.replace(".truth.json", "")}`)
    .sort(),
);

function versionsIn(root: (typeof ROOTS)[number]): Set<string | undefined> {
  return new Set(names.filter((name) => name.startsWith(`${root}/`)).map((name) => name.split("/")[1]));
}

describe("recordings of real CLIs", () => {
  it("are there, from six versions each", () => {
    expect(names.length).toBeGreaterThan(500);
    expect(versionsIn("recordings")).toEqual(new Set(["1.0.110", "1.0.128", "2.0.76", "2.1.74", "2.1.200", "2.1.325"]));
    expect(versionsIn("scenario-recordings")).toEqual(
      new Set(["1.0.60", "1.0.128", "2.0.76", "2.1.74", "2.1.200", "2.1.325"]),
    );
  });

  it.each(names)("%s: every block that the CLI showed comes once, in order, whole", (name) => {
    const bytes = readFileSync(join(import.meta.dirname, `${name}.ndjson`));
    const raw = bytes.toString("utf8");
    const { served } = JSON.parse(readFileSync(join(import.meta.dirname, `${name}.truth.json`), "utf8")) as {
      served: readonly Served[];
    };
    const { events, stats } = decodeAll(bytes);
    const seen = collect(events);

    expect(stats.unknown + stats.malformed).toBe(0);
    expect(linesAccountedFor(events, stats)).toBe(stats.lines);
    for (const { id, blocks } of served) {
      if (!raw.includes(JSON.stringify(id))) continue; // a request of the CLI's own that it never shows
      expect(problems(blocks, seen.get(id), raw, id)).toEqual([]);
    }
    for (const [id, { blocks }] of seen) {
      const isServed = served.length === 0 || served.some((message) => message.id === id);
      if (!isServed) expect({ id, blocks, isSynthetic: isSynthetic(raw, id) }).toMatchObject({ isSynthetic: true });
    }
  });
});

function decodeAll(bytes: Uint8Array): { events: Event[]; stats: DecoderStats } {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(bytes);
  decoder.end();
  return { events, stats: decoder.stats };
}

function linesAccountedFor(events: readonly Event[], stats: DecoderStats): number {
  const silent = Object.values(stats.silent).reduce((sum, count) => sum + count, 0);
  // Late events carry the number of the line that brought them about, so a silent line may have some: count it once.
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

/** Compares in order. What is missing must be missing on the wire; what was cut must be a beginning. */
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
  // 1.0.128 puts words of its own in place of a blank text.
  return seen.content === content || (content.trim() === "" && seen.content === "(no content)");
}

/** Whether some line of this message has the block: the naive look that the decoder is compared with. */
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
