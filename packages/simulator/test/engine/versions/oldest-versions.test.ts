// Behaviour that was different before 1.0.128, as measured on the real CLI.

import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { play, playAll, type Playing } from "../play.ts";

const tool = { tool: "Bash", input: { command: "touch note.txt" }, result: "" };
const asking = { permissionMode: "default", asksHost: true };

function listTurns(playing: Playing): readonly unknown[] {
  return playing.results().map((line) => line["num_turns"]);
}

function listTokens(playing: Playing): readonly unknown[] {
  return playing.results().map((line) => {
    const { input_tokens, output_tokens } = line["usage"] as JsonObject;
    return [input_tokens, output_tokens];
  });
}

function toolResults(playing: Playing): readonly unknown[] {
  return playing.events().flatMap((event) => (event.type === "tool-result" ? [event.text] : []));
}

describe("the usage of a result", () => {
  const turns = [{ replies: [[tool], "done"] }, { replies: ["again"] }];

  it.each<[string, readonly unknown[]]>([
    [
      "1.0.60",
      [
        [24, 42],
        [12, 21],
      ],
    ],
    [
      "1.0.88",
      [
        [12, 20],
        [12, 20],
      ],
    ],
    [
      "1.0.110",
      [
        [12, 20],
        [12, 20],
      ],
    ],
    [
      "1.0.128",
      [
        [24, 40],
        [12, 20],
      ],
    ],
  ])("counts the usage of a result like %s", async (version, tokens) => {
    expect(listTokens(await playAll(turns, ["one", "two"], { version }))).toEqual(tokens);
  });

  it.each<[string, readonly unknown[]]>([
    ["1.0.60", [12, 1]],
    ["1.0.110", [12, 1]],
    ["1.0.128", [0, 0]],
  ])("counts the usage of an interrupted message like %s", async (version, tokens) => {
    const playing = play([{ replies: [{ blocks: [{ text: "cut here" }], hang: true }] }], { version });
    playing.user("one");
    await playing.settle();
    playing.control("interrupt");
    await playing.finish();
    expect(listTokens(playing)).toEqual([tokens]);
  });

  it("1.0.60 reports the cost of its usage", async () => {
    const playing = await playAll([{ replies: ["hello"] }], ["one"], { version: "1.0.60" });
    expect(playing.results()[0]?.["total_cost_usd"]).toBeCloseTo(0.000351, 9);
  });
});

describe("the turns of a result", () => {
  it("1.0.60 counts the lines of the process without the prompts", async () => {
    const turns = [{ replies: [[{ text: "look" }, tool], "done"] }, { replies: ["two"] }, { replies: ["three"] }];
    expect(listTurns(await playAll(turns, ["1", "2", "3"], { version: "1.0.60" }))).toEqual([4, 5, 6]);
    expect(listTurns(await playAll(turns, ["1", "2", "3"], { version: "1.0.88" }))).toEqual([4, 6, 8]);
  });

  it.each([
    ["1.0.88", 12],
    ["1.0.110", 13],
    ["1.0.128", 12],
  ])("counts the reminder after thinking blocks like %s", async (version, last) => {
    const thought = { thinking: "Same thought." };
    const two = { replies: [[{ text: "a" }, { text: "b" }]] };
    const turns = [two, two, { replies: [[thought, { text: "B" }, thought, { text: "B" }]] }, { replies: ["end"] }];
    expect(listTurns(await playAll(turns, ["1", "2", "3", "4"], { version })).at(-1)).toBe(last);
  });
});

describe("/compact", () => {
  it.each<[string, readonly unknown[]]>([
    ["1.0.88", [6, 9, 11]],
    ["1.0.110", [6, 11, 12]],
  ])("%s writes only a result for /compact", async (version, turns) => {
    const said = [{ replies: [[{ text: "look" }, tool], "done"] }, { replies: ["two"] }, { replies: ["after"] }];
    const playing = await playAll(said, ["1", "2", "/compact", "3"], { version });
    expect(listTurns(playing).slice(1)).toEqual(turns);
    expect(playing.outline()).not.toContain("compact_boundary");
    expect(playing.outline().filter((name) => name === "user string")).toEqual([]);
  });
});

describe("input of the host", () => {
  it("a denial with interrupt does not end the turn before 1.0.110", async () => {
    for (const [version, result] of [
      ["1.0.88", "Finished."],
      ["1.0.110", undefined],
    ] as const) {
      const playing = play([{ replies: [[tool], "Finished."] }], { version, ...asking });
      playing.user("one");
      await playing.settle();
      playing.answer({ behavior: "deny", message: "No.", interrupt: true });
      await playing.finish();
      expect(toolResults(playing)).toEqual(["No."]);
      expect(playing.results()[0]?.["result"]).toBe(result);
    }
  });

  it("1.0.60 does not answer initialize", async () => {
    const playing = play([{ replies: ["hi"] }], { version: "1.0.60" });
    playing.control("initialize");
    playing.user("one");
    await playing.finish();
    expect(playing.outline()).toEqual(["init", "assistant text", "result success"]);
  });

  it("a prompt of two blocks ends 1.0.60", async () => {
    const playing = play([{ replies: ["hi"] }], { version: "1.0.60" });
    playing.user([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
    expect(await playing.finish()).toBe(1);
    expect(playing.complaints).toContain("Expected message content to have exactly one item, got 2");
  });
});

describe("the texts of 1.0.60", () => {
  it("1.0.60 denies a command with the text for any tool", async () => {
    const playing = await playAll([{ replies: [[tool], "I may not."] }], ["one"], {
      version: "1.0.60",
      permissionMode: "default",
    });
    expect(toolResults(playing)).toEqual(["Claude requested permissions to use Bash, but you haven't granted it yet."]);
  });

  it("1.0.60 reports a reached limit with its reset time in seconds", async () => {
    const reply = { error: { status: 429 }, rateLimit: { status: "rejected", resetsAt: 1_794_800_000 } } as const;
    const playing = await playAll([{ replies: [reply] }], ["one"], { version: "1.0.60", apiKeySource: "none" });
    expect(playing.results()[0]?.["result"]).toBe("Claude AI usage limit reached|1794800000");
  });
});

it("a hook of 1.0.88 does not get the permission mode", async () => {
  for (const [version, isTold] of [
    ["1.0.88", false],
    ["1.0.110", true],
  ] as const) {
    const playing = play([{ replies: [[tool], "done"] }], { version });
    playing.control("initialize", { hooks: { PreToolUse: [{ matcher: "Bash", hookCallbackIds: ["hook_0"] }] } });
    playing.user("one");
    await playing.settle();
    const asked = playing.lines.find((line) => line["type"] === "control_request")?.["request"] as JsonObject;
    expect("permission_mode" in (asked["input"] as JsonObject)).toBe(isTold);
    playing.answer({});
    await playing.finish();
  }
});
