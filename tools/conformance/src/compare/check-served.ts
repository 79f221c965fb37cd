// Checks a decoded stream against what the model stub served: every block comes once, whole, in order, under its agent.

import type { Event } from "@unspool/protocol";

/** A block as the model stub served it. */
export interface ServedBlock {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
  readonly input?: unknown;
}

export interface ServedMessage {
  readonly id: string;
  /** The agent: null for the main one, else the tool use that started it. */
  readonly agent: string | null;
  readonly blocks: readonly ServedBlock[];
  /** Whether it was served whole, so that no block may be missing if the CLI shows this agent. */
  readonly isWhole: boolean;
}

interface SeenBlock {
  readonly type: string;
  readonly content: string;
  readonly isAborted: boolean;
}
interface Seen {
  readonly agents: Set<string | null>;
  /** Blocks by index. A second end without a new start is kept beside the first. */
  readonly ends: Map<number, SeenBlock[]>;
}

/** Returns the problems as sentences. @param lines the raw lines, as a naive check of the decoder */
export function findBreaches(
  lines: readonly string[],
  events: readonly Event[],
  served: readonly ServedMessage[],
): string[] {
  const shown = shownBlocks(lines);
  const seen = collect(events);
  const found: string[] = [];
  for (const message of served) {
    const { id, agent } = message;
    for (const other of seen.get(id)?.agents ?? []) {
      if (other !== agent) found.push(`${id} of ${agent ?? "the main agent"} is under ${other ?? "the main agent"}`);
    }
    found.push(...compare(message, listBlocks(seen.get(id)), shown.get(id) ?? []));
  }
  const known = new Set(served.map(({ id }) => id));
  for (const [id, message] of seen) {
    if (!known.has(id) && !isSynthetic(lines, id))
      found.push(`${id} (${listBlocks(message).length} blocks) was never served`);
  }
  return [...found, ...wrongInputs(events, shown)];
}

function listBlocks(message: Seen | undefined): SeenBlock[] {
  return [...(message?.ends ?? [])].sort(([left], [right]) => left - right).flatMap(([, ends]) => ends);
}

function collect(events: readonly Event[]): Map<string, Seen> {
  const messages = new Map<string, Seen>();
  for (const event of events) {
    if (!("block" in event)) continue;
    const message: Seen = messages.get(event.messageId) ?? { agents: new Set(), ends: new Map() };
    messages.set(event.messageId, message);
    message.agents.add(event.agent);
    // A new start discards the end.
    if ("restart" in event) message.ends.delete(event.block);
    const end = toSeenBlock(event);
    if (end !== undefined) message.ends.set(event.block, [...(message.ends.get(event.block) ?? []), end]);
  }
  return messages;
}

/** The input of a call must equal its finished line, since the tool ran with that. */
function wrongInputs(events: readonly Event[], shown: ReadonlyMap<string, readonly ServedBlock[]>): string[] {
  const inputs = new Map([...shown.values()].flat().map((block) => [block.id, JSON.stringify(block.input)]));
  return events.flatMap((event) => {
    if (event.type !== "tool-call-end") return [];
    const input = inputs.get(event.toolUseId);
    return input === undefined || input === JSON.stringify(event.input) ? [] : [`${event.toolUseId}: wrong input`];
  });
}

function toSeenBlock(event: Event): SeenBlock | undefined {
  const isAborted = "aborted" in event && event.aborted;
  if (event.type === "text-end") return { type: "text", content: event.text, isAborted };
  if (event.type === "thinking-end") return { type: "thinking", content: event.text, isAborted };
  if (event.type === "tool-call-end") return { type: "tool_use", content: event.toolUseId, isAborted };
  if (event.type === "content-block") return { type: event.content.type, content: "", isAborted };
  return undefined;
}

/** Compares in order. A missing block must be missing on the wire, and a cut one must be a prefix. */
function compare(
  { id, agent, blocks, isWhole }: ServedMessage,
  seen: readonly SeenBlock[],
  shown: readonly ServedBlock[],
): string[] {
  const found: string[] = [];
  const rest = [...seen];
  for (const block of blocks) {
    const content = getContent(block);
    const next = rest[0];
    if (next !== undefined && next.type === block.type && isSame(next, content)) {
      rest.shift();
      continue;
    }
    const isShown = shown.some((one) => one.type === block.type && getContent(one) === content);
    // Texts of agents are not always forwarded, and 2.1.x has no line for a blank text.
    const isDue = isWhole && agent === null && !(block.type === "text" && content.trim() === "");
    if (isShown || isDue) found.push(`${id}: ${block.type} ${JSON.stringify(content)} is lost`);
  }
  return [...found, ...rest.map((block) => `${id}: ${block.type} ${JSON.stringify(block.content)} is too much`)];
}

function isSame(seen: SeenBlock, content: string): boolean {
  if (seen.type !== "text" && seen.type !== "thinking" && seen.type !== "tool_use") return true;
  if (seen.isAborted) return content.startsWith(seen.content);
  // 1.x replaces a blank text by its own.
  return seen.content === content || (content.trim() === "" && seen.content === "(no content)");
}

function getContent(block: ServedBlock): string {
  return block.text ?? block.thinking ?? block.id ?? "";
}

/** Returns the blocks of finished lines by message. */
function shownBlocks(lines: readonly string[]): Map<string, ServedBlock[]> {
  const shown = new Map<string, ServedBlock[]>();
  for (const line of lines) {
    if (!line.includes('"assistant"')) continue;
    const { type, message } = JSON.parse(line) as { type?: string; message?: { id?: string; content?: ServedBlock[] } };
    if (type !== "assistant" || message?.id === undefined || !Array.isArray(message.content)) continue;
    shown.set(message.id, [...(shown.get(message.id) ?? []), ...message.content]);
  }
  return shown;
}

function isSynthetic(lines: readonly string[], id: string): boolean {
  return lines.some((line) => line.includes(JSON.stringify(id)) && line.includes('"<synthetic>"'));
}
