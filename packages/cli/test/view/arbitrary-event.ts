// Any event, well typed but in any order and with the worst of texts: ids come from small pools, so that events meet, miss
// and contradict each other.
import type { Event, EventType } from "@unspool/protocol";
import * as fc from "fast-check";

const ESC = "\u001B";

/** Texts that attack a terminal or a layout. */
export const HOSTILE: readonly string[] = [
  `${ESC}[31mred${ESC}[0m`,
  `${ESC}[2J${ESC}[H${ESC}[?25l`,
  `${ESC}]0;owned\u0007`,
  `${ESC}]8;;http://evil.example${ESC}\\link${ESC}]8;;${ESC}\\`,
  `${ESC}]52;c;b3duZWQ=\u0007`,
  `${ESC}Pq${ESC}\\${ESC}_G${ESC}\\${ESC}c`,
  `${ESC}]0;never ends`,
  "\u009B31m\u009D0;title\u009C\u0085",
  "rm -rf /\rls       ",
  "abc\b\b\bxyz\u0000\u0007\u007F",
  "user\u202Egnp.exe\u202C \u2066\u2069\u200F\u{E0041}",
  "half \uD83D of a pair",
  "\u2028\u2029\v\f",
];
const PROSE: readonly string[] = [
  "",
  " ",
  "plain words",
  "日本語の文章がここにあります。中文也在这里",
  "👩‍👩‍👧‍👦 🇩🇪 ✍🏽 é e\u0301",
  "العربية עברית",
  "a".repeat(90),
  "# Head\n\nText with **bold**, *em*, `code`, [a link](http://x.example/a?b=c) and ~~gone~~.\n\n- one\n  - two\n    - three\n1. x\n",
  "| a | b |\n|---|--:|\n| 日本 | `x` |\n| 1 | a very long cell that has to be broken somewhere |\n",
  "```ts\nconst x = 1;\n\tindented\n```\nafter\n",
  "> quote\n> > deeper\n\n---\n\n<b>html</b> &amp; &#27;[31m ![img](data:x)",
  "[ref]: http://x\n\n- [ ] todo\n- [x] done\n\n* * *\n",
];
const text = fc
  .array(
    fc.oneof(fc.constantFrom(...HOSTILE), fc.constantFrom(...PROSE), fc.string({ unit: "binary", maxLength: 20 })),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(""));
const toolUseId = fc.constantFrom("a", "b", "c", "d", "__proto__");
const messageId = fc.constantFrom("m", "n", "line-1");
const requestId = fc.constantFrom("r", "s");
const taskId = fc.constantFrom("t1", "t2");
const figure = fc.oneof(fc.nat({ max: 100 }), fc.constantFrom(1e6, 3.6e6, 0.01));
const toolName = fc.oneof(
  fc.constantFrom("Bash", "Read", "Edit", "Write", "MultiEdit", "Task", "Agent", "TodoWrite", "mcp__x__y"),
  text,
);
const input = fc.oneof(
  fc.constant(null),
  fc.constant({}),
  fc.record({ command: text }),
  fc.record({ file_path: text, old_string: text, new_string: text }),
  fc.record({ file_path: text, content: text }),
  fc.record({ edits: fc.array(fc.record({ old_string: text, new_string: text }), { maxLength: 2 }) }),
  fc.record({
    todos: fc.array(
      fc.oneof(fc.record({ content: text, status: fc.constantFrom("completed", "in_progress", "x") }), fc.constant(3)),
      { maxLength: 3 },
    ),
  }),
  fc.record({ description: text, prompt: text, subagent_type: text }),
  fc.jsonValue(),
);
const structured = fc.oneof(
  fc.constantFrom(null, { status: "async_launched" }, { status: "completed", totalTokens: 5 }),
  fc.record({
    structuredPatch: fc.array(
      fc.record({ oldStart: figure, newStart: figure, lines: fc.array(text, { maxLength: 5 }) }),
      { maxLength: 2 },
    ),
  }),
  fc.jsonValue(),
);
const usage = fc.record({
  inputTokens: figure,
  outputTokens: figure,
  cacheReadTokens: figure,
  cacheCreationTokens: figure,
});
const taskUsage = fc.record({ totalTokens: figure, toolUses: figure, durationMs: figure });
const flag = fc.boolean();
const mark = fc.constant(true as const);

type Fields = Record<string, fc.Arbitrary<unknown>>;
type Shape = readonly [required: Fields, optional?: Fields];

const IN_BLOCK: Fields = { messageId, block: fc.constantFrom(0, 1) };
const CALL: Fields = { ...IN_BLOCK, toolUseId, name: toolName };
const TASK: Fields = { toolUseId, description: text };
const HOOK: Fields = { hookId: text };

