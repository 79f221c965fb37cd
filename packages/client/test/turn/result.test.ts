// Compares the result of each turn with what the API served, on every recording of a real CLI.
import { createDecoder, initialState, reduce, type SessionState, type TokenUsage } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { addUsage, sumUsage, countTokens } from "../../src/limits/usage.ts";
import { toTurnFields } from "../../src/turn/result.ts";
import { readRecording, RECORDINGS, type RecordedTurn, type Served, type ServedBlock } from "./recorded-turns.ts";

describe("turns of recorded sessions", () => {
  it("are read from more than 600 recordings", () => expect(RECORDINGS.length).toBeGreaterThan(600));

  it.each(RECORDINGS)("%s: texts, thoughts, calls and usage of each turn match what was served", (name) => {
    const { turns, served } = readRecording(name);
    const servedById = new Map(served.map((message) => [message.id, message]));
    for (const turn of turns) {
      const { fields } = turn;
      expect(fields.toolCalls.map(({ id }) => id).sort()).toEqual([...toolIds(turn)].sort());
      const messages = mainMessages(turn).flatMap((id) => servedById.get(id) ?? []);
      // Qwen Code shows none of the API's ids.
      if (served.length > 0 && !name.includes("/qwen-code-")) {
        expect(wrongThoughts(fields.thinking, messages)).toEqual([]);
        expect(isAnswer(turn, messages)).toBe(true);
      }
      expect(fields.usage).toEqual(sumUsage(fields.usageByModel.map(({ usage }) => usage)));
    }
  });

  it.each(RECORDINGS)("%s: the turns together count each token once", (name) => {
    const { turns, served, text } = readRecording(name);
    // In these recordings, each process lists what was served to both.
    const own = RESUMED.test(name) ? served.filter(({ id }) => text.includes(JSON.stringify(id))) : served;
    if (own.every(({ usage }) => countTokens(usage) === 0)) return;
    const used = sumUsage(turns.map(({ fields }) => fields.usage));
    const shown = sumUsage(own.filter(({ isSide }) => !isSide).map(({ usage }) => usage));
    const isWhole =
      own.every((message) => message.isWhole) && turns.every(({ end }) => (end?.outcome ?? "success") === "success");
    const side = sideUsage(name, turns);
    expect(isWithin(used, addUsage(sumUsage(own.map(({ usage }) => usage)), side))).toBe(true);
    // 1.0.60 reports only the calls of agents.
    if (isWhole && !name.includes("/1.0.60/")) expect(isWithin(shown, used)).toBe(true);
  });
});

function withLastText(state: SessionState, text: string): SessionState {
  const position = state.main.messages.length - 1;
  const message = state.main.messages.at(position);
  const block = message?.type === "assistant" ? message.blocks.at(0) : undefined;
  if (message?.type !== "assistant" || block?.type !== "text") throw new Error("The state has no text.");
  const changed = { ...message, blocks: message.blocks.with(0, { ...block, text }) };
  return { ...state, main: { ...state.main, messages: state.main.messages.with(position, changed) } };
}

const RESUMED = /^scenarios\/.*\/(continue|fork|resume)(-2)?$/;

