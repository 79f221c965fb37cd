// Events as text: who speaks, in which order, within the width, and harmless.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Event } from "../../src/index.ts";
import { demo, eventsOf, load, recordings, root } from "./scripts.ts";

const { createView } = await load("view");
const { columnsOf } = await load("columns");
const { sanitize } = await load("sanitize");

const names = readdirSync(recordings, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ndjson") && !name.endsWith(".stdin.ndjson"))
  .sort();

function show(events: readonly Event[], columns = 80): string {
  const view = createView(() => columns);
  return [...events.flatMap((event) => view.take(event)), ...view.end()].map((piece) => piece.text).join("");
}

/** What is left when gutters, line breaks and spaces are taken away. */
function squeeze(text: string): string {
  return text.replaceAll(/^ *\d+ │/gm, "").replaceAll(/\s/g, "");
}

describe.each([80, 24])("any recording, %i columns wide", (columns) => {
  it.each(names)("%s: every word of the model is there, and no line is too long", (name) => {
    const events = eventsOf(readFileSync(join(recordings, name)));
    const shown = show(events, columns);
    const squeezed = squeeze(shown);
    for (const event of events) {
      if (event.type !== "text-end" && event.type !== "thinking-end") continue;
      expect(squeezed).toContain(squeeze(sanitize(event.text)));
    }
    for (const line of shown.split("\n")) expect(columnsOf(line)).toBeLessThan(columns);
  });
});

const message = { agent: null, messageId: "m", line: 1 } as const;
const typing = (text: string, line: number): Event[] => [{ ...message, type: "text-delta", block: 0, text, line }];
const agentCall: Event[] = [
  { ...message, type: "tool-call-start", block: 1, toolUseId: "t1", name: "Agent" },
  { ...message, type: "tool-call-end", block: 1, toolUseId: "t1", name: "Agent", input: { description: "look" } },
];

describe("the view", () => {
  it("does not cut a sentence that is being typed: others wait for its end", () => {
    const shown = show([
      ...agentCall,
      { ...message, type: "text-start", block: 0, line: 2 },
      ...typing("The first half", 3),
      { type: "tool-call-start", agent: "t1", messageId: "n", block: 0, toolUseId: "t2", name: "Bash", line: 4 },
      {
        type: "tool-call-end",
        agent: "t1",
        messageId: "n",
        block: 0,
        toolUseId: "t2",
        name: "Bash",
        input: { command: "ls" },
        line: 4,
      },
      ...typing(" and the second.", 5),
      { ...message, type: "text-end", block: 0, text: "The first half and the second.", line: 6 },
    ]);
    expect(shown).toBe("\n● Agent 1  look\n\n  The first half and the second.\n\n  1 │ ● Bash  ls\n");
  });

  it("shows text word by word, as soon as a word is whole", () => {
    const view = createView(() => 80);
    view.take({ ...message, type: "text-start", block: 0 });
    const taken = (line: number, text: string): string =>
      view
        .take({ ...message, type: "text-delta", block: 0, text, line })
        .map((piece) => piece.text)
        .join("");
    expect(taken(2, "Hel")).toBe("");
    expect(taken(3, "lo wor")).toBe("\n  Hello");
    expect(taken(4, "ld, ")).toBe(" world,");
  });

  it("gives text that comes whole at once, and does not wait to hear that it is finished", () => {
    const view = createView(() => 80);
    view.take({ ...message, type: "text-start", block: 0 });
    expect(view.take({ ...message, type: "text-delta", block: 0, text: "All of it" }).at(-1)?.text).toBe("\n");
  });

  it("names a result when several calls are open", () => {
    const call = (id: string, command: string): Event[] => [
      { ...message, type: "tool-call-start", block: 0, toolUseId: id, name: "Bash" },
      { ...message, type: "tool-call-end", block: 0, toolUseId: id, name: "Bash", input: { command } },
    ];
    const result = (toolUseId: string, text: string): Event => ({
      agent: null,
      line: 1,
      type: "tool-result",
      toolUseId,
      text,
      isError: false,
    });
    expect(show([...call("a", "ls"), ...call("b", "pwd"), result("b", "/x"), result("a", "y")])).toBe(
      "\n● Bash  ls\n● Bash  pwd\n  └ Bash pwd: /x\n  └ Bash ls: y\n",
    );
    expect(show([...call("a", "ls"), result("a", "one\ntwo\n")])).toBe("\n● Bash  ls\n  └ one\n    two\n");
  });

  it("shows what it cannot read, and counts what it does not know", () => {
    const shown = show(eventsOf('{"type":"brand_new"}\nnot json at all\n{"type":"brand_new"}\n'));
    expect(shown).toContain("! line 2: not json");
    expect(shown).toContain("not json at all");
    expect(shown).toContain("· 2 lines of a kind this version does not know");
  });

  it("prints a file of any size on a few lines", () => {
    const text = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join("\n");
    const shown = show([
      { ...message, type: "tool-call-start", block: 0, toolUseId: "a", name: "Bash" },
      {
        ...message,
        type: "tool-call-end",
        block: 0,
        toolUseId: "a",
        name: "Bash",
        input: { command: "x".repeat(9999) },
      },
      { agent: null, line: 2, type: "tool-result", toolUseId: "a", text, isError: true },
    ]);
    expect(shown.split("\n").slice(1)).toEqual([
      `● Bash  ${"x".repeat(70)}…`,
      "  ✗ line 0",
      "    line 1",
      "    line 2",
      "    line 3",
      "    … 5.0k more lines",
      "",
    ]);
  });

  it("stays harmless when every text of a session attacks the terminal", () => {
    const attack = "\u001b]0;owned\u0007\u001b[2J\u001b[H\u009b31m\b\b\r\u202eevil\u0000\u001bc";
    const spoil = (value: unknown, key: string): unknown => {
      if (typeof value === "string")
        return /^(?:type|subtype|role|partial_json|status|.*id|.*ids)$/.test(key) ? value : value + attack;
      if (Array.isArray(value)) return value.map((item: unknown) => spoil(item, key));
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, spoil(item, name)]));
    };
    const lines = readFileSync(join(root, demo), "utf8").trimEnd().split("\n");
    const shown = show(eventsOf(lines.map((line) => JSON.stringify(spoil(JSON.parse(line), ""))).join("\n")));
    expect(shown).toContain("evil");
    expect(shown).not.toMatch(/[^\n\P{Cc}]|[\u202a-\u202e\u2066-\u2069]/u);
  });
});
