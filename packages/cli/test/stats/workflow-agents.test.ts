// Agents of a workflow have files of their own, in a folder for each run of the session that started them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { findFiles } from "../../src/stats/read/find-files.ts";
import { collectCells, report } from "./collect-cells.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-workflow-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SESSION = "5c57a276-0000-4000-8000-000000000000";

function write(path: string, ...entries: readonly object[]): void {
  const file = join(folder, "projects/made-up", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
}

function said(id: string, more: object = {}): object {
  const usage = { input_tokens: 100, output_tokens: 10 };
  const message = { id, role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "text", text: "x" }], usage };
  const timestamp = "2026-01-02T03:04:05.000Z";
  return {
    type: "assistant",
    sessionId: SESSION,
    uuid: `u-${id}`,
    parentUuid: null,
    requestId: `r-${id}`,
    timestamp,
    message,
    ...more,
  };
}

it("counts the agents of a workflow for their session, and ignores the journal of the workflow", async () => {
  const run = `${SESSION}/subagents/workflows/wf_1`;
  write(`${SESSION}.jsonl`, said("m1"));
  write(`${run}/agent-a1.jsonl`, said("m2", { isSidechain: true, agentId: "a1" }));
  write(`${run}/journal.jsonl`, { type: "result", key: "v2:abc", agentId: "a1", result: "done" });
  const { cells, unread } = await collectCells(findFiles([folder]));
  expect(unread).toEqual([]);
  expect(report(cells, "session").rows.map(({ name, inputTokens }) => [name, inputTokens])).toEqual([[SESSION, 200]]);
  expect(report(cells, "project").rows.map(({ name }) => name)).toEqual(["made-up"]);
});
