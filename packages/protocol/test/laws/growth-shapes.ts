// Streams of any length in a random shape: a few phases, each of which repeats a few lines with ids that stay, count up or
// count down. They reveal anything that is searched, moved or sent again for each line.
import * as fc from "fast-check";

/** How an id changes from one round to the next. */
type Naming = "same" | "up" | "down" | "few";

interface Names {
  readonly message: Naming;
  readonly block: Naming;
  readonly uuid: Naming | "none";
  readonly agent: Naming | "none";
  readonly session: Naming;
}

export interface Step extends Names {
  readonly line: keyof typeof LINES;
}

/** The phases of a stream, each with the lines of one round. */
export type Shape = readonly (readonly Step[])[];

type Round = Readonly<Record<keyof Names, string>> & { readonly number: number };
type Body = Readonly<Record<string, unknown>>;

const partial = (event: Body): Body => ({ type: "stream_event", event });
const assistant = ({ message }: Round, ...content: readonly Body[]): Body => ({
  type: "assistant",
  message: { id: `m${message}`, model: `model-${message}`, content, usage: { input_tokens: 5, output_tokens: 5 } },
});
const toolUse = ({ block }: Round): Body => ({
  type: "tool_use",
  id: `t${block}`,
  name: "Task",
  input: { prompt: `p${block}`, file: "x".repeat(20) },
});
const task = ({ block, agent }: Round, subtype: string): Body => ({
  type: "system",
  subtype,
  task_id: `k${block}`,
  tool_use_id: `t${agent}`,
  description: "works",
});
const entry = (round: Round, type: string, message: Body): Body => ({
  type,
  sessionId: "s",
  uuid: `e${round.number}`,
  parentUuid: null,
  message: { role: type, ...message },
});

const LINES = {
  text: (round) => assistant(round, { type: "text", text: `said ${round.block}` }),
  thinking: (round) => assistant(round, { type: "thinking", thinking: "hm", signature: `s${round.block}` }),
  tool: (round) => assistant(round, toolUse(round)),
  other: (round) => assistant(round, { type: "server_tool_use", id: `v${round.block}`, name: "web_search", input: {} }),
  nameless: ({ block }) => ({ type: "assistant", message: { content: [{ type: "text", text: `said ${block}` }] } }),
  superseding: (round) => ({ ...assistant(round, toolUse(round)), supersedes: [`u${round.block}`] }),
  messageStart: ({ message }) => partial({ type: "message_start", message: { id: `m${message}`, content: [] } }),
  messageDelta: () =>
    partial({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } }),
  messageStop: () => partial({ type: "message_stop" }),
  textStart: ({ block }) => start(block, { type: "text", text: "" }),
  toolStart: (round) => start(round.block, { ...toolUse(round), input: {} }),
  otherStart: ({ block }) => start(block, { type: "redacted_thinking", data: "x" }),
  textDelta: ({ block }) => delta(block, { type: "text_delta", text: "piece of text " }),
  thinkingDelta: ({ block }) => delta(block, { type: "thinking_delta", thinking: "piece of a thought " }),
  jsonDelta: ({ block }) => delta(block, { type: "input_json_delta", partial_json: '{"a":1}' }),
  stop: ({ block }) => partial({ type: "content_block_stop", index: indexOf(block) }),
  result: ({ block }) => answer({ type: "tool_result", tool_use_id: `t${block}`, content: "done" }),
  words: ({ block }) => answer({ type: "text", text: `go on ${block}` }),
  turnEnd: ({ message }) => ({
    type: "result",
    subtype: "success",
    result: "done",
    total_cost_usd: 1,
    modelUsage: { [`model-${message}[1m]`]: { inputTokens: 5, costUSD: 1 } },
  }),
  init: () => ({ type: "system", subtype: "init", model: "m", tools: [], mcp_servers: [] }),
  reset: () => ({ type: "conversation_reset" }),
  taskStart: (round) => ({ ...task(round, "task_started"), subagent_type: "x", is_backgrounded: true }),
  taskProgress: (round) => task(round, "task_progress"),
  taskEnd: (round) => ({ ...task(round, "task_notification"), status: "completed" }),
  tasks: ({ block }) => ({ type: "system", subtype: "background_tasks_changed", tasks: [{ task_id: `k${block}` }] }),
  progress: ({ block }) => ({ type: "tool_progress", tool_use_id: `t${block}`, elapsed_time_seconds: 1 }),
  denied: ({ block }) => ({ type: "system", subtype: "permission_denied", tool_name: "x", tool_use_id: `t${block}` }),
  permission: ({ block }) => ({
    type: "control_request",
    request_id: `r${block}`,
    request: { subtype: "can_use_tool", tool_name: "Task", input: {}, tool_use_id: `t${block}` },
  }),
  cancel: ({ block }) => ({ type: "control_cancel_request", request_id: `r${block}` }),
  idle: () => ({ type: "system", subtype: "session_state_changed", state: "idle" }),
  call: (round) => entry(round, "assistant", { id: `m${round.message}`, content: [toolUse(round)] }),
  sidechain: (round) => ({ ...entry(round, "user", { content: `p${round.block}` }), isSidechain: true }),
} satisfies Record<string, (round: Round) => Body>;

function start(block: string, content: Body): Body {
  return partial({ type: "content_block_start", index: indexOf(block), content_block: content });
}

function delta(block: string, piece: Body): Body {
  return partial({ type: "content_block_delta", index: indexOf(block), delta: piece });
}

function answer(block: Body): Body {
  return { type: "user", message: { role: "user", content: [block] } };
}

function indexOf(block: string): number {
  return Number(block) || 0;
}

const naming = fc.constantFrom<Naming>("same", "up", "down", "few");
const maybe = fc.constantFrom<Naming | "none">("none", "none", "same", "up", "down");
const step: fc.Arbitrary<Step> = fc.record({
  line: fc.constantFrom(...(Object.keys(LINES) as (keyof typeof LINES)[])),
  message: fc.constantFrom<Naming>("same", "same", "up", "few"),
  block: naming,
  uuid: maybe,
  agent: fc.constantFrom<Naming | "none">("none", "none", "none", "same", "up"),
  session: fc.constantFrom<Naming>("same", "same", "same", "same", "up"),
});

export const shape: fc.Arbitrary<Shape> = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 3,
});

/** Returns the lines of a shape whose phases have `rounds` rounds each. */
export function renderShape(phases: Shape, rounds: number): string[] {
  const lines: string[] = [];
  for (const steps of phases) {
    for (let number = 0; number < rounds; number += 1) {
      for (const each of steps) lines.push(lineOf(each, number, rounds));
    }
  }
  return lines;
}

function lineOf(each: Step, number: number, rounds: number): string {
  const round: Round = {
    number,
    message: nameOf(each.message, number, rounds),
    block: nameOf(each.block, number, rounds),
    uuid: nameOf(each.uuid, number, rounds),
    agent: nameOf(each.agent, number, rounds),
    session: nameOf(each.session, number, rounds),
  };
  const body = LINES[each.line](round);
  const envelope =
    "sessionId" in body
      ? {}
      : {
          session_id: `s${round.session}`,
          parent_tool_use_id: each.agent === "none" ? null : `t${round.agent}`,
          ...(each.uuid === "none" ? {} : { uuid: `u${round.uuid}` }),
        };
  return JSON.stringify({ ...body, ...envelope });
}

function nameOf(how: Naming | "none", number: number, rounds: number): string {
  switch (how) {
    case "up":
      return String(number);
    case "down":
      return String(rounds - number);
    case "few":
      return String(number % 3);
    default:
      return "0";
  }
}
