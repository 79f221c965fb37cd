import { describe, expect, it } from "vitest";
import { play, playAll, userTexts } from "../play.ts";

const look = { tool: "Bash", input: { command: "echo hi", description: "look" }, result: "hi" };
const write = { tool: "Bash", input: { command: "touch note.txt", description: "make" }, result: "made" };
const turns = (...blocks: object[]): never => [{ replies: [blocks, "done"] }] as never;

describe("tool calls", () => {
  it("writes the result of a call, and the model answers again", async () => {
    const playing = await playAll(turns({ text: "I look" }, look), ["go"]);
    expect(playing.outline()).toEqual([
      "init",
      "assistant text",
      "assistant tool_use",
      "user tool_result",
      "assistant text",
      "result success",
    ]);
    expect(playing.results()[0]).toMatchObject({ num_turns: 2, result: "done" });
  });

  it("writes the result after the end of the message", async () => {
    const outline = (await playAll(turns(look), ["go"], { hasPartials: true })).outline();
    expect(outline.indexOf("user tool_result")).toBeGreaterThan(outline.indexOf("message_stop"));
  });

  it("runs read-only calls in parallel, with results in the order of completion", async () => {
    const slow = { ...look, result: "late", durationMs: 100 };
    const playing = await playAll(turns(slow, look), ["go"]);
    expect(userTexts(playing)).toEqual(["hi", "late"]);
  });

  it("runs calls that change something one after the other", async () => {
    const slow = { ...write, result: "late", durationMs: 100 };
    const playing = await playAll(turns(slow, { ...write, result: "soon" }), ["go"]);
    expect(userTexts(playing)).toEqual(["late", "soon"]);
  });

  it("shows an input that is not JSON like the version", async () => {
    const broken = { tool: "Bash", input: {}, rawInput: '{"command":"echo' };
    const getInput = async (version: string): Promise<unknown> => {
      const playing = await playAll(turns(broken), ["go"], { version });
      const line = playing.lines.find((candidate) => candidate["type"] === "assistant");
      const message = line?.["message"] as { readonly content: readonly { readonly input: unknown }[] } | undefined;
      return message?.content[0]?.input;
    };
    expect(await getInput("2.1.325")).toEqual({ __unparsedToolInput: { raw: '{"command":"echo', len: 16 } });
    expect(await getInput("2.1.74")).toEqual({});
  });

  it("a failed shell reports its exit code from 2.0.30 on", async () => {
    const failing = { ...look, result: "Exit code 3\nbroken", isError: true };
    const told = async (version: string): Promise<string | undefined> =>
      userTexts(await playAll(turns(failing), ["go"], { version }))[0];
    expect(await told("2.0.30")).toBe("Exit code 3\nbroken");
    expect(await told("2.0.0")).toBe("broken");
  });

  it("removes a cd into the working directory from a command", async () => {
    const playing = await playAll(turns({ ...look, input: { command: "cd /work && echo hi" } }), ["go"]);
    const call = playing.events().find((event) => event.type === "tool-call-end");
    expect(call).toMatchObject({ input: { command: "echo hi" } });
  });

  it("a call of an unknown MCP tool fails", async () => {
    const playing = await playAll(turns({ tool: "mcp__none__x", input: {} }), ["go"]);
    expect(userTexts(playing)[0]).toContain("No such tool available: mcp__none__x");
  });
});

