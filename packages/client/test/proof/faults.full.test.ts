// Every fault of the simulator's catalogue over every transport: the session ends in a documented way, every promise
// settles, no event is lost, and no process of the group is left.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FAULT_NAMES, loadReadyMade, type Fault } from "@unspool/simulator";
import { normalizeEvents } from "@unspool/simulator/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import { isGroupAlive } from "../../src/process/process-table.ts";
import { replayTransport } from "../../src/record/replay.ts";
import { countingClock } from "../chaos/pending.ts";
import { childProgram, simulatedProgram, type FakeProgram } from "./fake-program.ts";
import { registered } from "./state.ts";
import { differenceFrom } from "./written-output.ts";
import { Witness } from "./witness.ts";

/** How the two turns of the session end. */
interface Case {
  readonly faults: readonly Fault[];
  readonly ends: readonly [first: string, second: string];
}

const WELL: Case["ends"] = ["success", "success"];
const SILENT: Case["ends"] = ["watchdog", "watchdog"];
const GONE: Case["ends"] = ["process-ended", "process-ended"];
const MIDDLE = { afterType: "stream_event", afterLines: 12 };

const CASES: Readonly<Record<Fault["fault"], readonly Case[]>> = {
  chunks: [
    { faults: [{ fault: "chunks", bytes: 1 }], ends: WELL },
    { faults: [{ fault: "chunks", bytes: 0 }], ends: WELL },
  ],
  noise: [{ faults: [{ fault: "noise", times: 20 }], ends: WELL }],
  "invalid-line": [{ faults: [{ fault: "invalid-line", ...MIDDLE }], ends: WELL }],
  "long-line": [{ faults: [{ fault: "long-line", bytes: 8_000_000, ...MIDDLE }], ends: WELL }],
  stall: [
    { faults: [{ fault: "stall", ms: 50, ...MIDDLE }], ends: WELL },
    { faults: [{ fault: "stall", ...MIDDLE }], ends: SILENT },
    { faults: [{ fault: "stall" }, { fault: "ignore-sigterm" }], ends: SILENT },
  ],
  flood: [{ faults: [{ fault: "flood", lines: 10_000, ...MIDDLE }], ends: WELL }],
  exit: [
    { faults: [{ fault: "exit", code: 3 }], ends: GONE },
    { faults: [{ fault: "exit", code: 0, ...MIDDLE }], ends: GONE },
    { faults: [{ fault: "exit", signal: "SIGSEGV", atByte: 3000 }], ends: GONE },
    { faults: [{ fault: "exit", signal: "SIGKILL", ...MIDDLE }], ends: GONE },
    { faults: [{ fault: "exit", undrained: true, ...MIDDLE }], ends: GONE },
    { faults: [{ fault: "exit", code: 1, afterType: "result" }], ends: ["success", "process-ended"] },
  ],
  "no-result": [{ faults: [{ fault: "no-result" }], ends: SILENT }],
  "no-exit": [
    { faults: [{ fault: "no-exit" }], ends: WELL },
    { faults: [{ fault: "no-exit" }, { fault: "ignore-sigterm" }], ends: WELL },
  ],
  "ignore-sigterm": [{ faults: [{ fault: "ignore-sigterm" }], ends: WELL }],
  grandchild: [
    { faults: [{ fault: "grandchild", ms: 2000 }], ends: WELL },
    {
      faults: [
        { fault: "grandchild", ms: 2000 },
        { fault: "exit", code: 1, ...MIDDLE },
      ],
      ends: GONE,
    },
  ],
  // It finishes the prompts it has read, and exits.
  "close-stdin": [{ faults: [{ fault: "close-stdin", ...MIDDLE }], ends: ["success", "process-ended"] }],
  "stderr-flood": [{ faults: [{ fault: "stderr-flood", bytes: 2_000_000, ...MIDDLE }], ends: WELL }],
  "duplicate-lines": [{ faults: [{ fault: "duplicate-lines", times: 3 }], ends: WELL }],
  "lines-after-result": [{ faults: [{ fault: "lines-after-result" }], ends: WELL }],
  "late-result": [{ faults: [{ fault: "late-result" }], ends: WELL }],
};

const cases = FAULT_NAMES.flatMap((name) => CASES[name].map((one) => ({ ...one, name: JSON.stringify(one.faults) })));

describe.each(cases)("a CLI with the faults $name", ({ faults, ends }) => {
  test("ends as documented over a child process and a replay of its recording", async () => {
    const folder = mkdtempSync(join(tmpdir(), "unspool-faults-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "recording.ndjson");
    const program = childProgram({ scenario: await loadReadyMade("thinking"), faults });
    const live = await run(program, { record: { file, redact: false } });
    expect(live.ends).toEqual(ends);
    expect(program.pids().filter((pid) => isGroupAlive(pid))).toEqual([]);
    expect(registered()).toEqual([]);

    const replayed = await run(undefined, { transport: replayTransport(readFileSync(file)) });
    // A recording has no timeouts: it ends as the program did.
    if (!ends.includes("watchdog")) expect(replayed.ends).toEqual(ends);
    expect(normalizeEvents(replayed.events)).toEqual(normalizeEvents(live.events));
  });

  test("ends as documented over the simulator in this process", async () => {
    const program = simulatedProgram({ scenario: await loadReadyMade("thinking"), faults });
    expect((await run(program, {})).ends).toEqual(ends);
  });
});

async function run(
  program: FakeProgram | undefined,
  more: SessionOptions,
): Promise<Pick<Witness, "events"> & { ends: string[] }> {
  if (program !== undefined) onTestFinished(() => program.remove());
  const clock = countingClock();
  const session = createClaude({
    ...program?.options,
    ...more,
    clock,
    env: { ANTHROPIC_API_KEY: "made-up" },
    timeouts: { silentMs: 1500, afterToolResultMs: 1500, afterEndOfTurnMs: 1000, firstLineMs: 1500 },
    shutdown: { graceMs: 300, killMs: 300 },
  }).session();
  const witness = new Witness(session);
  const turns = [witness.add(session.ask("What is two and two?")), witness.add(session.ask("And why?"))];
  const settled = await Promise.all(turns.map(({ settled: one }) => one));
  await session.close();
  await Promise.all(witness.turns.map(({ read }) => read));
  expect(session.isClosed).toBe(true);
  expect(clock.timers).toEqual([]);
  if (program !== undefined) expect(differenceFrom(await program.writtenOutputs(), witness.events)).toBe(undefined);
  expect(witness.problems({ mayDropLast: true })).toEqual([]);
  return { events: witness.events, ends: settled.map(({ code, outcome }) => code ?? outcome) };
}