/** Requests of the CLI's own, of which neither `served` nor the lines know: on another model, and one warm-up in 2.0.76. */
function sideUsage(name: string, turns: readonly RecordedTurn[]): TokenUsage {
  const spoken = new Set(turns.flatMap(({ lines }) => lines.map(({ message }) => message?.model)));
  const models = turns.flatMap(({ fields }) => fields.usageByModel);
  const side = sumUsage(models.filter(({ model }) => !spoken.has(model.replace(/\[.*/, ""))).map(({ usage }) => usage));
  return name.includes("/2.0.76/") ? addUsage(side, { ...side, inputTokens: 12, outputTokens: 20 }) : side;
}

describe("single turns", () => {
  it("keep only the last text if all texts together exceed the maximum string length", () => {
    // Repeated, not copied: it costs next to nothing until somebody joins it.
    const long = "x".repeat(2 ** 27);
    let after = initialState();
    const decoder = createDecoder({ onEvent: (event) => (after = reduce(after, event)) });
    for (const text of ["first", long, long, long, long, "last"]) {
      const message = {
        id: `msg_${after.main.messages.length}`,
        role: "assistant",
        content: [{ type: "text", text: "x" }],
      };
      decoder.push(`${JSON.stringify({ type: "assistant", message })}\n`);
      after = withLastText(after, text);
    }
    const facts = { before: initialState(), end: undefined, startedAt: 0, endedAt: 0, warnings: [], data: undefined };
    const { text } = toTurnFields({ ...facts, after });
    expect(text.length).toBe(2 ** 27 + "\n\nlast".length);
    expect(text.slice(-8)).toBe("xx\n\nlast");
  });

  it("cost what they added to a resumed session, not its total (2.1.325)", () => {
    const { turns } = readRecording("recordings/2.1.325/cost-resumed");
    const [first, second] = turns;
    expect(first?.fields.costUsd).toBeCloseTo(0.000448, 9);
    expect(first?.fields.usage).toMatchObject({ inputTokens: 12, outputTokens: 20 });
    expect(second?.fields.costUsd).toBeCloseTo(0.000448, 9);
    expect(second?.fields.totalCostUsd).toBeCloseTo(0.002688, 9);
  });

  it("keep the text and the tokens of the message that an interrupt cut off", () => {
    const interrupted = readRecording("recordings/2.1.325/cost-turns").turns.find(
      ({ end }) => end?.outcome === "interrupted",
    );
    expect(interrupted?.fields).toMatchObject({ outcome: "interrupted", costUsd: 0, durationMs: 500 });
    expect(interrupted?.fields.text).not.toBe("");
    expect(interrupted?.fields.usage.inputTokens).toBe(12);
  });

  it("fail without a result, and keep everything received so far", () => {
    const [turn] = readRecording("recordings/2.1.325/sigterm").turns;
    expect(turn?.fields).toMatchObject({ outcome: "error", subtype: undefined, costUsd: 0, denials: [] });
    expect(turn?.fields.text).not.toBe("");
    expect(turn?.fields.usage.inputTokens).toBe(12);
  });

  it("list the denied calls by tool name", () => {
    const { turns } = readRecording("recordings/2.1.325/permission-denied");
    const denied = turns.flatMap(({ fields }) => fields.denials.map(({ toolUseId }) => toolUseId));
    const calls = turns.flatMap(({ fields }) => fields.toolCalls.filter(({ status }) => status === "denied"));
    expect(denied.length).toBeGreaterThan(0);
    expect(calls.map(({ id }) => id)).toEqual(denied);
  });

  it("have calls of background agents in the turn they began and the turn they ended in", () => {
    const { turns } = readRecording("recordings/2.1.325/background-agents");
    const agents = new Set(turns.flatMap(({ fields }) => fields.usageByAgent.map(({ agent }) => agent)));
    expect(agents.size).toBeGreaterThan(1);
    const open = turns.flatMap(({ fields }) => fields.toolCalls.filter(({ status }) => status === "running"));
    for (const { id } of open) {
      const ends = turns.filter(({ fields }) => fields.toolCalls.some((call) => call.id === id && call.result));
      expect(ends).toHaveLength(1);
    }
  });

  it("are empty if the state did not change", () => {
    const { turns } = readRecording("recordings/2.1.325/agents");
    const after = (turns[0] as RecordedTurn).after;
    const facts = { before: after, after, end: undefined, startedAt: 5, endedAt: 3, warnings: [], data: 1 };
    expect(toTurnFields(facts)).toMatchObject({
      text: "",
      toolCalls: [],
      costUsd: 0,
      usage: { inputTokens: 0, outputTokens: 0 },
      durationMs: 0,
      data: 1,
    });
  });
});

function isWithin(used: TokenUsage, all: TokenUsage): boolean {
  return used.inputTokens <= all.inputTokens && countTokens(used) <= countTokens(all);
}

function toBlocks(content: unknown): readonly (ServedBlock & { readonly tool_use_id?: string })[] {
  return Array.isArray(content) ? (content as ServedBlock[]) : [];
}

/** Calls that a line of the turn shows the beginning or the result of. */
function toolIds({ lines }: RecordedTurn): Set<string> {
  const ids = new Set<string>();
  for (const { type, message, event } of lines) {
    if (event?.content_block?.type === "tool_use") ids.add(event.content_block.id as string);
    if (type !== "assistant" && type !== "user") continue;
    for (const block of toBlocks(message?.content)) {
      if (block.type === "tool_use") ids.add(block.id as string);
      if (block.type === "tool_result") ids.add(block.tool_use_id as string);
    }
  }
  return ids;
}

/** The main agent's messages that lines of the turn show, in order. Those that the CLI took back do not count. */
function mainMessages({ lines, after }: RecordedTurn): string[] {
  const retracted = new Set(
    after.main.messages
      .toArray()
      .flatMap((one) => (one.type === "assistant" && one.status === "retracted" ? [one.id] : [])),
  );
  const ids = lines.flatMap((line) => {
    if ((line.parent_tool_use_id ?? null) !== null) return [];
    const id =
      line.event?.type === "message_start"
        ? line.event.message?.id
        : line.type === "assistant"
          ? line.message?.id
          : undefined;
    return id === undefined || retracted.has(id) ? [] : [id];
  });
  return [...new Set(ids)];
}

function wrongThoughts(seen: readonly string[], messages: readonly Served[]): string[] {
  const rest = [...seen];
  const wrong: string[] = [];
  for (const { blocks, isWhole } of messages) {
    for (const { thinking = "" } of blocks) {
      if (thinking === "") continue;
      if (rest[0] !== undefined && (isWhole ? rest[0] === thinking : thinking.startsWith(rest[0]))) rest.shift();
      else if (isWhole) wrong.push(`lost: ${thinking}`);
    }
  }
  return [...wrong, ...rest.map((thought) => `too much: ${thought}`)];
}

/** The result's own text; where that is none, the last words served, or as much of them as came. */
function isAnswer({ fields, end, lines }: RecordedTurn, messages: readonly Served[]): boolean {
  const result = lines.findLast(({ type }) => type === "result")?.result ?? "";
  if (end?.outcome === "success" && result !== "") return fields.text === result;
  const texts = messages
    .map(({ blocks }) => blocks.map(({ text = "" }) => text).join(""))
    .filter((text) => text !== "");
  if (end === undefined) return texts.length === 0 ? fields.text === "" : texts.join("\n\n").startsWith(fields.text);
  return fields.text === ""
    ? texts.length === 0 || !messages.some(({ isWhole }) => isWhole)
    : texts.some((text) => text.startsWith(fields.text));
}
