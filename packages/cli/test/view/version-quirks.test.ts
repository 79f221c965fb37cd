// What real CLIs do and a tidy stream would not: prompts that are repeated late, notes in the middle of a text, agents whose
// task ends before their call. Each was seen on the screen of a real one.
import type { Event } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import type { View } from "../../src/view/types.ts";
import { createView } from "../../src/view/view.ts";

const message = { agent: null, messageId: "m", line: 1 } as const;
const block = { ...message, block: 0 } as const;

const init = { type: "session-init", agent: null, line: 1, model: "opus", tools: [] } as unknown as Event;
const startMessage = { ...message, type: "message-start", model: "opus" } as Event;
const startText: Event = { ...block, type: "text-start" };
const piece = (text: string): Event => ({ ...block, type: "text-delta", text });
const endText = (text: string, aborted = false): Event => ({
  ...block,
  type: "text-end",
  text,
  ...(aborted ? { aborted } : {}),
});

function userSays(text: string, origin: Extract<Event, { type: "user-message" }>["origin"] = "replay"): Event {
  return { type: "user-message", agent: null, line: 1, origin, content: text, text };
}

function turnEnd(more: Partial<Extract<Event, { type: "turn-end" }>> = {}): Event {
  const said = { outcome: "success", subtype: "success", text: "", errors: [], stopReason: null } as const;
  const figures = { totalCostUsd: 0, costUsd: 0, modelUsage: {}, denials: [] };
  return { type: "turn-end", agent: null, line: 9, ...said, ...figures, ...more };
}

function lines(view: View, events: readonly Event[]): string[] {
  return events.flatMap((event) => view.push(event)).filter((line) => line !== "");
}

describe("a prompt", () => {
  it("is shown above its answer, although 2.1.74 echoes it below", () => {
    const view = createView({ columns: 60, isLive: true });
    view.expect("Why?");
    const answer = "One.\n\nTwo and more";
    const before = lines(view, [init, startMessage, startText, piece(answer), userSays("Why?")]);
    const shown = [...before, ...lines(view, [endText(answer), turnEnd()])];
    expect(shown.slice(0, 4)).toEqual(["· opus · 0 tools", "› Why?", "  One.", "  Two and more"]);
  });

  it("is shown when it is echoed, if it was not announced", () => {
    const view = createView({ columns: 60 });
    expect(lines(view, [init, userSays("Why?"), startMessage])).toEqual(["· opus · 0 tools", "› Why?"]);
  });

  it("is shown when its turn begins", () => {
    const view = createView({ columns: 60 });
    view.expect("one");
    view.expect("two");
    expect(lines(view, [init, startMessage, endText("1."), userSays("one"), startMessage])).not.toContain("› two");
    expect(lines(view, [turnEnd(), init, startMessage])).toContain("› two");
    expect(lines(view, [userSays("two"), turnEnd()])).not.toContain("› two");
  });

  it("is never shown after it was withdrawn", () => {
    const view = createView({ columns: 60 });
    view.expect("lost")();
    view.expect("kept");
    expect(lines(view, [init, startMessage])).toEqual(["· opus · 0 tools", "› kept"]);
  });

  it("is shown as typed if it is a slash command", () => {
    const tags = "<command-name>/compact</command-name>\n  <command-message>compact</command-message>\n";
    const told = `${tags}  <command-args>keep the plan</command-args>`;
    const view = createView({ columns: 60 });
    expect(lines(view, [userSays(told, "command-output")])).toEqual(["› /compact keep the plan"]);
    view.expect("/compact keep the plan");
    expect(lines(view, [turnEnd(), init, userSays(told, "command-output")])).toEqual([
      "✓ done · $0.00",
      "· opus · 0 tools",
      "› /compact keep the plan",
    ]);
  });
});

describe("an interruption", () => {
  it.each([true, false])("is shown below the text that it cut off (live: %s)", (isLive) => {
    const view = createView({ columns: 60, isLive });
    const note = userSays("[Request interrupted by user]", "synthetic");
    const shown = lines(view, [init, startMessage, startText, piece("On and"), note, endText("On and", true)]);
    expect(shown.slice(1)).toEqual(["  On and", "  (cut off)", "· [Request interrupted by user]"]);
  });
});

