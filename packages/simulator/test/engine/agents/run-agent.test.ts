import { describe, expect, it } from "vitest";
import type { Block } from "../../../src/scenario/types.ts";
import { play, playAll } from "../play.ts";

function agent(name: string, isBackground: boolean, blocks: readonly Block[] = [], durationMs = 0): Block {
  const look = { tool: "Bash", input: { command: `echo ${name}`, description: "look" }, result: name, durationMs };
  return {
    tool: "Agent",
    input: {
      description: name,
      prompt: `be ${name}`,
      subagent_type: "general-purpose",
      run_in_background: isBackground,
    },
    agent: {
      replies: [
        [{ thinking: "hm" }, { text: `${name} looks` }, ...(blocks.length === 0 ? [look] : blocks)],
        `${name} reports`,
      ],
    },
  };
}

const two = (isBackground: boolean): never =>
  [
    {
      replies: [[{ text: "Sending." }, agent("east", isBackground), agent("west", isBackground)], "Sent."],
      notices: [["First noted."], ["Second noted."]],
    },
    { replies: ["later"] },
  ] as never;

describe("foreground agents", () => {
  it("shows the prompt and the calls of an agent, and its texts only with forwardSubagentText", async () => {
    const plain = await playAll(two(false), ["go"]);
    expect(plain.outline().filter((word) => word.endsWith("(agent)"))).toEqual(
      expect.arrayContaining(["user text (agent)", "assistant tool_use (agent)", "user tool_result (agent)"]),
    );
    expect(plain.outline()).not.toContain("assistant text (agent)");
    const forwarded = play(two(false));
    forwarded.control("initialize", { forwardSubagentText: true });
    forwarded.user("go");
    await forwarded.finish();
    expect(forwarded.outline()).toContain("assistant text (agent)");
  });

  it("reports the file that an agent reads, relative to the working directory", async () => {
    const read = { tool: "Read", input: { file_path: "/work/src/cart.js" }, result: "x" };
    const playing = await playAll([{ replies: [[agent("east", false, [read])], "Sent."] }] as never, ["go"]);
    const progress = playing.lines.filter(({ subtype }) => subtype === "task_progress");
    expect(progress.map(({ description }) => description)).toEqual(["Reading src/cart.js"]);
  });

  it("2.1.120 forwards the texts of an agent and reports its end, but no updates", async () => {
    const playing = play(two(false), { version: "2.1.120" });
    playing.control("initialize", { forwardSubagentText: true });
    playing.user("go");
    await playing.finish();
    expect(playing.outline()).toEqual(expect.arrayContaining(["assistant text (agent)", "task_notification"]));
    expect(playing.outline()).not.toContain("task_updated");
  });

  it("2.1.20 counts the tokens of an agent from its lines, which lack the final usage", async () => {
    for (const [version, totalTokens] of [
      ["2.1.20", 13],
      ["2.1.74", 32],
    ] as const) {
      const playing = await playAll(two(false), ["go"], { version });
      const reports = playing.lines.filter((line) => line["tool_use_result"] !== undefined);
      expect(reports.at(-1)?.["tool_use_result"]).toMatchObject({ totalTokens });
    }
  });

  it("agents report before the main agent continues", async () => {
    const playing = await playAll(two(false), ["go"]);
    expect(playing.results()).toHaveLength(1);
    expect(playing.results()[0]).toMatchObject({ result: "Sent.", num_turns: 3 });
    const ends = playing.events().filter((event) => event.type === "task-end");
    expect(ends).toMatchObject([{ status: "completed" }, { status: "completed" }]);
    const costs = playing.results()[0] as {
      usage: { input_tokens: number };
      modelUsage: Record<string, { inputTokens: number }>;
    };
    expect(costs.usage.input_tokens).toBe(24);
    expect(costs.modelUsage["claude-opus-5-5"]?.inputTokens).toBe(72);
  });

  it("2.1.325 starts agents while the message with their calls still streams", async () => {
    const playing = await playAll(two(false), ["go"], { hasPartials: true });
    const outline = playing.outline();
    expect(outline.indexOf("task_started")).toBeLessThan(outline.indexOf("message_stop"));
  });

  it("an agent can start another agent in 2.1.325 but not in 2.1.74", async () => {
    const nested: never = [{ replies: [[agent("outer", false, [agent("inner", false)])], "done"] }] as never;
    const playing = await playAll(nested, ["go"]);
    const starts = playing.lines.filter((line) => line["subtype"] === "task_started");
    expect(starts.map((line) => line["spawn_depth"])).toEqual([1, 2]);
    const old = await playAll(nested, ["go"], { version: "2.1.74" });
    expect(old.text).toContain("No such tool available: Agent");
  });

  it("shows nested agents and the id of their parent task only in the versions that do", async () => {
    const nested: never = [{ replies: [[agent("outer", false, [agent("inner", false)])], "done"] }] as never;
    const seen = async (version: string): Promise<unknown> => {
      const { lines } = await playAll(nested, ["go"], { version });
      const start = lines.findLast((line) => line["subtype"] === "task_started");
      const isShown = lines.some((line) => line["parent_tool_use_id"] === start?.["tool_use_id"]);
      return [isShown, start?.["parent_task_id"] !== undefined];
    };
    expect(await seen("2.1.325")).toEqual([true, true]);
    expect(await seen("2.1.250")).toEqual([true, false]);
    expect(await seen("2.1.200")).toEqual([false, false]);
  });

  it("2.1.325 frames the report of an agent and lists the tools of its nested agents too", async () => {
    const nested: never = [{ replies: [[agent("outer", false, [agent("inner", false)])], "done"] }] as never;
    const playing = await playAll(nested, ["go"]);
    const result = playing.lines.findLast((line) => line["tool_use_result"] !== undefined);
    expect(result?.["tool_use_result"]).toMatchObject({ toolsUsed: ["Agent", "Bash"], harnessNoteCount: 1 });
    const text = JSON.stringify(result?.["message"]);
    expect(text).toContain("  <tools-used-before-summary>Agent, Bash</tools-used-before-summary>\\n  \\n[Subagent");
    expect(text).toContain("follows:\\n  outer reports\\nagentId: ");
  });

  it("an interruption kills a running agent", async () => {
    const slow: never = [{ replies: [[agent("slow", false, [], 8000)], "never"] }] as never;
    const playing = play(slow);
    playing.user("go");
    await playing.quiet();
    playing.control("interrupt");
    await playing.quiet();
    expect(playing.outline().slice(-6)).toEqual([
      "answer success",
      "user tool_result",
      "task_updated",
      "task_notification",
      "user text",
      "result error_during_execution",
    ]);
    await playing.finish();
  });

  it("agents have a short id in 2.0.76", async () => {
    const text = JSON.stringify(two(false)).replaceAll('"Agent"', '"Task"');
    const playing = await playAll(JSON.parse(text) as never, ["go"], { version: "2.0.76" });
    expect(playing.text).toMatch(/"agentId":"a[0-9a-f]{6}"/);
  });

  it("1.0.128 names the tool Task and writes no task lines", async () => {
    const playing = await playAll(two(true), ["go"], { version: "1.0.128" });
    expect(playing.text).toContain('"name":"Task"');
    expect(playing.outline().some((word) => word.startsWith("task_"))).toBe(false);
    expect(playing.results()).toHaveLength(1);
  });
});

