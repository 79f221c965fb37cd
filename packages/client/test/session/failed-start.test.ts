// A start that fails half-way, or again after the program's death, leaves nothing behind: no lock, no secrets, no open promise.
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore, say, scenario, spawnSimulated } from "@unspool/simulator";
import { fakeClaude } from "@unspool/simulator/testing";
import { expect, onTestFinished, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import type { SessionOptions } from "../../src/options/options.ts";

const env = { ANTHROPIC_API_KEY: "made-up" };

/** For private files, until the end of the test. */
function ownTemporaryFolder(): string {
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(tmpdir(), "unspool-start-"));
  process.env["TMPDIR"] = folder;
  onTestFinished(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

const servers = { mcpServers: { files: { command: "true", env: { KEY: "secret" } } } };

test.each<[string, SessionOptions, string]>([
  [
    "`wrapTransport` throws",
    {
      wrapTransport: () => {
        throw new Error("not today");
      },
    },
    "not today",
  ],
  ["the recording has no place", { record: {} }, "record has neither"],
])("leaves the session free and no secrets on disk when %s", async (_name, options, words) => {
  await using fake = fakeClaude({ scenario: "greeting" });
  const folder = ownTemporaryFolder();
  const claude = createClaude({ executable: fake.path, env, sessionId: randomUUID(), ...servers });
  expect(await claude.ask("Hello.", { ...options, reject: false })).toMatchObject({
    message: expect.stringContaining(words) as string,
  });
  expect(readdirSync(folder)).toEqual([]);
  expect((await claude.ask("Hello.")).outcome).toBe("success");
});

test("a program that cannot be restarted ends the session without crashing the host", async () => {
  const folder = ownTemporaryFolder();
  const store = createMemoryStore();
  const plays = { scenario: scenario("two turns").turn(say.text("One.")).turn(say.text("Two.")), store };
  let end: (() => unknown) | undefined;
  const session = createClaude({
    recover: "resume",
    ...servers,
    spawn(launch) {
      const started = spawnSimulated(plays)(launch);
      end = () => started.kill("SIGKILL");
      return started;
    },
  }).session();
  expect((await session.ask("One?")).text).toBe("One.");
  // Where the second start wants to write its private file.
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  end?.();
  // Whether the prompt was written before the end is seen, or waits for the second start.
  await session.ask("Two?", { reject: false });
  const third = await session.ask("Three?", { reject: false });
  expect(third).toMatchObject({ code: "start-failed", message: expect.stringContaining("mkdtemp") as string });
  await expect(session.setModel("haiku")).rejects.toMatchObject({ code: "start-failed" });
  await session.close();
  expect(session.isClosed).toBe(true);
});
