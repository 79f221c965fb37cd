// Arbitrary well-typed events in any order. Ids come from small pools, so events match, miss and contradict each other.
import * as fc from "fast-check";
import type { Event, EventOf, EventType } from "../../src/translate/events.ts";

const TOOLS = ["a", "b", "c", "d", "__proto__"];
const text = fc.constantFrom("", "x", "hello ", "\u2028");
const toolUseId = fc.constantFrom(...TOOLS);
const messageId = fc.constantFrom("m", "n", "o", "line-1", "line-2");
const uuid = fc.constantFrom("u1", "u2", "u3", "u4");
const requestId = fc.constantFrom("r", "s", "t");
const taskId = fc.constantFrom("t1", "t2", "t3");
const tokens = fc.nat({ max: 100 });
const input = fc.constantFrom({}, { description: "east", prompt: "go", subagent_type: "scout" }, { prompt: 1 });
const structured = fc.constantFrom("x", null, { status: "async_launched" }, { status: "completed" });
const taskStatus = fc.constantFrom("running", "completed", "failed", "killed", "stopped", "paused", "tomorrow");
const usage = fc.record({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadTokens: tokens,
  cacheCreationTokens: tokens,
});
const taskUsage = fc.record({ totalTokens: tokens, toolUses: tokens, durationMs: tokens });
const modelUsage = fc.dictionary(
  fc.constantFrom("opus", "haiku", "__proto__"),
  fc.oneof(fc.record({ costUSD: tokens, inputTokens: tokens, contextWindow: tokens }), fc.constant(null)),
);
const flag = fc.boolean();
const strings = fc.array(fc.constantFrom("Bash", "Read"), { maxLength: 2 });
const mark = fc.constant(true as const);

type Fields = Record<string, fc.Arbitrary<unknown>>;
type Shape = readonly [required: Fields, optional?: Fields];

const IN_BLOCK: Fields = { messageId, block: fc.constantFrom(0, 1, 2, 7) };
const CALL: Fields = { ...IN_BLOCK, toolUseId, name: fc.constantFrom("Bash", "Task") };
const TASK: Fields = { toolUseId, description: text };