describe("background agents", () => {
  it("2.1.325 writes one result for the launch and one for the end of each agent", async () => {
    const playing = play(two(true));
    playing.user("go");
    await playing.settle();
    expect(playing.results().map((line) => line["result"])).toEqual(["Sent.", "First noted.", "Second noted."]);
    expect(playing.results().map((line) => (line["origin"] as { kind: string } | undefined)?.kind)).toEqual([
      undefined,
      "task-notification",
      "task-notification",
    ]);
    playing.user("and then");
    expect(await playing.finish()).toBe(0);
    expect(playing.results().at(-1)).toMatchObject({ result: "later" });
  });

  it("2.1.74 writes only the last result", async () => {
    const playing = play(two(true), { version: "2.1.74" });
    playing.user("go");
    await playing.settle();
    expect(playing.results().map((line) => line["result"])).toEqual(["Second noted."]);
    expect(playing.outline().filter((word) => word === "init")).toHaveLength(3);
    expect(await playing.finish()).toBe(0);
  });

  it("2.1.20 reports ended agents at the next prompt but not to the model, and does not wait for them", async () => {
    const playing = play(two(true), { version: "2.1.20" });
    playing.user("go");
    await playing.settle();
    expect(playing.outline()).not.toContain("task_notification");
    playing.user("and then");
    await playing.settle();
    expect(playing.results().map((line) => line["result"])).toEqual(["Sent.", "later"]);
    expect(playing.outline().slice(-5)).toEqual([
      "task_notification",
      "task_notification",
      "init",
      "assistant text",
      "result success",
    ]);
    expect(await playing.finish()).toBe(0);
    const slow: never = [{ replies: [[agent("slow", true, [], 8000)], "Sent."] }] as never;
    const left = play(slow, { version: "2.1.20" });
    left.user("go");
    left.end();
    await left.quiet();
    expect(left.code).toBe(0);
  });

  it("a background agent ends 2.0.76 with an error", async () => {
    const playing = play(two(true), { version: "2.0.76" });
    playing.user("go");
    await playing.settle();
    expect(playing.code).toBe(1);
    expect(playing.results().at(-1)).toMatchObject({ subtype: "error_during_execution", total_cost_usd: 0 });
  });

  it("names the output file in the folder that the version uses", async () => {
    const folders = { home: "/home/me", temporary: "/scratch", userId: 7 };
    const file = async (version: string): Promise<unknown> => {
      const playing = await playAll(two(true), ["go"], { version, folders });
      return playing.events().find((event) => event.type === "task-end")?.outputFile;
    };
    expect(await file("2.1.325")).toMatch(/^\/scratch\/claude-7\/-work\/[\da-f-]+\/tasks\/a\w+\.output$/);
    expect(await file("2.1.74")).toMatch(/^\/tmp\/claude-7\/-work\/[\da-f-]+\/tasks\/a\w+\.output$/);
  });

  it("waits for background agents at the end of input", async () => {
    const playing = play(two(true));
    playing.user("go");
    expect(await playing.finish()).toBe(0);
    expect(playing.results()).toHaveLength(3);
  });

  it("stop_task stops a background agent", async () => {
    const slow: never = [
      { replies: [[agent("slow", true, [], 8000)], "Sent."], notices: [["Stopped, then."]] },
    ] as never;
    const playing = play(slow);
    playing.user("go");
    await playing.quiet();
    const started = playing.lines.find((line) => line["subtype"] === "task_started");
    playing.control("stop_task", { task_id: started?.["task_id"] });
    await playing.finish();
    const end = playing.events().find((event) => event.type === "task-end");
    expect(end).toMatchObject({ status: "stopped" });
  });

  it("reports the end of a background shell like the end of an agent", async () => {
    const shell = {
      tool: "Bash",
      input: { command: "sleep 1", description: "bg", run_in_background: true },
      durationMs: 1000,
    };
    const playing = await playAll([{ replies: [[shell], "started"], notices: [["noted"]] }], ["go"]);
    expect(playing.results().map((line) => line["result"])).toEqual(["started", "noted"]);
  });
});
