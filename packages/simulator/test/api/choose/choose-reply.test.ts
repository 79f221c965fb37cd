// Requests in the form that real CLIs send. Every text with the user's role was seen on the wire of the named version.

import { describe, expect, it } from "vitest";

import type { ModelStub } from "../../../src/api/model-stub.ts";
import type { Scenario } from "../../../src/scenario/types.ts";
import { ask, cliHeaders, post, quickStub, textIn } from "../client.ts";

type Content = string | readonly Readonly<Record<string, unknown>>[];
interface Message {
  readonly role: string;
  readonly content: Content;
}

const user = (...texts: readonly string[]): Message => ({
  role: "user",
  content: texts.map((text) => ({ type: "text", text })),
});
const assistant = (...content: readonly Readonly<Record<string, unknown>>[]): Message => ({
  role: "assistant",
  content,
});
const text = (words: string): Readonly<Record<string, unknown>> => ({ type: "text", text: words });
const result = (id: string, words = "ok"): Message => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content: words }],
});
const reminder =
  "<system-reminder>\nAs you answer the user's questions, you can use the following context:\n</system-reminder>\n";
const system: Message = { role: "system", content: "# Environment\nPrimary working directory: /w" };

interface CliOptions {
  readonly tools?: readonly string[];
  readonly session?: string;
  readonly system?: string;
}

async function cli(stub: ModelStub, messages: readonly Message[], options: CliOptions = {}): Promise<string> {
  const tools = (options.tools ?? ["Agent", "Bash"]).map((name) => ({ name }));
  const metadata = { user_id: `user_x_account__session_${options.session ?? "s"}` };
  const body = {
    model: "m",
    max_tokens: 9,
    messages,
    tools,
    metadata,
    ...(options.system === undefined ? {} : { system: options.system }),
  };
  return textIn(await post(stub, body, cliHeaders, "/v1/messages?beta=true"));
}

/** Returns the id of a served call by its index. */
function callId(stub: ModelStub, index: number): string {
  const calls = stub.served.flatMap(({ blocks }) => blocks.filter(({ block }) => block["type"] === "tool_use"));
  const id = calls[index]?.block["id"];
  return typeof id === "string" ? id : "";
}

const use = (stub: ModelStub, index: number): Message =>
  assistant({ type: "tool_use", id: callId(stub, index), name: "Bash", input: {} });
const bash = { tool: "Bash", input: { command: "echo" } };
const oneTwo: Scenario = { turns: [{ replies: ["one"] }, { replies: ["two"] }] };

