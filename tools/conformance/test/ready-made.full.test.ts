// Every ready-made scenario, played by its own host script on the simulator's executable, newest version, virtual time.
import { join } from "node:path";
import { fillPlaceholders, loadReadyMade, readyMade } from "@unspool/simulator";
import { eventsOf } from "@unspool/simulator/testing";
import { expect, it } from "vitest";
import { play } from "../src/play/play.ts";
import { createSandbox } from "../src/clis/sandbox.ts";
import { isInRange, NEWEST } from "../src/clis/versions.ts";

/** Its host must come while a tool runs, so the tool must take its time. */
const IN_REAL_TIME: ReadonlySet<string> = new Set(["interrupt-tool"]);
const PROGRAM = join(import.meta.dirname, "../../../packages/simulator/dist/bundle/claude.cjs");

it.concurrent.each(readyMade())("plays %s to its end", async (name) => {
  const scenario = await loadReadyMade(name);
  if (!isInRange(NEWEST, scenario.host?.versions ?? ">=1.0.0")) return;
  const sandbox = createSandbox(scenario.host?.files);
  try {
    const { host } = fillPlaceholders(scenario, { cwd: sandbox.workspace });
    if (host === undefined) throw new Error(`${name} has no host script`);
    const store = join(sandbox.root, "store");
    const speed = IN_REAL_TIME.has(name) ? "1" : "0";
    const flags = ["--simulate-scenario", name, "--simulate-version", NEWEST, "--simulate-speed", speed];
    const args = [PROGRAM, ...flags, "--simulate-store", store];
    const program = { file: process.execPath, args };
    const runs = await play({ program, host, sandbox, env: {}, patienceMs: 20_000 });
    expect(runs.map(({ stuck }) => stuck)).toEqual(runs.map(() => undefined));
    const odd = runs
      .flatMap(({ lines }) => eventsOf(lines))
      .filter((event) => event.type === "malformed" || event.type === "unknown");
    expect(odd).toEqual([]);
  } finally {
    await sandbox.remove();
  }
});
