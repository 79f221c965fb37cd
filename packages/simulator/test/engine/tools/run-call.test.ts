import { describe, expect, it } from "vitest";
import { play, playAll, userTexts } from "../play.ts";

const look = { tool: "Bash", input: { command: "echo hi", description: "look" }, result: "hi" };
const write = { tool: "Bash", input: { command: "touch note.txt", description: "make" }, result: "made" };
const turns = (...blocks: object[]): never => [{ replies: [blocks, "done"] }] as never;

describe("a call", () => {
  it("gives its result and the model answers again", async () => {
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

  it("has its result after the end of the message", async () => {
    const outline = (await playAll(turns(look), ["go"], { hasPartials: true })).outline();
    expect(outline.indexOf("user tool_result")).toBeGreaterThan(outline.indexOf("message_stop"));
  });

  it("runs beside others that only look, in the order of their ends", async () => {
    const slow = { ...look, result: "late", durationMs: 100 };
    const playing = await playAll(turns(slow, look), ["go"]);
    expect(userTexts(playing)).toEqual(["hi", "late"]);
  });

  it("waits for another that changes something", async () => {
    const slow = { ...write, result: "late", durationMs: 100 };
    const playing = await playAll(turns(slow, { ...write, result: "soon" }), ["go"]);
    expect(userTexts(playing)).toEqual(["late", "soon"]);
  });

  it("shows an input that is no JSON as the version does", async () => {
    const broken = { tool: "Bash", input: {}, rawInput: '{"command":"echo' };
    const inputOf = async (version: string): Promise<unknown> => {
      const playing = await playAll(turns(broken), ["go"], { version });
      const line = playing.lines.find((candidate) => candidate["type"] === "assistant");
      const message = line?.["message"] as { readonly content: readonly { readonly input: unknown }[] } | undefined;
      return message?.content[0]?.input;
    };
    expect(await inputOf("2.1.325")).toEqual({ __unparsedToolInput: { raw: '{"command":"echo', len: 16 } });
    expect(await inputOf("2.1.74")).toEqual({});
  });

  it("of a shell that fails has the exit code from 2.0.30 on", async () => {
    const failing = { ...look, result: "Exit code 3\nbroken", isError: true };
    const told = async (version: string): Promise<string | undefined> =>
      userTexts(await playAll(turns(failing), ["go"], { version }))[0];
    expect(await told("2.0.30")).toBe("Exit code 3\nbroken");
    expect(await told("2.0.0")).toBe("broken");
  });

  it("takes a cd into the working directory off a command", async () => {
    const playing = await playAll(turns({ ...look, input: { command: "cd /work && echo hi" } }), ["go"]);
    const call = playing.events().find((event) => event.type === "tool-call-end");
    expect(call).toMatchObject({ input: { command: "echo hi" } });
  });

  it("of an unknown MCP tool fails", async () => {
    const playing = await playAll(turns({ tool: "mcp__none__x", input: {} }), ["go"]);
    expect(userTexts(playing)[0]).toContain("No such tool available: mcp__none__x");
  });
});

describe("permission", () => {
  it("is asked for and waited for", async () => {
    const playing = play(turns(write), { permissionMode: "default", asksHost: true });
    playing.user("go");
    await playing.quiet();
    expect(playing.outline().at(-1)).toBe("ask can_use_tool");
    playing.answer({ behavior: "allow", updatedInput: { command: "touch other.txt" } });
    expect(await playing.finish()).toBe(0);
    expect(userTexts(playing)).toEqual(["made"]);
  });

  it("comes before the end of the message in 2.1.325 and after it in 2.1.74", async () => {
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

  it("refused is reported to the model and listed in the result", async () => {
    const playing = play(turns(write), { permissionMode: "default", asksHost: true });
    playing.user("go");
    await playing.quiet();
    playing.answer({ behavior: "deny", message: "Not today." });
    await playing.finish();
    expect(userTexts(playing)).toEqual(["Not today."]);
    expect(playing.results()[0]?.["permission_denials"]).toHaveLength(1);
  });

  it("refused with an interruption ends the turn", async () => {
    const playing = play(turns(write), { permissionMode: "default", asksHost: true });
    playing.user("go");
    await playing.quiet();
    playing.answer({ behavior: "deny", message: "Stop.", interrupt: true });
    await playing.finish();
    expect(userTexts(playing).at(-1)).toBe("[Request interrupted by user for tool use]");
    expect(playing.results()[0]).toMatchObject({ subtype: "error_during_execution", terminal_reason: "aborted_tools" });
  });

  it("is withdrawn by an interruption before that is answered", async () => {
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

  it("cannot be given any more after the end of input", async () => {
    const playing = play(turns(write), { permissionMode: "default", asksHost: true });
    playing.user("go");
    await playing.quiet();
    await playing.finish();
    expect(userTexts(playing)[0]).toBe(
      "Tool permission request failed: AbortError: Tool permission stream closed before response received",
    );
  });

  it("without a host to ask is a refusal", async () => {
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
    ["a call that the scenario lets pass", { ...write, asks: false }, {}],
  ])("is not needed for %s", async (_, block, options) => {
    const playing = await playAll(turns(block), ["go"], { permissionMode: "default", asksHost: true, ...options });
    expect(playing.outline()).not.toContain("ask can_use_tool");
  });

  it("is requested where the scenario asks for it, and never granted against a rule", async () => {
    const asked = play(turns({ ...look, asks: true }), { asksHost: true });
    asked.user("go");
    await asked.quiet();
    expect(asked.outline()).toContain("ask can_use_tool");
    await asked.finish();
    const denied = await playAll(turns(look), ["go"], { disallowedTools: ["Bash(echo:*)"] });
    expect(userTexts(denied)[0]).toContain("has been denied");
  });
});