describe("permissions", () => {
  it("asks the host for permission and waits for the answer", async () => {
    const playing = play(turns(write), { permissionMode: "default", asksHost: true });
    playing.user("go");
    await playing.quiet();
    expect(playing.outline().at(-1)).toBe("ask can_use_tool");
    playing.answer({ behavior: "allow", updatedInput: { command: "touch other.txt" } });
    expect(await playing.finish()).toBe(0);
    expect(userTexts(playing)).toEqual(["made"]);
  });

  it("asks before the end of the message in 2.1.325 and after it in 2.1.74", async () => {
    for (const [version, isBefore] of [
      ["2.1.325", true],
      ["2.1.74", false],
    ] as const) {
      const playing = play(turns(write), { version, permissionMode: "default", asksHost: true, hasPartials: true });
      playing.user("go");
      await playing.quiet();
      const outline = playing.outline();
      expect(outline.indexOf("ask can_use_tool") < outline.indexOf("message_stop")).toBe(isBefore);
      await playing.finish();
    }
  });

  it("reports a denial to the model and lists it in the result", async () => {
    const playing = play(turns(write), { permissionMode: "default", asksHost: true });
    playing.user("go");
    await playing.quiet();
    playing.answer({ behavior: "deny", message: "Not today." });
    await playing.finish();
    expect(userTexts(playing)).toEqual(["Not today."]);
    expect(playing.results()[0]?.["permission_denials"]).toHaveLength(1);
  });

  it("a denial with interrupt ends the turn", async () => {
    const playing = play(turns(write), { permissionMode: "default", asksHost: true });
    playing.user("go");
    await playing.quiet();
    playing.answer({ behavior: "deny", message: "Stop.", interrupt: true });
    await playing.finish();
    expect(userTexts(playing).at(-1)).toBe("[Request interrupted by user for tool use]");
    expect(playing.results()[0]).toMatchObject({ subtype: "error_during_execution", terminal_reason: "aborted_tools" });
  });

  it("withdraws the request before it answers an interruption", async () => {
    const playing = play([{ replies: [[write], "done"] }, { replies: ["next"] }], {
      permissionMode: "default",
      asksHost: true,
    });
    playing.user("go");
    await playing.quiet();
    playing.control("interrupt");
    await playing.quiet();
    expect(playing.outline().slice(3)).toEqual([
      "control_cancel_request",
      "answer success",
      "user tool_result",
      "user text",
      "result error_during_execution",
    ]);
    playing.answer({ behavior: "allow", updatedInput: {} });
    playing.user("again");
    expect(await playing.finish()).toBe(0);
    expect(playing.results()[1]).toMatchObject({ result: "next" });
  });

  it("an open permission request fails at the end of input", async () => {
    const playing = play(turns(write), { permissionMode: "default", asksHost: true });
    playing.user("go");
    await playing.quiet();
    await playing.finish();
    expect(userTexts(playing)[0]).toBe(
      "Tool permission request failed: AbortError: Tool permission stream closed before response received",
    );
  });

  it("denies a call if no host can be asked", async () => {
    const playing = await playAll(turns(write), ["go"], { permissionMode: "default" });
    expect(playing.outline().slice(2, 4)).toEqual(["permission_denied", "user tool_result"]);
  });

  it.each([
    ["a harmless command", look, {}],
    ["an allowed prefix", write, { allowedTools: ["Bash(touch:*)"] }],
    ["an allowed tool", write, { allowedTools: ["Bash"] }],
    [
      "an edit in acceptEdits",
      { tool: "Write", input: { file_path: "/work/a" }, result: "ok" },
      { permissionMode: "acceptEdits" },
    ],
    ["any call in auto", write, { permissionMode: "auto" }],
    ["a call with asks: false in the scenario", { ...write, asks: false }, {}],
  ])("needs no permission for %s", async (_, block, options) => {
    const playing = await playAll(turns(block), ["go"], { permissionMode: "default", asksHost: true, ...options });
    expect(playing.outline()).not.toContain("ask can_use_tool");
  });

  it("asks for a call with asks: true in the scenario, and denies a call against a rule", async () => {
    const asked = play(turns({ ...look, asks: true }), { asksHost: true });
    asked.user("go");
    await asked.quiet();
    expect(asked.outline()).toContain("ask can_use_tool");
    await asked.finish();
    const denied = await playAll(turns(look), ["go"], { disallowedTools: ["Bash(echo:*)"] });
    expect(userTexts(denied)[0]).toContain("has been denied");
  });
});
