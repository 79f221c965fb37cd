import { describe, expect, it } from "vitest";
import { finalText, transcriptOf } from "../../src/session/selectors.ts";
import type { SessionState } from "../../src/session/state.ts";
import type { AssistantMessage, TranscriptBlock } from "../../src/session/transcript.ts";
import { calls, event, fold, INIT, says, turnEnd, usageOf } from "./events.ts";

const M = { messageId: "m" };
const IN_M = { messageId: "m", block: 0 };

describe("a message", () => {
  it("grows while it streams", () => {
    const start = [event("message-start", { ...M, model: "opus" }), event("text-start", IN_M)];
    const one = fold([...start, event("text-delta", { ...IN_M, text: "Hel" })]);
    const two = fold([event("text-delta", { ...IN_M, text: "lo" })], one);
    expect(blocksOf(one)).toMatchObject([{ type: "text", text: "Hel", status: "streaming" }]);
    expect(blocksOf(two)).toMatchObject([{ type: "text", text: "Hello", status: "streaming" }]);
    expect(messageOf(two)).toMatchObject({ type: "assistant", id: "m", model: "opus", status: "streaming" });
  });

  it("is complete at its end, with usage and stop reason", () => {
    const state = fold([
      ...says("m", "Hi"),
      event("message-end", { ...M, stopReason: "end_turn", usage: usageOf(3, 4) }),
    ]);
    expect(messageOf(state)).toMatchObject({ status: "complete", stopReason: "end_turn", usage: usageOf(3, 4) });
    expect(blocksOf(state)).toMatchObject([{ text: "Hi", status: "complete" }]);
  });

  it("is aborted if its last block was cut off", () => {
    const cut = event("text-end", { ...IN_M, text: "Hal", aborted: true });
    const state = fold([event("text-start", IN_M), cut, event("message-end", { ...M, stopReason: null })]);
    expect(messageOf(state).status).toBe("aborted");
    expect(blocksOf(state)).toMatchObject([{ text: "Hal", status: "aborted" }]);
  });

  it("discards the content of a block that starts again", () => {
    const state = fold([
      event("text-start", IN_M),
      event("text-delta", { ...IN_M, text: "wrong" }),
      event("text-start", { ...IN_M, restart: true }),
      event("text-delta", { ...IN_M, text: "right" }),
    ]);
    expect(blocksOf(state)).toMatchObject([{ text: "right" }]);
  });

  it("contains thinking with its signature, calls by id and other content unchanged", () => {
    const state = fold([
      event("thinking-start", IN_M),
      event("thinking-delta", { ...IN_M, text: "hm" }),
      event("thinking-end", { ...IN_M, text: "hm", signature: "s" }),
      event("tool-call-start", { ...M, block: 1, toolUseId: "c", name: "Bash" }),
      event("content-block", { ...M, block: 2, content: { type: "redacted_thinking", data: "x" } }),
    ]);
    expect(blocksOf(state)).toMatchObject([
      { type: "thinking", text: "hm", signature: "s", status: "complete" },
      { type: "tool-call", toolUseId: "c", name: "Bash", status: "streaming" },
      { type: "other", content: { type: "redacted_thinking", data: "x" }, status: "complete" },
    ]);
  });

  it("keeps its blocks in the order of their indexes, although one sent whole comes late", () => {
    const state = fold([
      event("text-start", { ...M, block: 1 }),
      event("text-delta", { ...M, block: 1, text: "after" }),
      event("content-block", { ...M, block: 0, content: { type: "redacted_thinking", data: "x" } }),
      event("text-delta", { ...M, block: 1, text: "wards" }),
    ]);
    expect(blocksOf(state).map(({ block }) => block)).toEqual([0, 1]);
    expect(blocksOf(state)[1]).toMatchObject({ text: "afterwards" });
  });

  it("continues if it starts again within its turn", () => {
    const more = event("text-delta", { ...M, block: 1, text: "more" });
    const state = fold([...says("m", "Hi"), event("message-start", M), more]);
    expect(state.main.messages.length).toBe(1);
    expect(messageOf(state).status).toBe("streaming");
    expect(blocksOf(state)).toHaveLength(2);
  });

  it("continues although later messages have started", () => {
    const others = Array.from({ length: 15 }, (_, index) => says(`other ${index}`, "x")).flat();
    const state = fold([...says("m", "Hi"), ...others, event("text-delta", { ...M, block: 1, text: "late" })]);
    expect(state.main.messages.length).toBe(16);
    expect((state.main.messages.at(0) as AssistantMessage).blocks.length).toBe(2);
  });

  it("is a new message if its id comes again after the end of the turn", () => {
    const state = fold([INIT, ...says("m", "one"), turnEnd(), INIT, ...says("m", "two")]);
    expect(state.main.messages.toArray().map((message) => finalBlock(message as AssistantMessage))).toEqual([
      "one",
      "two",
    ]);
  });

  it("is distinguished from a message of another agent with the same id", () => {
    const state = fold([...says("m", "mine"), ...says("m", "yours", { agent: "a" })]);
    expect(finalText(state)).toBe("mine");
    expect(finalBlock(transcriptOf(state, "a").at(0) as AssistantMessage)).toBe("yours");
  });

  it("starts with the first event that names it", () => {
    for (const first of [
      event("text-delta", { ...IN_M, text: "x" }),
      event("text-end", { ...IN_M, text: "x" }),
      event("thinking-delta", { ...IN_M, text: "x" }),
      event("message-end", { ...M, stopReason: null }),
      event("tool-call-end", { ...IN_M, toolUseId: "c", name: "Bash", input: {} }),
    ]) {
      expect(fold([first]).main.messages.length).toBe(1);
    }
  });

  it("is counted once in its agent's usage, with the highest figures", () => {
    const end = (input: number, output: number) =>
      event("message-end", { ...M, stopReason: null, usage: usageOf(input, output) });
    const state = fold([...says("m", "x"), end(10, 1), end(10, 25), end(10, 25), ...says("n", "y")]);
    expect(state.main.usage).toEqual(usageOf(10, 25));
    expect(
      fold([event("message-end", { messageId: "n", stopReason: null, usage: usageOf(5, 5) })], state).main.usage,
    ).toEqual(usageOf(15, 30));
  });

  it("shows how full the context is", () => {
    const usage = { inputTokens: 10, outputTokens: 99, cacheReadTokens: 200, cacheCreationTokens: 3000 };
    const end = event("message-end", { ...M, model: "opus", stopReason: null, usage });
    const compaction = event("compaction", { trigger: "auto", preTokens: 3210, postTokens: 400 });
    const modelUsage = { opus: figures(1, 200_000), haiku: figures(1, 100_000) };
    const state = fold([end, event("message-end", { ...M, agent: "a", stopReason: null, usage: usageOf(7, 7) })]);
    expect(state.context).toEqual({ tokens: 3210, compactions: 0, model: "opus" });
    expect(fold([compaction, turnEnd({ modelUsage })], state).context).toEqual({
      tokens: 400,
      compactions: 1,
      preTokens: 3210,
      postTokens: 400,
      model: "opus",
      window: 200_000,
    });
  });
});

