import { describe, expect, it } from "vitest";
import { formatValue } from "../../../src/engine/lines/fields.ts";
import type { EngineOptions } from "../../../src/engine/sessions/options.ts";
import type { JsonObject } from "../../../src/json.ts";
import type { Reply, ToolBlock } from "../../../src/scenario/types.ts";
import { playAll, type Playing } from "../play.ts";

const look: ToolBlock = { tool: "Bash", input: { command: "echo a" }, result: "a" };
const letters = "alpha beta gamma delta epsilon zeta eta theta iota kappa";

async function withAgent(
  replies: readonly Reply[],
  options: Partial<EngineOptions> = {},
  isBackground = false,
): Promise<Playing> {
  const input = { description: "east", prompt: "Look east.", run_in_background: isBackground };
  const call: ToolBlock = { tool: "Agent", input, agent: { replies } };
  return playAll([{ replies: [[call], "It has reported."], notices: [["Noted."]] }], ["look"], options);
}

function getUsage(playing: Playing): readonly unknown[] {
  const usage = Object.values(playing.results().at(-1)?.["modelUsage"] as Record<string, JsonObject>)[0];
  return [usage?.["inputTokens"], usage?.["outputTokens"]];
}

/** Returns the result of the agent's call. */
function getReport(playing: Playing): JsonObject {
  const line = playing.lines.findLast((one) => one["type"] === "user" && one["parent_tool_use_id"] === null);
  const { content = [] } = (line?.["message"] ?? {}) as { content?: readonly JsonObject[] };
  return { ...content[0], structured: line?.["tool_use_result"] };
}

function listTaskLines(playing: Playing): readonly JsonObject[] {
  return playing.lines.filter((line) => /^task_(?:updated|notification)$/.test(formatValue(line["subtype"])));
}

describe("an API error while an agent works", () => {
  it.each(["2.1.325", "2.1.74"])(
    "%s retries the request of an agent silently, after the usual delay",
    async (version) => {
      const said = { blocks: [{ text: "After all." }] };
      const smooth = await withAgent([said], { version });
      const playing = await withAgent([{ ...said, error: { status: 529, times: 2 } }], { version });
      expect(playing.outline()).toEqual(smooth.outline());
      expect(JSON.stringify(getReport(playing))).toContain("After all.");
      const took = (one: Playing): number => Number(one.results()[0]?.["duration_ms"]);
      expect(took(playing) - took(smooth)).toBeGreaterThanOrEqual(1500);
    },
  );

  it("an API error ends the agent from 2.1.200 on with a failed task and an error result", async () => {
    const playing = await withAgent([[look], { error: { status: 400, message: "something" } }]);
    const words =
      /^Agent terminated early due to an API error: API Error: 400 something \(error type unknown, HTTP 400, request id req_\w+, model sent to the API: claude-opus-5-5\)$/;
    expect(listTaskLines(playing)).toMatchObject([
      { subtype: "task_updated", patch: { status: "failed", error: expect.stringMatching(words) as unknown } },
      { subtype: "task_notification", status: "failed", summary: expect.stringMatching(words) as unknown },
    ]);
    expect(listTaskLines(playing)[1]).not.toHaveProperty("usage");
    expect(getReport(playing)).toMatchObject({ is_error: true, content: expect.stringMatching(words) as unknown });
    expect(playing.results()[0]).toMatchObject({ subagent_stats: { completed: 0, failed: 1 } });
    expect(getReport(await withAgent([{ error: { status: 400 } }], { version: "2.1.200" }))["content"]).toBe(
      "Agent terminated early due to an API error: API Error: 400 Invalid request",
    );
  });

  it("an API error becomes the agent's report up to 2.1.120, and counts no tokens", async () => {
    const playing = await withAgent([[look], { error: { status: 400 } }], { version: "2.1.120" });
    expect(listTaskLines(playing)).toMatchObject([{ subtype: "task_notification", status: "completed" }]);
    expect(getReport(playing)).toMatchObject({
      structured: { status: "completed", totalTokens: 0, totalToolUseCount: 1, usage: { service_tier: null } },
    });
  });

  it("forwards the API error of a background agent, and its task fails", async () => {
    const playing = await withAgent([[look], { error: { status: 400 } }], {}, true);
    const own = playing.lines.find((line) => line["is_api_error_message"] === true);
    expect(own).toMatchObject({ type: "assistant", error: "unknown", task_description: "east" });
    expect(own?.["parent_tool_use_id"]).toMatch(/^toolu_/);
    expect(listTaskLines(playing).map((line) => line["status"] ?? line["patch"])).toMatchObject([
      { status: "failed" },
      "failed",
    ]);
  });

  it("reports the API error to the main agent after maxRetries", async () => {
    const playing = await withAgent([{ error: { status: 529 } }], { maxRetries: 2 });
    expect(getReport(playing)["content"]).toContain("API Error: 529 Overloaded (error type server_error, HTTP 529,");
    expect(playing.results()[0]).toMatchObject({ is_error: false, result: "It has reported." });
  });
});

