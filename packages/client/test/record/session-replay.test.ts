// A session over a replay, recorded and replayed once more.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadRun } from "../../../../fixtures/load.ts";
import { createClaude, replay, replayTransport } from "../../src/index.ts";

const loadStdout = (name: string): string => loadRun(`recordings/2.1.325/${name}`).stdout.toString();
const folder = mkdtempSync(join(tmpdir(), "unspool-session-replay-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a session over a replay", () => {
  it("gives the recorded answers, and can be recorded and replayed itself", async () => {
    const file = join(folder, "again.ndjson");
    const plain = replayTransport(loadStdout("cost-turns"));
    const first = createClaude({ transport: plain, record: file }).session();
    const told = [await first.ask("one"), await first.ask("two")];
    await first.close();
    expect(told.map(({ text }) => text)).toEqual(["first", "second done"]);

    const second = createClaude({ transport: replayTransport(file) }).session();
    const again = [await second.ask("one"), await second.ask("two")];
    await second.close();
    expect(
      again.map(({ text, costUsd, usage, toolCalls }) => ({ text, costUsd, usage, calls: toolCalls.length })),
    ).toEqual(told.map(({ text, costUsd, usage, toolCalls }) => ({ text, costUsd, usage, calls: toolCalls.length })));
  });

  it("can overwrite a former recording", async () => {
    const record = { file: join(folder, "fixture.ndjson"), overwrite: true };
    for (const name of ["simple", "cost-turns"]) {
      const transport = replayTransport(loadStdout(name));
      await createClaude({ transport, record }).ask("one");
    }
    expect((await replay(record.file).ask("one")).text).toBe("first");
  });

  it("rejects a turn whose prompt differs, with both prompts", async () => {
    const file = join(folder, "other.ndjson");
    const plain = replayTransport(loadStdout("simple"));
    const first = createClaude({ transport: plain, record: file }).session();
    await first.ask("one");
    await first.close();
    const second = createClaude({ transport: replayTransport(file) }).session();
    const error: unknown = await second.ask("another").catch((reason: unknown) => reason);
    await second.close();
    expect(error).toMatchObject({ code: "replay-mismatch" });
    expect((error as Error).message).toContain('recorded "one", now "another"');
  });
});

it("a recording that ends in the middle of a turn fails that turn", async () => {
  const header = '{"unspool":"recording","version":1,"startedAt":"2026-01-01T00:00:00.000Z","args":[]}';
  const prompt = JSON.stringify({ type: "user", message: { role: "user", content: "Hi" }, uuid: "1" });
  const init = JSON.stringify({ type: "system", subtype: "init", session_id: "s" });
  const lines = [header, JSON.stringify({ t: 0, in: prompt }), JSON.stringify({ t: 1, out: init })];
  await expect(replay(`${lines.join("\n")}\n`).ask("Hi")).rejects.toMatchObject({ code: "replay-mismatch" });
});