describe("a retraction", () => {
  it("removes the blocks of the lines it names, even if their ends come later", () => {
    const state = fold([
      event("message-start", { messageId: "m", uuid: "u1" }),
      event("text-start", { ...IN_M, uuid: "u1" }),
      event("text-delta", { ...IN_M, text: "no", uuid: "u1" }),
      event("message-retracted", { uuids: ["u1"] }),
      event("text-end", { ...IN_M, text: "no" }),
      event("message-end", { ...M, stopReason: null }),
    ]);
    expect(messageOf(state).status).toBe("retracted");
    expect(blocksOf(state)).toMatchObject([{ status: "retracted" }]);
    expect(finalText(state)).toBe("");
  });

  it("keeps the other blocks of the message", () => {
    const state = fold([
      event("text-start", { ...IN_M, uuid: "u1" }),
      event("text-end", { ...IN_M, text: "yes" }),
      event("text-start", { ...M, block: 1, uuid: "u2" }),
      event("text-end", { ...M, block: 1, text: "no" }),
      event("message-retracted", { uuids: ["u2"] }),
    ]);
    expect(messageOf(state).status).toBe("streaming");
    expect(finalText(state)).toBe("yes");
  });

  it("removes a message it names, with the calls that will not run", () => {
    const [start, ...rest] = calls("c", "Bash");
    const retraction = event("message-retracted", { uuids: [], messageId: "message of c" });
    const state = fold([...says("m", "stays"), start!, ...rest, retraction]);
    expect((state.main.messages.at(1) as AssistantMessage).status).toBe("retracted");
    expect(state.toolCalls.get("c")?.status).toBe("aborted");
    expect(finalText(state)).toBe("stays");
  });

  it("removes a user line", () => {
    const words = event("user-message", { origin: "human", content: "x", text: "x", uuid: "u" });
    expect(fold([words, event("message-retracted", { uuids: ["u"] })]).main.messages.at(0)?.status).toBe("retracted");
  });

  it("of unknown lines changes nothing", () => {
    const before = fold(says("m", "x"));
    expect(fold([event("message-retracted", { uuids: ["u"] })], before).main).toBe(before.main);
  });
});

function messageOf(state: SessionState): AssistantMessage {
  return state.main.messages.at(0) as AssistantMessage;
}
function blocksOf(state: SessionState): TranscriptBlock[] {
  return messageOf(state).blocks.toArray();
}
function finalBlock(message: AssistantMessage): string {
  const block = message.blocks.at(-1);
  return block !== undefined && "text" in block ? block.text : "";
}
function figures(costUSD: number, contextWindow: number) {
  return {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
    webSearchRequests: 0,
    costUSD,
    contextWindow,
  };
}