describe("a connection that breaks while an agent works", () => {
  const broken: Reply = { breakAfterPieces: 3, blocks: [{ text: letters }] };

  it.each([
    ["2.1.325", [48, 61]],
    ["2.1.200", [48, 61]],
    ["2.1.120", [36, 60]],
    ["2.1.74", [24, 40]],
    ["1.0.128", [36, 41]],
  ] as const)(
    "%s delivers the whole answer after a broken connection, with the measured usage",
    async (version, usage) => {
      const playing = await withAgent([broken], { version });
      expect(getUsage(playing)).toEqual(usage);
      expect(JSON.stringify(getReport(playing))).toContain(letters);
    },
  );

  it("continues with the calls that arrived before the connection broke", async () => {
    const playing = await withAgent([{ breakAfterPieces: 6, blocks: [look, { text: letters }] }, "Done."]);
    expect(playing.outline().filter((word) => word.includes("assistant tool_use"))).toHaveLength(2);
    expect(getUsage(playing)).toEqual([48, 61]);
  });

  it.each([
    ["2.1.120", ["a", "a"]],
    ["2.1.74", ["a"]],
    ["1.0.128", ["Streaming fallback triggered", "a"]],
  ] as const)("%s requests the calls again after the connection broke", async (version, results) => {
    const playing = await withAgent([{ breakAfterPieces: 6, blocks: [look, { text: letters }] }, "Done."], { version });
    const inner = playing.lines.filter((line) => line["type"] === "user" && line["parent_tool_use_id"] !== null);
    const blocks = inner.flatMap((line) => (line["message"] as { content: readonly JsonObject[] }).content);
    expect(blocks.filter(({ type }) => type === "tool_result").map(({ content }) => content)).toEqual(results);
    expect(playing.outline().filter((word) => word.includes("assistant tool_use"))).toHaveLength(3);
  });

  it("2.1.200 ends the agent after a complete block, and passes that block on as partial output", async () => {
    const reply = { breakAfterPieces: 6, blocks: [{ text: letters }, { text: "more" }] };
    const playing = await withAgent([reply], { version: "2.1.200" });
    expect(listTaskLines(playing)).toMatchObject([{ patch: { status: "failed" } }, { status: "failed" }]);
    expect(getReport(playing)).not.toHaveProperty("is_error");
    expect(getReport(playing)["content"]).toMatchObject([
      { text: expect.stringMatching(/Connection closed mid-response[^]*PARTIAL output/) as unknown },
      { text: letters },
      { text: expect.stringContaining("agentId") as unknown },
    ]);
  });
});

describe("a rate limit of a plan while an agent works", () => {
  const rateLimit = { status: "allowed_warning", resetsAt: 1_794_800_000, utilization: 0.93 } as const;

  it("reports the limit only to users of a plan", async () => {
    const replies: Reply[] = [{ rateLimit, blocks: [{ text: "Nearly." }] }];
    const limits = (playing: Playing): readonly JsonObject[] =>
      playing.lines.filter((line) => line["type"] === "rate_limit_event");
    expect(limits(await withAgent(replies, { apiKeySource: "none" }))).toMatchObject([
      { rate_limit_info: { status: "allowed_warning", utilization: 0.93 } },
    ]);
    expect(limits(await withAgent(replies))).toEqual([]);
  });

  it("ends the agent when the limit is reached", async () => {
    const error = { status: 429, type: "rate_limit_error" };
    const rejected = { ...rateLimit, status: "rejected" } as const;
    const playing = await withAgent([{ error, rateLimit: rejected }], { apiKeySource: "none" });
    expect(getReport(playing)["content"]).toContain("You've hit your 5-hour limit");
  });
});
