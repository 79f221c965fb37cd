// Ways to damage a stream: changed bytes, values of the wrong type, and almost valid messages.

import * as fc from "fast-check";
import { SYSTEM_SUBTYPES } from "../../src/wire/generated/known-names.ts";

/** Damages a line, or the order of lines. */
export function damageLine(
  all: Buffer[],
  { kind, line, place, bit }: { kind: string; line: number; place: number; bit: number },
): void {
  if (all.length === 0) return;
  const number = line % all.length;
  const bytes = Buffer.from(all[number] ?? "");
  const at = place % Math.max(1, bytes.length);
  const other = place % all.length;
  if (kind === "flip") bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  // A flipped bit may produce an LF, which is fine: the test counts the lines after the damage.
  all[number] = bytes;
  if (kind === "remove") all[number] = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + bit)]);
  if (kind === "double")
    all[number] = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at / 2), bytes.subarray(at)]);
  if (kind === "swap") all[number] = Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)]);
  if (kind === "truncate") all[number] = bytes.subarray(0, at);
  if (kind === "join") all.splice(number, 2, Buffer.concat(all.slice(number, number + 2)));
  if (kind === "move") all.splice(other, 0, ...all.splice(number, 1));
  if (kind === "repeat") all.splice(other, 0, bytes);
}

/** A value of a type that few fields accept. */
export function strangeValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      "",
      "text",
      "__proto__",
      [],
      {},
      [null],
      [[]],
      [1, "a", {}],
      undefined,
    ),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      { type: "text" },
      { type: "tool_use" },
      [{ type: "tool_result" }],
      { toString: 1 },
      "assistant",
      "system",
    ),
  );
}

/** Returns the number of values in `value`, nested ones and itself included. */
export function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 1);
}

/** Returns a copy with the nth value (in document order, the whole first) replaceValue; undefined removes it. */
export function replaceValue(root: unknown, place: number, value: unknown): unknown {
  let left = place % countValues(root);
  const walk = (node: unknown): unknown => {
    if (left === 0) {
      left -= 1;
      return value;
    }
    left -= 1;
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(root) ?? null;
}

/** Messages of every known type, with few ids and values so that they collide, and sometimes a value of the wrong type. */
export function almostValidMessage(): fc.Arbitrary<object> {
  const or = <T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: strangeValue() });
  const pick = (...values: unknown[]): fc.Arbitrary<unknown> => or(fc.constantFrom(...values));
  const toolId = pick("toolu_1", "toolu_2", "toolu_3");
  const block = or(
    fc.oneof(
      fc.record({ type: fc.constant("text"), text: pick("", "a", "ab", "abc", "b") }),
      fc.record({ type: fc.constant("thinking"), thinking: pick("", "a", "ab"), signature: pick("", "x", "y") }),
      fc.record({
        type: fc.constant("tool_use"),
        id: toolId,
        name: pick("Bash", "Task"),
        input: pick({}, { a: 1 }, { prompt: "a" }),
      }),
      fc.record({
        type: fc.constant("tool_result"),
        tool_use_id: toolId,
        content: pick("ok", null, [{ type: "text", text: "x" }]),
      }),
      fc.record({ type: pick("redacted_thinking", "image", "new", "server_tool_use"), data: pick("x", "y") }),
    ),
  );
  const message = or(
    fc.record({
      id: pick("m1", "m2", undefined),
      content: or(fc.oneof(fc.array(block, { maxLength: 3 }), fc.constant("text"))),
      stop_reason: pick(null, "end_turn"),
      usage: pick({ output_tokens: 1 }, undefined),
    }),
  );
  const index = pick(0, 1, 2, -1);
  const event = or(
    fc.oneof(
      fc.record({ type: fc.constant("message_start"), message }),
      fc.record({ type: fc.constant("content_block_start"), index, content_block: block }),
      fc.record({
        type: fc.constant("content_block_delta"),
        index,
        delta: or(
          fc.oneof(
            fc.record({ type: fc.constant("text_delta"), text: pick("a", "b", "") }),
            fc.record({ type: fc.constant("thinking_delta"), thinking: pick("a", "b", "") }),
            fc.record({ type: fc.constant("input_json_delta"), partial_json: pick('{"a"', ":1}", "{}", "") }),
            fc.record({ type: pick("signature_delta", "citations_delta", "new_delta"), signature: pick("x") }),
          ),
        ),
      }),
      fc.record({ type: fc.constant("content_block_stop"), index }),
      fc.record({
        type: fc.constant("message_delta"),
        delta: pick({ stop_reason: "end_turn" }),
        usage: pick({ output_tokens: 9 }),
      }),
      fc.record({ type: fc.constant("message_stop") }),
    ),
  );
  const body: fc.Arbitrary<object> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant("assistant"),
        message,
        supersedes: pick(undefined, ["u1"]),
        aborted: pick(undefined, true),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant("user"),
        message,
        tool_use_result: pick(undefined, { agentId: "a1" }),
        isReplay: pick(undefined, true),
      }),
    },
    {
      weight: 10,
      arbitrary: fc.record({
        type: fc.constant("stream_event"),
        event,
        abandoned_blocks: pick(undefined, undefined, { from_block_index: 0 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant("result"),
        subtype: pick("success", "error_max_turns"),
        total_cost_usd: pick(0, 1, 2),
        result: pick("a", '"a"'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant("system"),
        subtype: pick(...SYSTEM_SUBTYPES),
        task_id: pick("a1", "t1"),
        tool_use_id: toolId,
        agent_id: pick("a1"),
        status: pick("completed"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant("control_request"),
        request_id: pick("r1", "r2"),
        request: or(
          fc.record({
            subtype: pick("can_use_tool", "hook_callback"),
            tool_use_id: toolId,
            tool_name: pick("Bash"),
            input: pick({}, { a: 1 }),
          }),
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant("control_response"),
        response: pick({ request_id: "r1", subtype: "success" }, { request_id: "r9" }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("control_cancel_request"), request_id: pick("r1") }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: pick("keep_alive", "tool_progress", "rate_limit_event", "conversation_reset", "new", "summary"),
        tool_use_id: toolId,
      }),
    },
  );
  const envelope: fc.Arbitrary<object> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        session_id: pick("s", undefined),
        parent_tool_use_id: pick(null, null, "toolu_1", undefined),
        uuid: pick("u1", "u2", "u3", undefined),
        api_message_id: pick(undefined, undefined, "m1"),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        sessionId: pick("s"),
        parentUuid: pick(null, "u1", "u2"),
        uuid: pick("u1", "u2"),
        isSidechain: pick(true, false),
        agentId: pick(undefined, "a1"),
      }),
    },
  );
  return fc.tuple(body, envelope).map(([inner, outer]) => ({ ...inner, ...outer }));
}