describe("an agent", () => {
  const call = { ...block, toolUseId: "t", name: "Agent" } as const;
  const task = { agent: null, line: 1, taskId: "k", toolUseId: "t" } as const;
  const start: readonly Event[] = [
    { ...call, type: "tool-call-start" },
    { ...call, type: "tool-call-end", input: { description: "east", prompt: "Look east." } },
  ];

  it("shows its report, not the summary with which 2.1.74 ends its task", () => {
    const view = createView({ columns: 60 });
    const structured = { status: "completed", content: [{ type: "text", text: "It is quiet." }], totalTokens: 32 };
    const shown = lines(view, [
      ...start,
      { ...task, type: "task-end", status: "completed", summary: "east" },
      { ...task, type: "tool-result", text: "It is quiet.\nagentId: 7", isError: false, structured },
    ]);
    expect(shown).toEqual(["● Agent  east", "  │   It is quiet.", "  └ ✓ completed · 32 tokens"]);
  });

  it("ends with the status of its task if its result is missing", () => {
    const view = createView({ columns: 60 });
    const end: Event = { ...task, type: "task-end", status: "stopped", summary: "east" };
    expect([...lines(view, [...start, end]), ...view.end()]).toEqual(["✗ Agent  east", "  └ ✗ stopped"]);
  });
});

describe("the tokens of a turn", () => {
  it("exclude those before a resume, although the totals continue", () => {
    const usage = (tokens: number): never => ({ m: { inputTokens: tokens, outputTokens: tokens } }) as never;
    const [end] = lines(createView({ columns: 60 }), [turnEnd({ modelUsage: usage(48), modelUsageAdded: usage(12) })]);
    expect(end).toContain("12 tokens in, 12 out");
  });
});

describe("a question", () => {
  const asks = (toolName: string, input: object): Event =>
    ({ type: "permission-request", agent: null, line: 1, requestId: "r", toolName, input }) as unknown as Event;

  it("of the model is shown with its options", () => {
    const options = [{ label: "Red", description: "Warm" }, { label: "Blue" }];
    const input = { questions: [{ question: "Which colour?", multiSelect: true, options }] };
    expect(lines(createView({ columns: 60 }), [asks("AskUserQuestion", input)])).toEqual([
      "? Which colour? (several)",
      "  1 Red: Warm",
      "  2 Blue",
    ]);
  });

  it("about a plan shows the plan as source, including comments", () => {
    const input = { plan: "# The plan\n\n1. Write\n<!-- and push -->" };
    expect(lines(createView({ columns: 60 }), [asks("ExitPlanMode", input)])).toEqual([
      "? May it begin? ExitPlanMode",
      "  plan:",
      "  │ # The plan",
      "  │",
      "  │ 1. Write",
      "  │ <!-- and push -->",
    ]);
  });

  it("of an agent is in the live area while open, and in the agent's frame when answered", () => {
    const question = { draw: () => [[{ text: "? the question" }]] };
    const view = createView({ columns: 60, isLive: true, activeQuestion: () => question });
    const asked = { ...asks("Bash", { command: "ls" }), agent: "a1" } as Event;
    const start = { ...message, type: "tool-call-start", toolUseId: "a1", name: "Agent" } as unknown as Event;
    expect(lines(view, [init, start, asked])).toEqual(["· opus · 0 tools"]);
    expect(view.renderLiveArea({ nowMs: 0, maxLines: 20 })).toContain("? the question");
    expect(view.settle("r", "allowed")).toEqual([]);
    expect(view.end().filter((line) => line !== "")).toEqual([
      expect.stringContaining("Agent"),
      "  │ ? May it run? Bash  ls",
      "  │ · allowed",
      expect.stringContaining("not finished"),
    ]);
  });

  it("that is withdrawn is shown with its request", () => {
    const view = createView({ columns: 60, isLive: true, activeQuestion: () => undefined });
    const cancel = { type: "permission-cancel", agent: null, line: 2, requestId: "r" } as unknown as Event;
    expect(lines(view, [asks("Bash", { command: "ls" }), cancel])).toEqual([
      "? May it run? Bash  ls",
      "· the question was withdrawn",
    ]);
  });
});

describe("the activity of an agent", () => {
  const started = { ...message, type: "tool-call-start", toolUseId: "a1", name: "Agent" } as unknown as Event;
  const called = { ...started, type: "tool-call-end", input: { description: "Look" } } as unknown as Event;
  const progress = (description: string, lastToolName: string): Event =>
    ({
      type: "task-progress",
      agent: null,
      line: 3,
      taskId: "t",
      toolUseId: "a1",
      description,
      lastToolName,
    }) as unknown as Event;
  const open = (events: readonly Event[]): string => {
    const view = createView({ columns: 60, isLive: true });
    lines(view, [init, started, called, ...events]);
    return view.renderLiveArea({ nowMs: 0, maxLines: 20 }).join("\n");
  };

  it("shows the tool's name instead of the verb that the CLI adds", () => {
    expect(open([progress("Running Show the last commits", "Bash")])).toContain("Bash: Show the last commits");
    expect(open([progress("Reading src/cart.js", "Read")])).toContain("Reading src/cart.js");
  });

  it("disappears when the call has ended", () => {
    const result = { type: "tool-result", agent: "a1", line: 4, toolUseId: "b", text: "", isError: false } as unknown;
    expect(open([progress("Reading src/cart.js", "Read"), result as Event])).not.toContain("Reading");
  });
});
