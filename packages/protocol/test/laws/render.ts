// Renders a conversation as lines, in every dialect of real CLIs and documents, with agents interleaved at random.
import type { AgentModel, BlockModel, Conversation, MessageModel } from "./conversation.ts";

export interface Dialect {
  /** How finished blocks are sent: one line each, arrays that grow by a block, texts that grow, or all at the end. */
  readonly lines: "per-block" | "cumulative" | "growing" | "whole";
  /** Whether stream events are sent too, and where the finished line is among them. */
  readonly partials: "none" | "finished-before-stop" | "finished-after-stop" | "finished-at-end";
  readonly hasIds: boolean;
  readonly hasUuids: boolean;
  readonly hasParents: boolean;
  readonly hasSession: boolean;
  /** Thinking is in `text` instead of `thinking`. */
  readonly isThoughtText: boolean;
  /** The stream events of a call by the main agent name the call itself as their parent. */
  readonly marksOwnCalls?: boolean;
}

type Line = Record<string, unknown>;
interface Step {
  readonly line?: Line;
  /** Starts or waits for the agent of this tool use. */
  readonly starts?: string;
  readonly awaits?: string;
}

/** Returns the lines of a conversation. `choices` decides the interleaving and how texts are split. */
export function render(conversation: Conversation, dialect: Dialect, choices: readonly number[]): string[] {
  let place = 0;
  const choose = (limit: number): number => (choices[place++ % choices.length] ?? 0) % limit;
  const agents = new Set(conversation.map((agent) => agent.id));
  const tracks = new Map(conversation.map((agent) => [agent.id, renderAgent(agent, dialect, agents, choose)]));
  const running: (string | null)[] = [null];
  const lines: Line[] = [];
  if (dialect.hasSession)
    lines.push({ type: "system", subtype: "init", session_id: "session-1", tools: [], mcp_servers: [] });
  while (running.length > 0) {
    const ready = running.filter((id) => !isBlocked(tracks.get(id)?.[0], running));
    const id = ready[choose(ready.length)] as string | null;
    const step = tracks.get(id)?.shift();
    if (step === undefined) running.splice(running.indexOf(id), 1);
    else if (step.starts !== undefined) running.push(step.starts);
    else if (step.line !== undefined) lines.push(step.line);
  }
  lines.push({ type: "result", subtype: "success", is_error: false, total_cost_usd: 0.25 });
  return lines.map((line, number) => JSON.stringify(seal(line, dialect, number)));
}

function isBlocked(step: Step | undefined, running: readonly (string | null)[]): boolean {
  return step?.awaits !== undefined && running.includes(step.awaits);
}