/** Every event type with its own fields; a new type does not compile until it is here. */
const SHAPES: Readonly<Record<EventType, Shape>> = {
  "session-init": [
    {
      tools: strings,
      mcpServers: fc.array(fc.record({ name: text, status: fc.constantFrom("connected", "failed") }), { maxLength: 2 }),
      slashCommands: strings,
      agents: strings,
      skills: strings,
      plugins: strings,
      capabilities: strings,
    },
    {
      model: fc.constantFrom("opus", "haiku"),
      permissionMode: fc.constantFrom("default", "plan"),
      cwd: text,
      version: text,
    },
  ],
  "session-status": [
    { status: fc.constantFrom("compacting", "requesting", null) },
    { permissionMode: fc.constantFrom("default", "plan") },
  ],
  "session-state": [{ state: fc.constantFrom("idle", "running", "requires-action", "tomorrow") }],
  "message-start": [{ messageId }, { model: fc.constantFrom("opus", "haiku") }],
  "message-end": [
    { messageId, stopReason: fc.constantFrom(null, "end_turn") },
    { model: fc.constantFrom("opus", "haiku"), usage },
  ],
  "text-start": [IN_BLOCK, { restart: mark }],
  "text-delta": [{ ...IN_BLOCK, text }],
  "text-end": [{ ...IN_BLOCK, text }, { aborted: mark }],
  "thinking-start": [IN_BLOCK, { restart: mark }],
  "thinking-delta": [{ ...IN_BLOCK, text }],
  "thinking-end": [
    { ...IN_BLOCK, text },
    { aborted: mark, signature: text },
  ],
  "tool-call-start": [CALL, { restart: mark }],
  "tool-call-delta": [{ ...IN_BLOCK, toolUseId, partialJson: text }],
  "tool-call-end": [{ ...CALL, input: fc.oneof(input, fc.constant(null)) }, { aborted: mark }],
  "content-block": [{ ...IN_BLOCK, content: fc.constant({ type: "redacted_thinking", data: "x" }) }, { aborted: mark }],
  "tool-result": [
    { toolUseId, text, isError: flag },
    { content: text, structured },
  ],
  "tool-progress": [{ toolUseId }, { name: text, elapsedSeconds: tokens, taskId }],
  "user-message": [
    {
      origin: fc.constantFrom("human", "replay", "synthetic", "subagent-prompt", "command-output"),
      content: text,
      text,
    },
  ],
  "message-retracted": [{ uuids: fc.array(uuid, { maxLength: 3 }) }, { messageId }],
  "task-start": [
    { taskId },
    {
      ...TASK,
      subagentType: text,
      taskType: fc.constantFrom("local_agent", "local_bash"),
      isBackgrounded: flag,
      parentTaskId: taskId,
      prompt: text,
    },
  ],
  "task-progress": [{ taskId }, { ...TASK, usage: taskUsage, lastToolName: text, summary: text }],
  "task-update": [{ taskId }, { ...TASK, status: taskStatus, isBackgrounded: flag, error: text }],
  "task-end": [
    { taskId, status: taskStatus },
    { ...TASK, usage: taskUsage, summary: text, outputFile: text },
  ],
  "tasks-changed": [
    { tasks: fc.array(fc.record({ taskId, description: text }, { requiredKeys: ["taskId"] }), { maxLength: 3 }) },
  ],
  "permission-request": [
    { requestId, toolName: text, input, suggestions: fc.constant([]) },
    { toolUseId, reason: text },
  ],
  "permission-cancel": [{ requestId }],
  "permission-denied": [{ toolName: text }, { toolUseId, reason: text }],
  "control-request": [
    { requestId, subtype: text, payload: fc.constantFrom({}, { tool_use_id: "a" }, { tool_use_id: 1 }) },
  ],
  "control-response": [
    { requestId, subtype: fc.constantFrom("success", "error") },
    { payload: fc.constantFrom({ behavior: "allow" }, { behavior: "deny", message: "no" }, null, "x"), isEcho: mark },
  ],
  "hook-start": [{ hookId: text }],
  "hook-progress": [{ hookId: text }, { output: text }],
  "hook-end": [{ hookId: text }, { outcome: text, output: text }],
  retry: [{ attempt: tokens, status: fc.constantFrom(null, 529) }],
  "rate-limit": [
    { status: fc.constantFrom("allowed", "rejected") },
    { window: fc.constantFrom("five_hour", "__proto__") },
  ],
  compaction: [{}, { trigger: text, preTokens: tokens, postTokens: tokens }],
  "turn-end": [
    {
      outcome: fc.constantFrom("success", "error", "interrupted"),
      subtype: text,
      text,
      errors: strings,
      stopReason: fc.constant(null),
      costUsd: tokens,
      modelUsage,
      denials: fc.array(fc.record({ toolName: text, toolUseId, input }), { maxLength: 2 }),
    },
    { mainAgentUsage: usage, totalCostUsd: tokens, durationMs: tokens },
  ],
  notice: [{ subtype: text, data: fc.constant({}) }],
  unknown: [{ wireType: text }],
  malformed: [{ reason: fc.constantFrom("not-json", "bad-shape"), detail: text, text }],
};

/** An arbitrary event. */
export const arbitraryEvent: fc.Arbitrary<Event> = fc.oneof(...(Object.keys(SHAPES) as EventType[]).map(eventOf));

/** An arbitrary sequence of events. */
export const arbitraryEvents: fc.Arbitrary<Event[]> = fc.array(arbitraryEvent, { maxLength: 60, size: "max" });

function eventOf<Type extends EventType>(type: Type): fc.Arbitrary<EventOf<Type>> {
  const [required, optional = {}] = SHAPES[type];
  const common = {
    type: fc.constant(type),
    agent: fc.constantFrom(null, null, null, "a", "b", "e", "__proto__"),
    line: fc.constantFrom(1, 2),
  };
  const model: Fields = {
    ...common,
    ...required,
    ...optional,
    sessionId: fc.constantFrom("s", "s2"),
    uuid,
    at: tokens,
  };
  const requiredKeys = Object.keys({ ...common, ...required });
  return fc.record(model, { requiredKeys }) as unknown as fc.Arbitrary<EventOf<Type>>;
}
