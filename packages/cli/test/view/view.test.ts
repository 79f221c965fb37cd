// Events as text: who speaks, in which order, what stays and what changes.
import type { Event } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { createView } from "../../src/view/view.ts";
import type { ViewOptions } from "../../src/view/types.ts";

const message = { agent: null, messageId: "m", line: 1 } as const;

function call(id: string, name: string, input: object, agent: string | null = null, at = 0): Event[] {
  const block = { agent, messageId: "m", line: 1, block: 0, toolUseId: id, name, at };
  return [
    { ...block, type: "tool-call-start" },
    { ...block, type: "tool-call-end", input: input as never },
  ];
}

function result(toolUseId: string, text: string, more: Partial<Extract<Event, { type: "tool-result" }>> = {}): Event {
  return { type: "tool-result", agent: null, line: 2, toolUseId, text, isError: false, ...more };
}

function text(words: string, agent: string | null = null): Event {
  return { ...message, agent, type: "text-end", block: 0, text: words };
}

function show(events: readonly Event[], options: Partial<ViewOptions> = {}): string {
  const view = createView({ columns: 60, ...options });
  return [...events.flatMap((event) => view.push(event)), ...view.end()].join("\n");
}

describe("tool calls", () => {
  it("show name, summary, result and duration", () => {
    const shown = show([
      ...call("a", "Bash", { command: "npm test" }, null, 1000),
      ...call("b", "Bash", { command: "ls" }),
      result("b", "x.txt"),
      result("a", "Exit code 1\nfailed", { isError: true, at: 3500 }),
    ]);
    expect(shown).toMatchInlineSnapshot(`
      "● Bash  ls
        └ x.txt
      ✗ Bash  npm test · 2.5 s
        └ Exit code 1
          failed"
    `);
  });

  it("that were deferred are not failures: the end of the turn names them", () => {
    const input = { command: "git push\u001b[2J" };
    const end = { type: "turn-end", agent: null, line: 3, outcome: "success", subtype: "success", text: "" } as const;
    const shown = show([
      ...call("a", "Bash", input),
      {
        ...end,
        errors: [],
        stopReason: "tool_deferred",
        costUsd: 0,
        modelUsage: {},
        denials: [],
        deferred: { toolUseId: "a", name: "Bash", input },
      },
    ]);
    expect(shown).toContain("Waiting for approval: Bash git push");
    expect(shown).toContain("resume the session");
    expect(shown).not.toContain("\u001b[2J");
    expect(shown).not.toContain("✗");
  });

  it("show an edit as a diff, from the tool's patch or from the input", () => {
    const input = {
      file_path: "/work/src/a.ts",
      old_string: "const a = 1;\nconst b = 2;",
      new_string: "const a = 1;\nconst b = 3;",
    };
    const structured = { structuredPatch: [{ oldStart: 9, newStart: 9, lines: [" x", "-y", "+z"] }] };
    const shown = show(
      [
        ...call("a", "Edit", input),
        result("a", "ok"),
        ...call("b", "Edit", input),
        result("b", "ok", { structured }),
        ...call("c", "Write", { file_path: "/work/b.txt", content: "one\ntwo\n" }),
        result("c", "ok"),
      ],
      { folder: "/work" },
    );
    expect(shown).toMatchInlineSnapshot(`
      "● Edit  src/a.ts  +1 −1
        └   const a = 1;
          - const b = 2;
          + const b = 3;
      ● Edit  src/a.ts  +1 −1
        └  9   x
          10 - y
          10 + z
      ● Write  b.txt  +2
        └ 1 + one
          2 + two"
    `);
  });

  it("show a todo list", () => {
    const todos = [
      { content: "read", status: "completed" },
      { content: "write", status: "in_progress" },
      { content: "sleep", status: "pending" },
    ];
    expect(show([...call("a", "TodoWrite", { todos }), result("a", "ok")])).toMatchInlineSnapshot(`
      "● TodoWrite  3 items
        └ ☑ read
          ▸ write
          ☐ sleep"
    `);
  });

  it("show a file of any size in a few lines", () => {
    const long = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join("\n");
    const shown = show([...call("a", "Bash", { command: "x".repeat(9999) }), result("a", long)]);
    expect(shown.split("\n")).toEqual([
      `● Bash  ${"x".repeat(50)}…`,
      "  └ line 0",
      "    line 1",
      "    line 2",
      "    line 3",
      "    … 5.0k more lines",
    ]);
  });

  it("without a result are shown when the turn ends", () => {
    expect(show(call("a", "Bash", { command: "sleep 99" }))).toBe("✗ Bash  sleep 99 · no result");
  });
});

