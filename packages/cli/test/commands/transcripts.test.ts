// What the commands make of transcripts that real CLIs wrote.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runCommand } from "../run-command.ts";
import { transcriptsPath as transcripts } from "../../../../fixtures/load.ts";

function fileOf(session: string): string {
  const folder = join(transcripts, session);
  const name = readdirSync(folder).find((file) => /^(?!agent-).*\.jsonl$/.test(file)) ?? "";
  return join(folder, name);
}

const backgrounds = ["2.0.76", "2.1.74", "2.1.200", "2.1.325"].map((version) => `${version}/background-agents`);

describe("agents in the background", () => {
  it.each(backgrounds)("of %s end as the transcript says", async (session) => {
    const { out, code } = await runCommand(["view", fileOf(session)]);
    expect(out.match(/✓ completed/g)).toHaveLength(2);
    expect(out).not.toContain("not finished");
    expect(code).toBe(0);
  });

  it.each(["view", "export --md", "export --html"])("add no tag for the model to %s", async (words) => {
    for (const session of [...backgrounds, "2.1.325/background-busy"]) {
      const [command = "", ...flags] = words.split(" ");
      const { out } = await runCommand([command, fileOf(session), ...flags]);
      expect(out).not.toMatch(
        /(?:<|&lt;)\/?(?:(?:task|agent)-notification|tool_use_error|system-reminder|summary>.*finished)/,
      );
    }
  });

  it("are shown in the export", async () => {
    const { out } = await runCommand(["export", fileOf("2.1.325/background-agents"), "--md"]);
    expect(out).toContain("Agent “east” finished");
  });
});

describe("a transcript with agents", () => {
  it.each([
    ["2.1.325/background-busy", 7],
    ["2.1.325/nested-agents", 3],
    ["2.1.74/agents", 4],
    ["2.0.76/agents", 4],
  ])("%s shows the same calls in events, view and export", async (session, calls) => {
    const file = fileOf(session);
    const [events, view, page] = await Promise.all([
      runCommand(["events", file, "--type", "tool-call-end"]),
      runCommand(["view", file]),
      runCommand(["export", file, "--md"]),
    ]);
    expect(events.out.trimEnd().split("\n")).toHaveLength(calls);
    expect(page.out).toMatch(new RegExp(`[Tt]ool calls\\W+${calls}\\b`));
    // The card of an agent in the background stands at its start, and again with what it did.
    const cards = view.out.match(/^[ │]*[●✗] {1,2}(?!.*in the background$)\w+/gm) ?? [];
    expect(cards).toHaveLength(calls);
  });

  it("starts with model, version and folder, and ends with the cost that stats counts", async () => {
    const file = fileOf("2.1.325/background-agents");
    const { out } = await runCommand(["view", file]);
    expect(out).toMatch(/^· claude-opus-5-5 · Claude Code 2\.1\.325 · LAB\/ws\n\n› /);
    expect(out).toContain("· $0.0040 total · 108 tokens in, 180 out\n  session f9a86bbe");
    const stats = await runCommand(["stats", "--json", join(file, ".."), "--timezone", "UTC"]);
    expect((JSON.parse(stats.out) as { total: { costUsd: number } }).total.costUsd).toBeCloseTo(0.004032, 6);
  });

  it("is exported with folder and version", async () => {
    const { out } = await runCommand(["export", fileOf("2.1.325/simple"), "--md"]);
    expect(out).toMatch(/Folder.*LAB\/ws/);
    expect(out).toMatch(/Claude Code.*2\.1\.325/);
  });

  it("marks an agent whose end is not in the transcript", async () => {
    const folder = mkdtempSync(join(tmpdir(), "unspool-cut-"));
    try {
      const lines = readFileSync(fileOf("2.1.325/background-agents"), "utf8").split("\n");
      const cut = lines.findIndex((line) => line.includes("<task-notification>"));
      writeFileSync(join(folder, "cut.jsonl"), `${lines.slice(0, cut).join("\n")}\n`);
      const { out, code } = await runCommand(["view", "cut.jsonl"], { cwd: folder });
      expect(out.match(/✗ no end in the transcript/g)).toHaveLength(2);
      expect(code).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("a transcript on stdin", () => {
  it.each(["2.1.325/cost-turns", "2.1.325/simple", "1.0.128/simple"])(
    "costs what the file %s costs",
    async (session) => {
      const file = fileOf(session);
      const temporary = mkdtempSync(join(tmpdir(), "unspool-piped-"));
      onTestFinished(() => rmSync(temporary, { recursive: true }));
      vi.stubEnv("TMPDIR", temporary);
      onTestFinished(() => void vi.unstubAllEnvs());
      const totals = await Promise.all([
        runCommand(["stats", "--json", file]),
        runCommand(["stats", "--json"], { stdin: readFileSync(file) }),
        runCommand(["stats", "--json", "-"], { stdin: readFileSync(file) }),
      ]);
      const [ofFile, ...piped] = totals.map(({ out }) => (JSON.parse(out) as { total: { costUsd: number } }).total);
      expect(ofFile?.costUsd).toBeGreaterThan(0);
      for (const total of piped) expect(total).toEqual(ofFile);
      expect(readdirSync(temporary)).toEqual([]);
    },
  );
});

describe("the documented stream of four lines", () => {
  const stream = [
    {
      type: "system",
      subtype: "init",
      session_id: "s",
      tools: ["Bash"],
      mcp_servers: [
        { name: "files", status: "connected" },
        { name: "github", status: "needs-auth" },
        { name: "search", status: "failed" },
      ],
    },
    {
      type: "assistant",
      session_id: "s",
      message: {
        id: "m1",
        role: "assistant",
        content: [{ type: "text", text: "Hello." }],
        usage: { input_tokens: 500, output_tokens: 20 },
      },
    },
    { type: "result", subtype: "success", session_id: "s", total_cost_usd: 0.018 },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");

  it("has the same cost in view and stats", async () => {
    const { out, code } = await runCommand(["view"], { stdin: stream });
    expect(out).toContain("✓ done · $0.0180 · 500 tokens in, 20 out\n");
    expect(code).toBe(0);
    const stats = await runCommand(["stats", "--json"], { stdin: stream });
    expect((JSON.parse(stats.out) as { total: object }).total).toMatchObject({ inputTokens: 500, outputTokens: 20 });
  });

  it("shows once which MCP servers need a login or failed", async () => {
    const { out } = await runCommand(["view"], { stdin: stream + stream });
    expect(out.match(/MCP server github needs a login/g)).toHaveLength(1);
    expect(out.match(/MCP server search failed to start/g)).toHaveLength(1);
    expect(out).not.toContain("MCP server files");
  });
});
