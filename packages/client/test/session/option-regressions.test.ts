import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { initialState } from "@unspool/protocol";
import { spawnSimulated, type Scenario } from "@unspool/simulator";
import { fakeClaude } from "@unspool/simulator/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { SYSTEM_CLOCK } from "../../src/clock.ts";
import { toArgv } from "../../src/options/argv.ts";
import { createIdleWatch } from "../../src/session/idle-watch.ts";
import type { SpawnFunction } from "../../src/transport/types.ts";

const endless: Scenario = { turns: [{ replies: [{ blocks: [{ text: "on and on" }], hang: true }] }] };

/** Requests of this kind do not reach the CLI. */
const deafTo =
  (subtype: string, start: SpawnFunction): SpawnFunction =>
  (launch) => {
    const started = start(launch);
    const write = (lines: string): unknown => (lines.includes(`"${subtype}"`) ? true : started.stdin.write(lines));
    return { ...started, stdin: { write, end: () => started.stdin.end() } };
  };

test("a turn is aborted even if the CLI does not answer the interrupt", async () => {
  const spawn = deafTo("interrupt", spawnSimulated({ scenario: endless }));
  const session = createClaude({ spawn, requestTimeoutMs: 50 }).session();
  const abort = new AbortController();
  const turn = session.ask("Talk.", { signal: abort.signal, reject: false });
  for await (const event of turn) if (event.type === "text-delta") break;
  abort.abort();
  expect(await turn).toMatchObject({ code: "aborted", text: "on and on" });
  await session.close();
});

test("malformed lines become a warning of their turn", async () => {
  const scenario: Scenario = { turns: [{ replies: ["One."] }, { replies: ["Two."] }] };
  const spawn = spawnSimulated({ scenario, faults: [{ fault: "invalid-line", afterType: "system/init" }] });
  await using session = createClaude({ spawn }).session();
  expect((await session.ask("One?")).warnings).toMatchObject([{ code: "lines-malformed" }]);
  expect((await session.ask("Two?")).warnings).toEqual([]);
});

describe("the servers of an agent", () => {
  const inner = { inner: { command: "server", env: { KEY: "not for everybody" } } };
  const agents = { helper: { description: "Helps", prompt: "Help.", mcpServers: [inner] } };

  test("are not on the command line, where other users could read their keys", () => {
    expect(toArgv({ agents }, { version: "2.1.325" }).args.join(" ")).not.toContain("not for everybody");
    expect(toArgv({ agents }).args).not.toContain("--agents");
  });

  test("are refused for a CLI that accepts them only on the command line", () => {
    expect(() => toArgv({ agents }, { version: "1.0.128" })).toThrow(/mcpServers/);
  });

  test("are allowed if they are only names", () => {
    const named = { helper: { ...agents.helper, mcpServers: ["known"] } };
    expect(toArgv({ agents: named }, { version: "1.0.128" }).args).toContain("--agents");
  });
});

describe("continue", () => {
  test("fails with the owner's pid if another process has the session open", async () => {
    await using fake = fakeClaude({ scenario: "conversation" });
    const claude = createClaude({ executable: fake.path, env: { ANTHROPIC_API_KEY: "made-up" } });
    const { sessionId: id = "" } = await claude.ask("What is the colour of the sky?");
    await using owner = claude.session({ resume: id });
    await owner.ready();
    const turn = claude.ask("And that of grass?", { continue: true });
    await expect(turn).rejects.toMatchObject({ code: "session-locked", details: { id, pid: process.pid } });
  });

  test("resumes an earlier ask whose process has not exited yet", async () => {
    await using fake = fakeClaude({ scenario: "conversation" });
    const claude = createClaude({ executable: fake.path, env: { ANTHROPIC_API_KEY: "made-up" } });
    const first = await claude.ask("What is the colour of the sky?");
    const second = await claude.ask("And that of grass?", { continue: true });
    expect(second.sessionId).toBe(first.sessionId);
  });
});

test("a stopped task does not keep a session busy, even if the CLI does not report its end", async () => {
  // 2.1.74 answers stop_task and sends nothing else.
  const start = initialState();
  const state = {
    ...start,
    backgroundTaskIds: ["b1"],
    activity: { ...start.activity, phase: "between-turns" as const },
  };
  const watch = createIdleWatch({
    clock: SYSTEM_CLOCK,
    state: () => state,
    isFree: () => true,
    unreportedTasks: () => 0,
    onIdle: () => undefined,
  });
  let isIdle = false;
  const idle = watch.idle().then(() => (isIdle = true));
  await Promise.resolve();
  expect(isIdle).toBe(false);
  watch.stopped("b1");
  await idle;
});

test("the transcripts of a client are those of the home folder of its CLI", async () => {
  const home = mkdtempSync(join(tmpdir(), "unspool-home-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const id = "6f0c0b6e-3c0e-4c58-9f40-0d6d3f1e2a11";
  const folder = join(home, ".claude/projects/-work");
  mkdirSync(folder, { recursive: true });
  const entry = {
    type: "user",
    uuid: id,
    parentUuid: null,
    sessionId: id,
    cwd: "/work",
    timestamp: "2026-01-01T00:00:00.000Z",
    message: { role: "user", content: "Hello" },
  };
  writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(entry)}\n`);
  const { sessions } = createClaude({ env: { HOME: home, CLAUDE_CONFIG_DIR: undefined } });
  expect((await sessions.list()).map((summary) => summary.id)).toEqual([id]);
});
