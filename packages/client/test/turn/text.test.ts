import type { Event } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { readText } from "../../src/turn/text.ts";
import { readRecording, RECORDINGS } from "./recorded-turns.ts";

const at = (messageId: string, block = 0, agent: string | null = null) => ({ agent, line: 1, messageId, block });
const start = (messageId: string, block = 0): Event => ({ ...at(messageId, block), type: "text-start" });
const restart = (messageId: string, block = 0): Event => ({
  ...at(messageId, block),
  type: "text-start",
  restart: true,
});
const delta = (messageId: string, text: string, block = 0): Event => ({
  ...at(messageId, block),
  type: "text-delta",
  text,
});
const end = (messageId: string, text: string, block = 0): Event => ({
  ...at(messageId, block),
  type: "text-end",
  text,
});

async function pieces(events: readonly Event[]): Promise<string[]> {
  const list: string[] = [];
  for await (const piece of readText(fromArray(events))) list.push(piece);
  return list;
}

async function* fromArray(events: readonly Event[]): AsyncGenerator<Event> {
  yield* events;
}

describe("the text of a turn", () => {
  it("is the main agent's deltas, in order", async () => {
    const other: Event = { ...at("b", 0, "toolu_1"), type: "text-delta", text: "not this" };
    expect(await pieces([start("a"), delta("a", "one "), other, delta("a", "two"), end("a", "one two")])).toEqual([
      "one ",
      "two",
    ]);
  });

  it("adds only the new part of a block that starts again", async () => {
    const events = [start("a"), delta("a", "one"), restart("a"), delta("a", "one two"), end("a", "one two")];
    expect(await pieces(events)).toEqual(["one", " two"]);
  });

  it("starts a new line if a block starts again with another text", async () => {
    const events = [start("a"), delta("a", "one"), restart("a"), delta("a", "two"), delta("a", "!"), end("a", "two!")];
    expect(await pieces(events)).toEqual(["one", "\ntwo", "!"]);
  });

  it("adds nothing if a block starts again with a shorter text", async () => {
    expect(await pieces([start("a"), delta("a", "one two"), restart("a"), delta("a", "one"), end("a", "one")])).toEqual(
      ["one two"],
    );
  });

  it("starts a new line for the answer that replaces a retracted one", async () => {
    const retracted: Event = { agent: null, line: 2, type: "message-retracted", uuids: ["u"] };
    expect(await pieces([start("a"), delta("a", "no"), retracted, start("b"), delta("b", "yes")])).toEqual([
      "no",
      "\nyes",
    ]);
  });

  it("has a blank line between messages, and none between blocks of one", async () => {
    const events = [
      start("a"),
      delta("a", "one"),
      start("a", 1),
      delta("a", " two", 1),
      start("b"),
      delta("b", "three"),
    ];
    expect(await pieces(events)).toEqual(["one", " two", "\n\nthree"]);
  });

  it("stops reading the events when its reader leaves", async () => {
    let hasLeft = false;
    async function* source(): AsyncGenerator<Event> {
      try {
        for (;;) yield delta("a", "x");
      } finally {
        hasLeft = true;
      }
    }
    for await (const piece of readText(source())) {
      expect(piece).toBe("x");
      break;
    }
    expect(hasLeft).toBe(true);
  });

  it.each(RECORDINGS.filter((name) => /\/(unicode|adjacent|tools|conversation|two-agents)(-plain)?$/.test(name)))(
    "is all texts of the messages joined (%s)",
    async (name) => {
      const events = readRecording(name).events.map(([event]) => event);
      const texts = textsByMessage(events);
      const hasRestart = events.some((event) => event.type === "text-start" && event.restart === true);
      if (!hasRestart) expect((await pieces(events)).join("")).toBe(texts.join("\n\n"));
    },
  );
});

function textsByMessage(events: readonly Event[]): readonly string[] {
  const texts = new Map<string, string>();
  for (const event of events) {
    if (event.type !== "text-end" || event.agent !== null) continue;
    texts.set(event.messageId, (texts.get(event.messageId) ?? "") + event.text);
  }
  return [...texts.values()].filter((text) => text !== "");
}