describe("turns", () => {
  it("continues a turn after each tool result, with or without reminders around it", async () => {
    await using stub = await quickStub({
      turns: [{ replies: [[{ text: "look" }, bash], "done"] }, { replies: ["later"] }],
    });
    expect(await cli(stub, [user(reminder, "hi"), system])).toBe("look");
    const history = [user("hi"), system, use(stub, 0), { ...result(callId(stub, 0)) }];
    expect(await cli(stub, [...history, system])).toBe("done");
    expect(await cli(stub, [...history, assistant(text("done")), user(reminder, "hi")])).toBe("later");
  });

  it("does not start a turn at a message in the middle of one (1.0.128, 2.1.74: in the result; 2.1.325: as system)", async () => {
    await using stub = await quickStub({ turns: [{ replies: [[bash], [bash], "done"] }, { replies: ["wrong"] }] });
    await cli(stub, [user("hi")]);
    const inResult = result(
      callId(stub, 0),
      "one\n\n<system-reminder>\nThe user sent the following message:\nmore\n</system-reminder>",
    );
    await cli(stub, [user("hi"), use(stub, 0), inResult]);
    const asSystem: Message = { role: "system", content: "The user sent a new message while you were working:\nmore" };
    expect(await cli(stub, [user("hi"), use(stub, 0), inResult, use(stub, 1), result(callId(stub, 1)), asSystem])).toBe(
      "done",
    );
  });

  it.each([
    "Stop hook feedback:\nkeep going",
    "[structured-output-enforce] You MUST call the StructuredOutput tool",
    "Output token limit hit. Resume directly",
    "The previous response failed to produce a valid tool call. Please retry the tool call now.",
    "[Your previous response had no visible output. Please continue and produce a user-visible response.]",
    "Bash operation feedback:\n- bad",
  ])("does not start a turn at a text that the CLI wrote itself: %s", async (words) => {
    await using stub = await quickStub({ turns: [{ replies: ["first", "second"] }, { replies: ["wrong"] }] });
    await cli(stub, [user("hi")]);
    expect(await cli(stub, [user("hi\n", words)])).toBe("second");
  });

  it("starts a turn at the text after an interruption", async () => {
    const scenario = {
      turns: [{ replies: [{ blocks: [bash] }, "never"] }, { prompt: "stop it", replies: ["stopped"] }],
    };
    await using stub = await quickStub(scenario);
    await cli(stub, [user("hi")]);
    const both = [
      { ...(result(callId(stub, 0)).content[0] as object) },
      text("[Request interrupted by user for tool use]\n"),
      text("stop it"),
    ];
    expect(await cli(stub, [user("hi"), use(stub, 0), { role: "user", content: both }])).toBe("stopped");
  });

  it("starts a turn at the second prompt of a user message if the first one failed", async () => {
    const failing = { turns: [{ replies: [{ error: { status: 400 } }] }, { prompt: "again", replies: ["fine"] }] };
    await using stub = await quickStub(failing);
    await cli(stub, [user("hi")]);
    expect(await cli(stub, [user("hi\n", "again")])).toBe("fine");
  });

  it("answers a compaction with the summary and then plays the next turn", async () => {
    await using stub = await quickStub({ ...oneTwo, summary: "They met." });
    await cli(stub, [user("hi")]);
    const request = "Your task is to create a detailed summary of the conversation so far, paying close attention";
    const asked = [user("hi"), assistant(text("one"))];
    expect(await cli(stub, [...asked, user(request)], { tools: ["Read"] })).toBe("<summary>\nThey met.\n</summary>");
    expect(
      await cli(stub, [...asked, user(`CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\n\n${request}`)]),
    ).toContain("They met.");
    const continued = "This session is being continued from a previous conversation that ran out of context.";
    const command = "<command-name>/compact</command-name>";
    const output = "<local-command-stdout>Compacted </local-command-stdout>";
    const caveat = "Caveat: The messages below were generated by the user while running local commands. DO NOT respond";
    expect(await cli(stub, [user(continued, caveat, command, output, "next")])).toBe("two");
    expect(stub.served.map(({ purpose }) => purpose)).toEqual(["turn", "summary", "summary", "turn"]);
  });

  it("finds a turn by its prompt, even in another session", async () => {
    await using stub = await quickStub({
      turns: [{ prompt: { contains: "second" }, replies: ["two"] }, { replies: ["one"] }],
    });
    expect(await cli(stub, [user("the first")], { session: "a" })).toBe("one");
    expect(await cli(stub, [user("the second")], { session: "b" })).toBe("two");
  });
});

describe("retries", () => {
  it("repeats the reply after a broken stream, even if the CLI asks for the rest (2.1.325)", async () => {
    const reply = { blocks: [{ text: "first block" }, { text: "second block" }], breakAfterPieces: 1 };
    await using stub = await quickStub({ turns: [{ replies: [reply, "wrong"] }] });
    await expect(cli(stub, [user("hi")])).rejects.toThrow("fetch failed");
    const rest = "Your response above was cut off mid-stream. Resume directly from where it stops";
    expect(await cli(stub, [user("hi"), assistant(text("first block")), user(rest)])).toBe("first blocksecond block");
  });

  it("serves the next reply if a call of the broken answer has a result", async () => {
    const reply = { blocks: [bash, { text: "cut here" }], breakAfterPieces: 2 };
    await using stub = await quickStub({ turns: [{ replies: [reply, "done"] }] });
    const request = { model: "m", max_tokens: 9, stream: true, messages: [user("hi")], tools: [{ name: "Bash" }] };
    await post(stub, { ...request, metadata: { user_id: "user_x_account__session_s" } }, cliHeaders).catch(
      () => undefined,
    );
    expect(stub.served[0]?.reach).toBe("broken");
    expect(await cli(stub, [user("hi"), use(stub, 0), result(callId(stub, 0))])).toBe("done");
  });

  it("serves the next turn if a program repeats a request after a complete answer", async () => {
    await using stub = await quickStub(oneTwo);
    expect(textIn(await ask(stub, [user("hi")]))).toBe("one");
    expect(textIn(await ask(stub, [user("hi")]))).toBe("two");
    expect(textIn(await ask(stub, [user("hi")]))).toBe("The scenario has no turn for this prompt.");
  });
});

