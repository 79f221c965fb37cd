// A host that dies by SIGKILL cannot end its CLIs. The next host that starts a session does.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { fakeClaude } from "@unspool/simulator/testing";
import { expect, onTestFinished, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { isGroupAlive } from "../../src/process/process-table.ts";
import { runHost } from "../process/run-host.ts";
import { registered } from "./state.ts";

test("the next start reaps all CLIs of a host that was killed during ten sessions", async () => {
  const folder = mkdtempSync(join(tmpdir(), "unspool-killed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // They ignore the end of input and SIGTERM.
  const stubborn = fakeClaude({ scenario: "interrupt", faults: [{ fault: "no-exit" }, { fault: "ignore-sigterm" }] });
  onTestFinished(() => stubborn.cleanup());
  const host = runHost(await buildHost(folder), [stubborn.path]);
  await host.said("ready");
  host.process.kill("SIGKILL");
  await host.exited;
  expect(host.children.filter((pid) => isGroupAlive(pid))).toHaveLength(10);
  expect(registered()).toHaveLength(10);

  await using fake = fakeClaude({ scenario: "greeting" });
  const result = await createClaude({ executable: fake.path, env: { ANTHROPIC_API_KEY: "made-up" } }).ask("Hello.");
  expect(result.outcome).toBe("success");
  await expect.poll(() => host.children.filter((pid) => isGroupAlive(pid)), { timeout: 20_000 }).toEqual([]);
  await expect.poll(registered, { timeout: 20_000 }).toEqual([]);
});

async function buildHost(folder: string): Promise<string> {
  const outfile = join(folder, "killed-host.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("killed-host.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["unspool-source"],
    external: ["@valibot/to-json-schema", "zod"],
    logLevel: "silent",
  });
  return outfile;
}