/** Every event type with its own fields; a new type does not compile until it is here. */
const SHAPES: Readonly<Record<EventType, Shape>> = {
  "session-init": [
    {
      tools: fc.constant([]),
      mcpServers: fc.constant([]),
      slashCommands: fc.constant([]),
      agents: fc.constant([]),
      skills: fc.constant([]),
      plugins: fc.constant([]),
      capabilities: fc.constant([]),
    },
    { model: text, cwd: text, version: text },
  ],
  "session-status": [{ status: fc.constantFrom("compacting", "requesting", null) }],
  "session-state": [{ state: fc.constantFrom("idle", "running", "tomorrow") }],
  "message-start": [{ messageId }, { model: text }],
  "message-end": [{ messageId, stopReason: fc.constantFrom(null, "end_turn") }, { usage }],
  "text-start": [IN_BLOCK, { restart: mark }],
  "text-delta": [{ ...IN_BLOCK, text }],
  "text-end": [{ ...IN_BLOCK, text }, { aborted: mark }],
  "thinking-start": [IN_BLOCK, { restart: mark }],
  "thinking-delta": [{ ...IN_BLOCK, text }],
  "thinking-end": [{ ...IN_BLOCK, text }, { aborted: mark }],
  "tool-call-start": [CALL, { restart: mark }],
  "tool-call-delta": [{ ...IN_BLOCK, toolUseId, partialJson: text }],
  "tool-call-end": [{ ...CALL, input }, { aborted: mark }],
  "content-block": [{ ...IN_BLOCK, content: text.map((type) => ({ type })) }],
  "tool-result": [{ toolUseId, text, isError: flag }, { structured }],
  "tool-progress": [{ toolUseId }, { elapsedSeconds: figure }],
  "user-message": [
    {
      origin: fc.constantFrom("human", "replay", "synthetic", "subagent-prompt", "command-output"),
      content: text,
      text,
    },
  ],
  "message-retracted": [{ uuids: fc.constant([]) }],
  "task-start": [{ taskId }, { ...TASK, subagentType: text, isBackgrounded: flag }],
  "task-progress": [{ taskId }, { ...TASK, usage: taskUsage }],
  "task-update": [{ taskId }, { ...TASK, status: text }],
  "task-end": [
    { taskId, status: text },
    { ...TASK, usage: taskUsage, summary: text },
  ],
  "tasks-changed": [{ tasks: fc.constant([]) }],
  "permission-request": [
    {
      requestId,
      toolName,
      input: fc.oneof(fc.constant({}), fc.record({ file_path: text, old_string: text, new_string: text })),
      suggestions: fc.constant([]),
    },
    { toolUseId, reason: text },
  ],
  "permission-cancel": [{ requestId }],
  "permission-denied": [{ toolName }, { toolUseId, reason: text }],
  "control-request": [{ requestId, subtype: text, payload: fc.constant({}) }],
  "control-response": [{ requestId, subtype: fc.constantFrom("success", "error") }],
  "hook-start": [HOOK],
  "hook-progress": [HOOK],
  "hook-end": [HOOK, { name: text, outcome: text, output: text, exitCode: figure }],
  retry: [
    { attempt: figure, status: fc.constantFrom(null, 529) },
    { error: text, delayMs: figure, maxRetries: figure },
  ],
  "rate-limit": [
    { status: fc.oneof(fc.constantFrom("allowed", "rejected", "allowed_warning"), text) },
    { window: text, utilization: figure, resetsAt: fc.constantFrom(0, 1e9, 1e300, Number.NaN) },
  ],
  compaction: [{}, { preTokens: figure, postTokens: figure }],
  "turn-end": [
    {
      outcome: fc.constantFrom("success", "error", "interrupted"),
      subtype: text,
      text,
      errors: fc.array(text, { maxLength: 2 }),
      stopReason: fc.constant(null),
      costUsd: figure,
      modelUsage: fc.dictionary(fc.constantFrom("opus", "__proto__"), fc.oneof(usage, fc.constant(null))),
      denials: fc.constant([]),
    },
    { mainAgentUsage: usage, durationMs: figure },
  ],
  notice: [{ subtype: text, data: fc.oneof(fc.constant({}), fc.record({ content: text, level: text })) }],
  unknown: [{ wireType: text }],
  malformed: [{ reason: fc.constantFrom("not-json", "bad-shape"), detail: text, text }],
};

export const arbitraryEvents: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(...(Object.keys(SHAPES) as EventType[]).map(eventOf)),
  { maxLength: 40, size: "max" },
);

function eventOf(type: EventType): fc.Arbitrary<Event> {
  const [required, optional = {}] = SHAPES[type];
  const common: Fields = {
    type: fc.constant(type),
    agent: fc.constantFrom(null, null, null, "a", "b", "e"),
    line: fc.constantFrom(1, 2),
  };
  const model: Fields = { ...common, ...required, ...optional, sessionId: text, at: fc.nat({ max: 100_000 }) };
  return fc.record(model, { requiredKeys: Object.keys({ ...common, ...required }) }) as unknown as fc.Arbitrary<Event>;
}