function seal(line: Line, dialect: Dialect, number: number): Line {
  const { parent, ...rest } = line;
  return {
    ...rest,
    ...(dialect.hasSession ? { session_id: "session-1" } : {}),
    ...(dialect.hasParents && parent !== undefined ? { parent_tool_use_id: parent } : {}),
    ...(dialect.hasUuids ? { uuid: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}` } : {}),
  };
}

function renderAgent(
  agent: AgentModel,
  dialect: Dialect,
  agents: ReadonlySet<string | null>,
  choose: (limit: number) => number,
): Step[] {
  const steps: Step[] = [];
  for (const message of agent.messages) {
    const marks = dialect.marksOwnCalls === true && agent.id === null ? message : undefined;
    const lines = renderMessage(message, dialect, choose);
    steps.push(...lines.map((line) => ({ line: { ...line, parent: ownCall(marks, line) ?? agent.id } })));
    for (const block of message.blocks) {
      if (block.type !== "tool_use") continue;
      if (agents.has(block.id)) steps.push({ starts: block.id }, { awaits: block.id });
      const content = [{ type: "tool_result", tool_use_id: block.id, content: "done" }];
      steps.push({ line: { type: "user", message: { role: "user", content }, parent: agent.id } });
    }
  }
  return steps;
}

/** Returns the call that a stream event starts or continues. */
function ownCall(message: MessageModel | undefined, { event }: Line): string | undefined {
  const { type, index = -1 } = (event ?? {}) as { type?: string; index?: number };
  const block = type === "content_block_stop" ? undefined : message?.blocks[index];
  return block?.type === "tool_use" ? block.id : undefined;
}

function renderMessage(message: MessageModel, dialect: Dialect, choose: (limit: number) => number): Line[] {
  const finished = finishedLines(message, dialect, choose);
  if (dialect.partials === "none") return finished.flat();
  const lines: Line[] = [
    streamEvent({
      type: "message_start",
      message: { ...(dialect.hasIds ? { id: message.id } : {}), role: "assistant", content: [] },
    }),
  ];
  for (const [index, block] of message.blocks.entries()) {
    lines.push(...startAndDeltas(block, index, choose));
    if (dialect.partials === "finished-before-stop") lines.push(...(finished[index] ?? []));
    lines.push(streamEvent({ type: "content_block_stop", index }));
    if (dialect.partials === "finished-after-stop") lines.push(...(finished[index] ?? []));
  }
  lines.push(streamEvent({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 7 } }));
  lines.push(streamEvent({ type: "message_stop" }));
  if (dialect.partials === "finished-at-end") lines.push(...finished.flat());
  return lines;
}

/** Returns the finished lines that belong to each block. */
function finishedLines(message: MessageModel, dialect: Dialect, choose: (limit: number) => number): Line[][] {
  const blocks = message.blocks.map((block) => renderBlock(block, dialect));
  const line = (content: unknown[]): Line => ({
    type: "assistant",
    message: { ...(dialect.hasIds ? { id: message.id } : {}), role: "assistant", content },
  });
  const last = blocks.length - 1;
  return blocks.map((block, place) => {
    if (dialect.lines === "per-block") return [line([block])];
    if (dialect.lines === "whole") return place === last ? [line(blocks)] : [];
    const before = blocks.slice(0, place);
    if (dialect.lines === "cumulative" || typeof block["text"] !== "string") return [line([...before, block])];
    const grown = pieces(block["text"], choose).map((_, count, all) => ({
      ...block,
      text: all.slice(0, count + 1).join(""),
    }));
    return (grown.length === 0 ? [block] : grown).map((step) => line([...before, step]));
  });
}

function renderBlock(block: BlockModel, dialect: Dialect): Line {
  if (block.type !== "thinking") return { ...block };
  const { text, signature } = block;
  return { type: "thinking", [dialect.isThoughtText ? "text" : "thinking"]: text, signature };
}

function startAndDeltas(block: BlockModel, index: number, choose: (limit: number) => number): Line[] {
  const start = (content_block: unknown): Line => streamEvent({ type: "content_block_start", index, content_block });
  const delta = (piece: unknown): Line => streamEvent({ type: "content_block_delta", index, delta: piece });
  if (block.type === "text") {
    return [
      start({ type: "text", text: "" }),
      ...pieces(block.text, choose).map((text) => delta({ type: "text_delta", text })),
    ];
  }
  if (block.type === "thinking") {
    const deltas = pieces(block.text, choose).map((thinking) => delta({ type: "thinking_delta", thinking }));
    return [
      start({ type: "thinking", thinking: "", signature: "" }),
      ...deltas,
      delta({ type: "signature_delta", signature: block.signature }),
    ];
  }
  if (block.type === "redacted_thinking") return [start(block)];
  const { id, name, input } = block;
  const deltas = pieces(JSON.stringify(input), choose).map((partial_json) =>
    delta({ type: "input_json_delta", partial_json }),
  );
  return [start({ type: "tool_use", id, name, input: {} }), ...deltas];
}

function streamEvent(event: unknown): Line {
  return { type: "stream_event", event };
}

/** Splits a text, but never inside a surrogate pair, because the API does not either. */
function pieces(text: string, choose: (limit: number) => number): string[] {
  const characters = Array.from(text);
  const found: string[] = [];
  while (characters.length > 0) found.push(characters.splice(0, 1 + choose(5)).join(""));
  return found;
}
