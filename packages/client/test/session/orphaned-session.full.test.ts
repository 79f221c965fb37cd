// A host that dies by SIGKILL leaves its CLI with the session open. The next host of the session ends that CLI first:
// two CLIs would overwrite each other's transcript.
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fakeClaude } from "@unspool/simulator/testing";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import { isGroupAlive } from "../../src/process/process-table.ts";
import { buildHost, runHost } from "../process/run-host.ts";
import { temporaryFolder } from "../transport/collect.ts";

const env = { ANTHROPIC_API_KEY: "made-up" };

// This process has started a session before, as a host that lives for long has.
beforeAll(async () => {
  await using fake = fakeClaude({ scenario: "greeting" });
  await createClaude({ executable: fake.path, env }).ask("Hello.");
});

/** Returns the pid of a CLI that ignores the end of input and SIGTERM, and whose host is gone. */
async function orphan(sessionId: string): Promise<number> {
  const stubborn = fakeClaude({ scenario: "interrupt", faults: [{ fault: "no-exit" }, { fault: "ignore-sigterm" }] });
  onTestFinished(() => stubborn.cleanup());
  const host = runHost(await buildHost(temporaryFolder(), new URL("owner-host.ts", import.meta.url)), [
    stubborn.path,
    sessionId,
  ]);
  await host.said("ready");
  host.process.kill("SIGKILL");
  await host.exited;
  const [pid = 0] = host.children;
  expect(isGroupAlive(pid)).toBe(true);
  return pid;
}

/** Whether the orphan is alive when the next CLI is started. */
async function livesAtStart(pid: number, options: SessionOptions): Promise<boolean | undefined> {
  await using fake = fakeClaude({ scenario: "greeting" });
  let lives: boolean | undefined;
  const session = createClaude({ executable: fake.path, env }).session({
    ...options,
    wrapTransport: (transport) => (launch, handlers) => {
      lives = isGroupAlive(pid);
      return transport(launch, handlers);
    },
  });
  await session.ask("Go on.", { reject: false });
  await session.close();
  return lives;
}

test.each([
  ["resume", (id: string) => ({ resume: id })],
  ["continue", () => ({ continue: true })],
  ["a session id", (id: string) => ({ sessionId: id })],
] as const)("the CLI of a killed host is gone before the next one is started with %s", async (_name, options) => {
  const id = randomUUID();
  expect(await livesAtStart(await orphan(id), options(id))).toBe(false);
});

test("an orphaned CLI is found by the lock alone if its registry entry is lost", async () => {
  const id = randomUUID();
  const pid = await orphan(id);
  rmSync(join(process.env["UNSPOOL_STATE_DIR"] ?? "", "children"), { recursive: true });
  expect(await livesAtStart(pid, { resume: id })).toBe(false);
});
