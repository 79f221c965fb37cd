// Transcripts of agents in files of their own, written by real CLIs: their order, their agent, and search.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Event } from "@unspool/protocol";
import { afterAll, describe, expect, it } from "vitest";
import { transcriptsPath as real } from "../../../../fixtures/load.ts";
import { createTranscripts } from "../../src/transcripts/transcripts.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-agents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let copies = 0;

/** A copy of what a real CLI wrote. */
function realSession(name: string): { readonly file: string; readonly root: string } {
  const root = join(folder, `copy-${++copies}`);
  cpSync(join(real, name), root, { recursive: true });
  const file = readdirSync(root).find((found) => /^(?!agent-).*\.jsonl$/.test(found)) ?? "";
  return { file: join(root, file), root };
}

const isWork = ({ type }: Event): boolean => type === "text-end" || type === "tool-result" || type === "task-end";
const describeEvent = (event: Event): string => `${event.type} ${event.agent} ${"text" in event ? event.text : ""}`;

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("a session with agents", () => {
  it("yields the events of an agent between its call and its end", async () => {
    const { file } = realSession("2.1.325/background-agents");
    const events = await collect(createTranscripts({ home: folder }).read({ file }).events);
    const place = (wanted: (event: Event) => boolean): number => events.findIndex(wanted);
    for (const agent of ["toolu_0001", "toolu_0002"]) {
      const call = place((event) => event.type === "tool-call-end" && event.toolUseId === agent);
      const words = place((event) => event.type === "text-end" && event.agent === agent);
      const end = place((event) => event.type === "task-end" && event.toolUseId === agent);
      expect([call, words, end]).toEqual([call, words, end].toSorted((one, other) => one - other));
      expect(call).toBeGreaterThan(0);
    }
  });

  it.each(["2.1.325", "2.1.74", "2.0.76"])("keeps agents with the same prompt apart (%s)", async (version) => {
    const { file, root } = realSession(`${version}/agents`);
    // Both agents get the same prompt, and the second one begins first.
    for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".jsonl")) continue;
      const text = readFileSync(join(root, name), "utf8");
      const prompts = [...text.matchAll(/"prompt":"((?:[^"\\]|\\.)*)"/g)].map(([, asked = ""]) => asked);
      let same = text;
      for (const asked of prompts) same = same.replaceAll(`"${asked}"`, '"Look around."');
      same = same.replace(/("message":\{"role":"user","content":)"(?:[^"\\]|\\.)*"/, (all, head: string) =>
        name.includes("agent-") ? `${head}"Look around."` : all,
      );
      writeFileSync(join(root, name), same);
    }
    const events = await collect(createTranscripts({ home: folder }).read({ file }).events);
    const said = new Map(
      events.flatMap((event) => (event.type === "text-end" && event.agent !== null ? [[event.text, event.agent]] : [])),
    );
    expect([said.get("east reports"), said.get("west reports")]).toEqual(["toolu_0001", "toolu_0002"]);
  });

  it("follows a session and the agents that start later, until the signal is aborted", async () => {
    const { file, root } = realSession("2.1.325/background-busy");
    const whole = (await collect(createTranscripts({ home: folder }).read({ file }).events))
      .filter(isWork)
      .map(describeEvent);
    const all = readFileSync(file, "utf8").split("\n");
    const agents = join(root, basename(file, ".jsonl"));
    renameSync(agents, `${agents}-later`);
    writeFileSync(file, `${all.slice(0, 20).join("\n")}\n{"type":"last-pr`);
    const stop = new AbortController();
    const seen: string[] = [];
    let hasGrown = false;
    for await (const event of createTranscripts({ home: folder }).read({ file }).follow(stop.signal)) {
      if (!hasGrown) {
        hasGrown = true;
        writeFileSync(file, all.join("\n"));
        renameSync(`${agents}-later`, agents);
      }
      if (isWork(event)) seen.push(describeEvent(event));
      if (seen.length === whole.length) stop.abort();
    }
    expect(seen.toSorted()).toEqual(whole.toSorted());
  });

  it("finds inputs and results of tools, also of agents in their own files", async () => {
    const { root } = realSession("2.1.325/background-busy");
    const home = join(folder, "home");
    cpSync(root, join(home, ".claude/projects/p"), { recursive: true });
    const transcripts = createTranscripts({ home });
    const told = async (text: string, role?: "tool"): Promise<unknown> =>
      (await transcripts.search(text, role === undefined ? {} : { role })).map((hit) => [
        hit.role,
        hit.agentId ?? null,
        basename(hit.file),
        hit.snippet,
      ]);
    const main = "4880d257-8091-48fe-9403-a148c9cbe1ac.jsonl";
    const [agent, agentFile] = ["a6f9456802a9e63e4", "agent-a6f9456802a9e63e4.jsonl"];
    expect(await told("/nowhere/x.txt")).toEqual([["tool", null, main, "Read /nowhere/x.txt"]]);
    expect(await told("File does not exist")).toMatchObject([["tool", null, main, expect.stringContaining("LAB/ws")]]);
    expect(await told("echo fine")).toEqual([["tool", agent, agentFile, "Bash echo fine Run the tests"]]);
    expect(await told("All tests pass.")).toContainEqual(["assistant", agent, agentFile, "All tests pass."]);
    expect(await told("All tests pass.", "tool")).toEqual([]);
  });
});
