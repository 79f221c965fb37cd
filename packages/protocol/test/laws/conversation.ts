// The model of a conversation, to render and to compare with: agents, each with messages of blocks.
import * as fc from "fast-check";

export type BlockModel =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string; readonly signature: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: Record<string, unknown> }
  | { readonly type: "redacted_thinking"; readonly data: string };

export interface MessageModel {
  readonly id: string;
  readonly blocks: readonly BlockModel[];
}

export interface AgentModel {
  /** The tool use that started it; null for the main agent. */
  readonly id: string | null;
  readonly messages: readonly MessageModel[];
}

/** The main agent first. Every other agent is started by a tool use of an earlier one. */
export type Conversation = readonly AgentModel[];

/** Text that breaks naive parsers: escapes, quotes, separators, surrogate pairs, NUL, right-to-left. */
const wildText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.constantFrom(
          "a",
          " ",
          "\n",
          '"',
          "\\",
          "\u2028",
          "\u2029",
          "\u0000",
          "\u001b[31m",
          "😀",
          "漢字",
          "שלום",
          "\ufeff",
          "\r\n",
          "{",
          "}}",
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join("")),
  },
);

interface BlockSpec {
  readonly kind: "text" | "thinking" | "tool" | "redacted";
  readonly text: string;
}
const blockSpec: fc.Arbitrary<BlockSpec> = fc.record({
  kind: fc.constantFrom("text", "text", "thinking", "tool", "tool", "redacted"),
  text: wildText,
});
const messageSpec = fc.array(blockSpec, { minLength: 1, maxLength: 4 });
const agentSpec = fc.record({
  messages: fc.array(messageSpec, { minLength: 1, maxLength: 3 }),
  /** Index of the tool use that starts it, among those of all agents before it. */
  startedBy: fc.nat(50),
});

/**
 * Returns an arbitrary conversation. With `areTextsUnique` no text equals or starts with another: without ids, a decoder
 * could not distinguish such texts.
 */
export function conversation(areTextsUnique: boolean): fc.Arbitrary<Conversation> {
  return fc.array(agentSpec, { minLength: 1, maxLength: 3 }).map((specs) => build(specs, areTextsUnique));
}

function build(
  specs: readonly { messages: BlockSpec[][]; startedBy: number }[],
  areTextsUnique: boolean,
): Conversation {
  let count = 0;
  const next = (): string => String(++count).padStart(4, "0");
  const agents: AgentModel[] = [];
  for (const spec of specs) {
    const calls = agents
      .flatMap((agent) => agent.messages.flatMap((message) => message.blocks))
      .filter((b) => b.type === "tool_use");
    const free = calls.filter((call) => !agents.some((agent) => agent.id === call.id));
    if (agents.length > 0 && free.length === 0) break;
    const id = agents.length === 0 ? null : (free[spec.startedBy % free.length]?.id ?? null);
    const messages = spec.messages.map((blocks) => ({
      id: `msg_${next()}`,
      blocks: blocks.map(({ kind, text }) => buildBlock(kind, areTextsUnique ? `#${next()} ${text}` : text, next())),
    }));
    agents.push({ id, messages });
  }
  return agents;
}

function buildBlock(kind: BlockSpec["kind"], text: string, number: string): BlockModel {
  if (kind === "text") return { type: "text", text };
  if (kind === "thinking") return { type: "thinking", text, signature: `sig${number}` };
  if (kind === "redacted") return { type: "redacted_thinking", data: `data${number}` };
  return { type: "tool_use", id: `toolu_${number}`, name: "Bash", input: { command: text, __proto__x: number } };
}
