// Turns as lines of the CLI, made up: messages in pieces of the main agent, whole ones of an agent that it started, texts
// with everything that could break a line or a message.
import * as fc from "fast-check";

const piece = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom("\n", "\r\n", "\n\n", "data: ", ":", "\u2028", "\u0000", "😀", "漢", "שלום", "\ufeff", '"', "\\"),
);
const block = fc.record({
  kind: fc.constantFrom("text", "thinking", "tool"),
  pieces: fc.array(piece, { minLength: 1, maxLength: 12 }),
});
const message = fc.record({
  blocks: fc.array(block, { minLength: 1, maxLength: 3 }),
  byAgent: fc.boolean(),
});

/** The lines of a stream. */
export const generatedLines: fc.Arbitrary<string[]> = fc
  .array(message, { minLength: 1, maxLength: 5 })
  .map((messages) => messages.flatMap(toLines).map((line) => JSON.stringify({ session_id: "s", ...line })))
  .map((lines) => [
    JSON.stringify({ type: "system", subtype: "init", session_id: "s", tools: [], mcp_servers: [] }),
    ...lines,
    JSON.stringify({ type: "result", subtype: "success", is_error: false, session_id: "s", total_cost_usd: 0.25 }),
  ]);

interface Block {
  readonly kind: string;
  readonly pieces: readonly string[];
}
type Line = Readonly<Record<string, unknown>>;

function toLines({ blocks, byAgent }: { blocks: readonly Block[]; byAgent: boolean }, number: number): Line[] {
  const id = `msg_${number}`;
  const contents = blocks.map((one, index) => toContent(one, `toolu_${number}_${index}`));
  const whole = (content: Line): Line => ({
    type: "assistant",
    parent_tool_use_id: byAgent ? "toolu_agent" : null,
    message: { id, role: "assistant", content: [content] },
  });
  if (byAgent) return contents.map(whole);
  const event = (inner: Line): Line => ({ type: "stream_event", parent_tool_use_id: null, event: inner });
  return [
    event({ type: "message_start", message: { id, role: "assistant", content: [] } }),
    ...blocks.flatMap(({ kind, pieces }, index) => {
      const content = contents[index] ?? {};
      const empty = kind === "tool" ? { ...content, input: {} } : { type: kind, [kind]: "" };
      const texts = kind === "tool" ? halves(JSON.stringify(content["input"])) : pieces;
      const deltas = texts.map((text) =>
        event({ type: "content_block_delta", index, delta: { type: DELTAS[kind], [FIELDS[kind] ?? ""]: text } }),
      );
      return [
        event({ type: "content_block_start", index, content_block: empty }),
        ...deltas,
        whole(content),
        event({ type: "content_block_stop", index }),
      ];
    }),
    event({ type: "message_stop" }),
  ];
}

const DELTAS: Readonly<Record<string, string>> = {
  text: "text_delta",
  thinking: "thinking_delta",
  tool: "input_json_delta",
};
const FIELDS: Readonly<Record<string, string>> = { text: "text", thinking: "thinking", tool: "partial_json" };

function toContent({ kind, pieces }: Block, id: string): Line {
  const text = pieces.join("");
  return kind === "tool"
    ? { type: "tool_use", id, name: "Bash", input: { command: text } }
    : { type: kind, [kind]: text };
}

function halves(text: string): string[] {
  const middle = text.length >> 1;
  return [text.slice(0, middle), text.slice(middle)];
}