describe("agents", () => {
  const both = [
    ...call("east", "Agent", { description: "look east", prompt: "x" }),
    ...call("west", "Task", { description: "look west", prompt: "y" }),
  ];

  it("are shown below their calls, each with its own output, in any order of events", () => {
    const shown = show([
      ...both,
      ...call("e1", "Bash", { command: "echo e" }, "east"),
      ...call("w1", "Bash", { command: "echo w" }, "west"),
      result("w1", "w", { agent: "west" }),
      result("e1", "e", { agent: "east" }),
      text("West is loud.", "west"),
      {
        type: "task-end",
        agent: null,
        line: 3,
        taskId: "t",
        toolUseId: "east",
        status: "completed",
        summary: "East is quiet.",
        usage: { toolUses: 1, totalTokens: 3200, durationMs: 2000 },
      },
      result("east", "East is quiet."),
      result("west", "West is loud."),
    ]);
    expect(shown).toMatchInlineSnapshot(`
      "● Agent  look east
        │ ● Bash  echo e
        │   └ e
        │   East is quiet.
        └ ✓ completed · 1 tool call · 3.2k tokens · 2.0 s

      ● Task  look west
        │ ● Bash  echo w
        │   └ w
        │   West is loud.
        └ ✓ completed"
    `);
  });

  it("whose start is missing are printed immediately", () => {
    expect(show([text("From afar.", "unknown")])).toBe("  │   From afar.");
  });

  it("in the background outlive the turn", () => {
    const launched = result("east", "started", { structured: { status: "async_launched" } });
    const end: Event = {
      type: "turn-end",
      agent: null,
      line: 4,
      outcome: "success",
      subtype: "success",
      text: "",
      errors: [],
      stopReason: null,
      costUsd: 0,
      modelUsage: {},
      denials: [],
    };
    const view = createView({ columns: 60, isLive: true });
    for (const event of [...call("east", "Agent", { description: "look east" }), launched, end]) view.push(event);
    expect(view.renderLiveArea({ nowMs: 0, maxLines: 5 })).toEqual(["⠋ Agent  look east", "⠋ 1 agent running"]);
    expect(view.end()).toEqual(["", "✗ Agent  look east", "  └ ✗ not finished"]);
  });
});

describe("the live area", () => {
  const typing = (words: string): Event => ({ ...message, type: "text-delta", block: 0, text: words });

  it("shows streaming text and releases complete blocks", () => {
    const view = createView({ columns: 40, isLive: true });
    view.push({ ...message, type: "text-start", block: 0 });
    expect(view.push(typing("First paragraph.\n\nSecond"))).toEqual([]);
    expect(view.push(typing(" paragraph that\ngoes on"))).toEqual(["  First paragraph."]);
    expect(view.renderLiveArea({ nowMs: 0, maxLines: 20 })).toContain("  goes on");
    const whole = "First paragraph.\n\nSecond paragraph that\ngoes on";
    expect(view.push(text(whole))).toEqual(["", "  Second paragraph that", "  goes on"]);
  });

  it("results in the same lines with and without a live view", () => {
    const whole =
      "# Title\n\nSome *words*.\n\n- a\n\n- b\n\n```js\nlet x;\n\nlet y;\n```\nafter\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nend";
    const watched = createView({ columns: 50, isLive: true, isColoured: true });
    const lines = [...watched.push({ ...message, type: "text-start", block: 0 })];
    for (const letter of whole) lines.push(...watched.push(typing(letter)));
    lines.push(...watched.push(text(whole)));
    expect(lines).toEqual(createView({ columns: 50, isColoured: true }).push(text(whole)));
    expect(lines.join("\n")).toContain("Title");
  });

  it("shows the tail of a long text and never exceeds its lines", () => {
    const view = createView({ columns: 40, isLive: true });
    view.push({ ...message, type: "text-start", block: 0 });
    view.push(typing(Array.from({ length: 100 }, (_, place) => `line ${place}`).join("\n")));
    const open = view.renderLiveArea({ nowMs: 0, maxLines: 10 });
    expect(open).toHaveLength(10);
    expect(open.join("\n")).toContain("line 99");
  });

  it("counts the seconds of running calls by the host's clock", () => {
    const view = createView({ columns: 60, isLive: true, hint: () => "Ctrl-C interrupts" });
    for (const event of call("a", "Bash", { command: "npm test" })) view.push(event, 10_000);
    view.push({ type: "message-start", agent: null, messageId: "m", line: 1 }, 10_000);
    expect(view.renderLiveArea({ nowMs: 17_400, maxLines: 5 })).toEqual([
      "⠼ Bash  npm test · 7 s",
      "⠼ running a tool · 7 s · Ctrl-C interrupts",
    ]);
  });
});

describe("thinking", () => {
  const thought: Event = {
    ...message,
    type: "thinking-end",
    block: 0,
    text: Array.from({ length: 9 }, (_, place) => `thought ${place}`).join("\n"),
  };

  it.each([
    ["short", 5],
    ["full", 9],
    ["none", 0],
  ] as const)("%s shows %i lines of nine", (thinking, lines) => {
    expect(createView({ columns: 60, thinking }).push(thought)).toHaveLength(lines);
  });
});

describe("a pipe", () => {
  it("gets Markdown as source without wrapping", () => {
    const words = "word ".repeat(60).trim();
    expect(show([text(`## Head\n\n**${words}**`)], { columns: undefined })).toBe(`  ## Head\n\n  **${words}**`);
  });
});

describe("unreadable input", () => {
  it("is reported: lines that are not JSON, and unknown types", () => {
    const shown = show([
      {
        type: "malformed",
        agent: null,
        line: 2,
        reason: "not-json",
        detail: "9 characters that are not JSON",
        text: "not json!",
      },
      { type: "unknown", agent: null, line: 3, wireType: "brand_new" },
    ]);
    expect(shown).toContain("! line 2: not json");
    expect(shown).toContain("· 1 line of unknown type");
  });
});
