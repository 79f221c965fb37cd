import { describe, expect, it } from "vitest";
import type { StoredSession } from "../../../src/engine/sessions/options.ts";
import { play, playAll } from "../play.ts";

const look = { tool: "Bash", input: { command: "echo hi" }, result: "hi" };
const turns = [{ replies: ["one"] }, { replies: [[look], "two"] }, { replies: ["three"] }];

describe("costs and counts", () => {
  it("sums up the cost like the real CLI to the last digit", async () => {
    const playing = await playAll(turns, ["a", "b"]);
    expect(playing.results().map((line) => line["total_cost_usd"])).toEqual([
      0.000_448_000_000_000_000_05, 0.001_344_000_000_000_000_1,
    ]);
    const old = await playAll(turns, ["a", "b"], { version: "2.1.74" });
    expect(old.results()[0]?.["total_cost_usd"]).toBe(0.000_336_000_000_000_000_04);
  });

  it("counts turns like the version", async () => {
    const counted = async (version: string): Promise<unknown> =>
      (await playAll(turns, ["a", "b"], { version })).results().map((line) => line["num_turns"]);
    expect(await counted("2.1.325")).toEqual([1, 2]);
    expect(await counted("2.0.30")).toEqual([1, 2]);
    expect(await counted("2.0.0")).toEqual([1, 5]);
    expect(await counted("1.0.128")).toEqual([1, 5]);
  });

  it("counts the hidden reminder of plan mode in 2.0.0", async () => {
    const playing = play(turns, { version: "2.0.0" });
    playing.user("a");
    await playing.settle();
    playing.control("set_permission_mode", { mode: "plan" });
    playing.user("b");
    await playing.finish();
    expect(playing.results().map((line) => line["num_turns"])).toEqual([1, 6]);
  });

  it("uses the usage of the scenario", async () => {
    const playing = await playAll(
      [{ replies: [{ blocks: [{ text: "a" }], usage: { inputTokens: 1000, outputTokens: 10 } }] }],
      ["a"],
    );
    expect(playing.results()[0]).toMatchObject({ usage: { input_tokens: 1000, output_tokens: 10 } });
  });
});

describe("the tools of a session", () => {
  async function tools(options: Parameters<typeof playAll>[2]): Promise<unknown> {
    const playing = await playAll(turns, ["a"], options);
    return playing.lines.find((line) => line["subtype"] === "init")?.["tools"];
  }

  it("lists TaskCreate depending on the model", async () => {
    expect(await tools({})).not.toContain("TaskCreate");
    expect(await tools({ model: "claude-sonnet-4-5" })).toContain("TaskCreate");
  });

  it("lists RemoteTrigger depending on the login", async () => {
    expect(await tools({})).not.toContain("RemoteTrigger");
    expect(await tools({ apiKeySource: "none" })).toContain("RemoteTrigger");
  });

  it("lists AskUserQuestion only with a host, and no disallowed tools", async () => {
    expect(await tools({})).not.toContain("AskUserQuestion");
    const some = await tools({ asksHost: true, disallowedTools: ["WebSearch", "Bash(rm:*)"] });
    expect(some).toContain("AskUserQuestion");
    expect(some).not.toContain("WebSearch");
    expect(some).toContain("Bash");
  });
});

describe("a resumed session", () => {
  async function saved(): Promise<StoredSession> {
    let stored: StoredSession | undefined;
    await playAll(turns, ["a", "b"], { save: (session) => (stored = session) });
    return stored as StoredSession;
  }

  it("continues the scenario, and the total cost only in 2.1.325", async () => {
    const resumed = await saved();
    const newest = await playAll(turns, ["c"], { resumed });
    expect(newest.results()[0]).toMatchObject({
      result: "three",
      result_index: 0,
      total_cost_usd: 0.001_792_000_000_000_000_2,
    });
    const since = newest.results()[0]?.["model_usage_since_last_result"] as Record<string, { inputTokens: number }>;
    expect(Object.values(since).map(({ inputTokens }) => inputTokens)).toEqual([12]);
    const old = await playAll(turns, ["c"], { resumed, version: "2.1.74" });
    expect(old.results()[0]).toMatchObject({ result: "three", total_cost_usd: 0.000_336_000_000_000_000_04 });
  });

  it("a resumed session loses the context window of its model name", async () => {
    const resumed = await saved();
    const model = async (more: object): Promise<unknown> =>
      (await playAll(turns, ["c"], { version: "2.1.250", ...more })).lines[0]?.["model"];
    expect(await model({})).toBe("claude-opus-5[1m]");
    expect(await model({ resumed })).toBe("claude-opus-5");
    expect(await model({ resumed, model: "claude-opus-5[1m]" })).toBe("claude-opus-5[1m]");
  });

  it("stores a session as plain data", async () => {
    const stored = await saved();
    expect(JSON.parse(JSON.stringify(stored))).toEqual(stored);
    expect(stored).toMatchObject({ state: { played: [0, 1] } });
  });
});
