import { describe, expect, it } from "vitest";
import { renderHtmlPage } from "../../src/export/html/page.ts";
import { loadRun } from "../../../../fixtures/load.ts";
import type { CallEntry, CallPart, Entry, SessionPage } from "../../src/export/model.ts";
import { answers, calls, ends, init, pageFrom, prompt, recording, says } from "./session-lines.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("the page of a session", () => {
  it("shows agents below their calls at any depth", async () => {
    const stream = [
      init(),
      prompt("Go"),
      says([calls("outer", "Agent", { description: "Outer", prompt: "Look", subagent_type: "Explore" })]),
      says([calls("inner", "Agent", { description: "Inner", prompt: "Look closer" })], "outer"),
      says([calls("read", "Read", { file_path: "/work/a.txt" })], "inner"),
      answers("read", "text of a", "inner"),
      answers("inner", "inner answer", "outer"),
      answers("outer", "outer answer"),
      ends(),
    ].join("");
    const { turns, detachedAgents } = await pageFrom(stream);
    const outer = callsOf(turns[0]?.entries)[0];
    const inner = callsOf(outer?.agent?.entries)[0];
    const read = callsOf(inner?.agent?.entries)[0];
    expect([outer?.agent?.title, outer?.agent?.kind, inner?.agent?.title]).toEqual(["Outer", "Explore", "Inner"]);
    expect([read?.name, read?.summary, read?.status]).toEqual(["Read", "a.txt", "succeeded"]);
    expect(detachedAgents).toEqual([]);
  });

  it("shows a prompt above its answer, although 2.1.74 echoes it after the first message", async () => {
    const stream = [
      init(),
      says([{ type: "text", text: "First." }]),
      prompt("Why?"),
      says([{ type: "text", text: "Second." }]),
      ends(),
    ].join("");
    const { turns, title } = await pageFrom(stream);
    const words = turns[0]?.entries.map((entry) => (entry.type === "message" ? entry.text : entry.type));
    expect([title, words]).toEqual(["Why?", ["Why?", "First.", "Second."]]);
  });

  it("shows every agent once, even with cyclic or missing parents", async () => {
    const stream = [
      init(),
      says([calls("a", "Agent", { description: "A", prompt: "x" })]),
      says([calls("b", "Agent", { description: "B", prompt: "x" })], "a"),
      says([calls("a", "Agent", { description: "A again", prompt: "x" })], "b"),
      says([{ type: "text", text: "who am I" }], "nobody"),
      ends(),
    ].join("");
    const whole = htmlOf(await pageFrom(stream));
    const anchors = [...whole.matchAll(/id="(agent-\d+)"/g)].map(([, anchor]) => anchor);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(anchors).toHaveLength(3);
    expect(whole).toContain("who am I");
  });

  it("limits nesting for browsers", async () => {
    const lines = [init(), says([calls("a0", "Agent", { description: "0", prompt: "x" })])];
    for (let depth = 0; depth < 400; depth += 1)
      lines.push(says([calls(`a${depth + 1}`, "Agent", { description: String(depth + 1), prompt: "x" })], `a${depth}`));
    const page = await pageFrom(lines.join("") + ends());
    const whole = htmlOf(page);
    expect(page.detachedAgents.length).toBeGreaterThan(10);
    for (let depth = 0; depth < 400; depth += 1) expect(whole).toContain(`id="agent-${depth + 1}"`);
  });

  it("shows cost, tokens, tools and failures", async () => {
    const { figures, tools } = await pageFrom(recording());
    expect(Object.fromEntries(figures.map(({ label, value }) => [label, value]))).toMatchObject({
      Cost: "$0.18",
      Turns: "1",
      "Tool calls": "8 (1 failed)",
      Agents: "2",
    });
    expect(tools.find(({ name }) => name === "Bash")).toMatchObject({ calls: 3, failures: 1 });
  });

  it.each(["1.0.110", "1.0.128", "2.0.76", "2.1.74", "2.1.200", "2.1.325"])(
    "counts agents in a turn heading as in the page heading, or shows no tokens, in %s",
    async (version) => {
      const stream = loadRun(`recordings/${version}/agents`).stdout.toString();
      const { turns, figures } = await pageFrom(stream);
      const [input, output] = ["Tokens in", "Tokens out"].map(
        (name) => figures.find(({ label }) => label === name)?.value,
      );
      const told = turns.flatMap((turn) => turn.figures.filter((figure) => figure.endsWith(" out")));
      expect(told).toEqual(version === "1.0.110" ? [] : [`${input} in, ${output} out`]);
    },
  );

  it("shows the computed cost if the source has none, and what it excludes", async () => {
    const stream = prompt("One") + says([{ type: "text", text: "first" }]);
    const cost = { totalUsd: 0.0063, byModel: new Map([["claude-test", 0.0063]]), unpriced: ["other\u001B[2J"] };
    const { figures, models, warnings } = await pageFrom(stream, {}, cost);
    expect(figures[0]).toEqual({ label: "Cost", value: "$0.0063" });
    expect(models[0]?.costUsd).toBe(0.0063);
    expect(warnings).toEqual([
      "The cost is computed from list prices where the session's files do not record it: see unspool stats.",
      "Not in the cost: other, whose price is unknown.",
    ]);
    const told = await pageFrom(stream + ends(), {}, cost);
    expect([told.figures[0]?.value, told.warnings]).toEqual(["$0.25", []]);
  });

  it("begins a turn at a prompt if there are no turn ends", async () => {
    const { turns, warnings } = await pageFrom(
      [
        prompt("One"),
        says([{ type: "text", text: "first" }]),
        prompt("Two"),
        says([{ type: "text", text: "second" }]),
      ].join(""),
    );
    expect(turns.map(({ title }) => title)).toEqual(["One", "Two"]);
    expect(warnings).toEqual([
      "This source records no cost: unspool stats computes the cost of a file from list prices.",
    ]);
  });

  it("shows an edit as a diff, from the tool's patch or from its input", async () => {
    const { turns } = await pageFrom(recording());
    const edit = callsOf(turns[0]?.entries).find(({ name }) => name === "Edit");
    const diff = edit?.parts.find((part): part is CallPart & { type: "diff" } => part.type === "diff");
    expect(diff?.hunks.flatMap(({ lines }) => lines).some((line) => line.startsWith("-"))).toBe(true);
    expect(diff?.hunks[0]?.newStart).toBeGreaterThan(0);
    const guessed = await pageFrom(
      says([calls("e", "Edit", { file_path: "/a", old_string: "one\ntwo", new_string: "one\n2" })]),
    );
    expect(callsOf(guessed.turns[0]?.entries)[0]?.parts).toEqual([
      {
        type: "diff",
        label: "/a",
        hasFileLineNumbers: false,
        hunks: [{ oldStart: 1, newStart: 1, lines: [" one", "-two", "+2"] }],
      },
    ]);
  });

  it("redacts secrets by default", async () => {
    const secret = `sk-ant-api03-${"A1b2".repeat(20)}`;
    const stream = [
      prompt(`my key is ${secret}`),
      says([
        { type: "thinking", thinking: secret },
        { type: "text", text: `a ${secret} b` },
        calls("t", "Bash", { command: `export KEY=${secret}`, password: "hunter2hunter2" }),
      ]),
      answers("t", `\u001B[1m${secret.slice(0, 20)}\u001B[0m${secret.slice(20)}`),
    ].join("");
    const redacted = htmlOf(await pageFrom(stream));
    expect(redacted).not.toContain("A1b2A1b2");
    expect(redacted).not.toContain("hunter2");
    expect(redacted).toContain("[redacted]");
    expect(htmlOf(await pageFrom(stream, { redacts: false }))).toContain(secret);
  });

  it("shortens long text with a note and keeps its end", async () => {
    const long = `begin ${"0123456789".repeat(1_000_000)} the end`;
    const page = await pageFrom(
      [says([calls("t", "Bash", { command: "cat" })]), answers("t", long), says([{ type: "text", text: long }])].join(
        "",
      ),
    );
    const whole = htmlOf(page);
    expect(whole.length).toBeLessThan(200_000);
    expect(whole).toContain("characters left out …");
    expect(whole).toContain("the end");
  });

  it("embeds valid images only", async () => {
    const image = (mediaType: string, data: string): Readonly<Record<string, unknown>> => ({
      type: "image",
      source: { type: "base64", media_type: mediaType, data },
    });
    const stream = [
      prompt([
        { type: "text", text: "See" },
        image("image/png", PNG),
        image("image/svg+xml", "PHN2Zz4="),
        image("image/png", `${PNG}"><script>`),
      ]),
      says([calls("t", "Read", { file_path: "a.png" })]),
      answers("t", [image("image/png", PNG), { type: "image", source: { type: "url", url: "javascript:alert(1)" } }]),
    ].join("");
    const whole = htmlOf(await pageFrom(stream));
    expect([...whole.matchAll(/<img [^>]*>/g)].map(([tag]) => /src="([^"]*)"/.exec(tag)?.[1])).toEqual(
      Array.from({ length: 2 }, () => `data:image/png;base64,${PNG}`),
    );
    expect(whole).not.toContain('href="javascript');
  });

  it("shows retries at their position", async () => {
    const { turns } = await pageFrom(recording());
    const notes = turns[0]?.entries.filter((entry) => entry.type === "note").map(({ text }) => text);
    expect(notes).toEqual(["The API failed (529 overloaded): attempt 1 of 10 after 0.5 s"]);
  });
});

function callsOf(entries: readonly Entry[] | undefined): readonly CallEntry[] {
  return (entries ?? []).filter((entry): entry is CallEntry => entry.type === "call");
}

function htmlOf(page: SessionPage): string {
  return [...renderHtmlPage(page)].join("");
}