describe("sub-agents", () => {
  const agent = (prompt: string, replies: readonly (string | readonly object[])[]): object => ({
    tool: "Agent",
    input: { description: "x", prompt, subagent_type: "general-purpose" },
    agent: { replies },
  });

  it("identifies parallel and nested sub-agents by their prompts", async () => {
    const inner = agent("inner work", ["inner report"]);
    const calls = [
      agent("look east", [[{ text: "east" }, inner], "east report"]),
      agent("look west", [[{ text: "west" }, bash], "west report"]),
    ];
    await using stub = await quickStub({ turns: [{ replies: [calls, "all done"] }] } as Scenario);
    await cli(stub, [user("start: look east")]);
    expect(await cli(stub, [user(reminder, "look west")])).toBe("west");
    expect(await cli(stub, [user(reminder, "look east"), system])).toBe("east");
    expect(await cli(stub, [user("inner work")])).toBe("inner report");
    expect(await cli(stub, [{ role: "user", content: "look west" }, use(stub, 2), result(callId(stub, 2))])).toBe(
      "west report",
    );
    expect(await cli(stub, [user("look east"), use(stub, 3), result(callId(stub, 3))])).toBe("east report");
    expect(await cli(stub, [user("start: look east"), use(stub, 0), result(callId(stub, 0))])).toBe("all done");
    expect(stub.served.map(({ agent: by }) => (by.type === "main" ? "main" : by.prompt))).toEqual([
      "main",
      "look west",
      "look east",
      "inner work",
      "look west",
      "look east",
      "main",
    ]);
  });

  it("plays a separate script for each of two sub-agents with the same prompt", async () => {
    const calls = [agent("same", ["first"]), agent("same", ["second"])];
    await using stub = await quickStub({ turns: [{ replies: [calls, "done"] }] } as Scenario);
    await cli(stub, [user("go")]);
    expect(await cli(stub, [user("same")])).toBe("first");
    expect(await cli(stub, [user("same")])).toBe("second");
  });

  it.each([
    [["Task", "Bash"], "Task"],
    [["Agent", "Bash"], "Agent"],
  ])("calls a sub-agent by the name of its tool among %j", async (tools, name) => {
    const calls = [agent("outer", [[agent("inner", ["x"])], "report"])];
    await using stub = await quickStub({ turns: [{ replies: [calls] }] } as Scenario);
    await cli(stub, [user("go")], { tools });
    await cli(stub, [user("outer")], { tools: ["Bash"] });
    expect(stub.served.map(({ blocks }) => blocks[0]?.block["name"])).toEqual([name, name]);
  });

  it("serves notices of background sub-agents for the texts of 2.1.74 and 2.1.325", async () => {
    const calls = [agent("look east", ["east"]), agent("look west", ["west"])];
    const notices = [["heard one"], ["heard two"]];
    await using stub = await quickStub({
      turns: [{ replies: [calls, "on their way"], notices }, { replies: ["later"] }],
    } as Scenario);
    const notice = (index: number): string =>
      `<task-notification>\n<task-id>a${index}</task-id>\n<tool-use-id>${callId(stub, index)}</tool-use-id>\n</task-notification>`;
    await cli(stub, [user("go")]);
    const start = [user("go"), use(stub, 0), result(callId(stub, 0))];
    expect(await cli(stub, start)).toBe("on their way");
    const first = [...start, assistant(text("on their way")), user(notice(0))];
    expect(await cli(stub, first)).toBe("heard one");
    const wrapped = `<system-reminder>\n[SYSTEM NOTIFICATION - NOT USER INPUT]\n\n${notice(1)}\n</system-reminder>`;
    const second = [...first, assistant(text("heard one")), user(reminder, wrapped)];
    expect(await cli(stub, second)).toBe("heard two");
    expect(await cli(stub, [...second, assistant(text("heard two")), user("later")])).toBe("later");
    expect(stub.served.map(({ purpose }) => purpose)).toEqual(["turn", "turn", "notice", "notice", "turn"]);
  });
});

describe("side requests", () => {
  it.each([
    ["Warmup", undefined, ["Bash"]],
    ["quota", undefined, []],
    ["Command: echo hi\nOutput: hi\n\n", "Extract any file paths that this command reads or modifies.", []],
    ["<policy_spec>\n# Claude Code Code Bash command prefix detection", "Your task is to process Bash commands", []],
    ["hi", "Generate a concise, sentence-case title (3-7 words)", []],
    ["whatever else", "You do something small.", []],
  ])("does not advance the scenario at the side request %s", async (words, instructions, tools) => {
    await using stub = await quickStub(oneTwo);
    const more = instructions === undefined ? {} : { system: instructions };
    expect(await cli(stub, [user(words)], { tools, ...more })).not.toBe("one");
    expect(stub.served[0]?.purpose).toBe("side");
    expect(await cli(stub, [user("hi")])).toBe("one");
  });

  it("does not treat requests of a CLI without tools or of another API client as side requests", async () => {
    await using stub = await quickStub(oneTwo);
    expect(await cli(stub, [user("hi")], { tools: [], system: "You are here.\nWorking directory: /w" })).toBe("one");
    expect(textIn(await ask(stub, [user("quota")]))).toBe("two");
  });
});
