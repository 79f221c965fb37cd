// Every ready-made scenario, played through the client over every transport: the same turns with the same ends, and of the
// events none lost and none doubled.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillPlaceholders, loadReadyMade, readyMade, SIMULATED_VERSIONS, type Scenario } from "@unspool/simulator";
import { normalizeEvents } from "@unspool/simulator/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { isGroupAlive } from "../../src/process/process-table.ts";
import { compareVersions } from "../../src/process/program-version.ts";
import { replayTransport } from "../../src/record/replay.ts";
import { childProgram, simulatedProgram, type FakeProgram, type FakeProgramOptions } from "./fake-program.ts";
import { playThroughClient, type Played } from "./play.ts";
import { registered } from "./state.ts";
import { differenceFrom } from "./written-output.ts";

/** The newest that can play it first, then others that differ most. */
const VERSIONS = [SIMULATED_VERSIONS[0], "2.1.200", "2.1.74", "2.1.20", "2.0.76", "1.0.128"];

/** The host comes in the middle of something: in a process of its own it would come too late if that took no time. */
const TIMED = new Set(["interrupt-tool", "queued-in-turn"]);

describe.each(readyMade())("the scenario %s", (name) => {
  test("has the same turns and events over all transports", async () => {
    const scenario = await loadReadyMade(name);
    const [version = "", ...others] = VERSIONS.filter((one) => isPlayedBy(scenario, one));
    const folder = mkdtempSync(join(tmpdir(), "unspool-proof-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const record = join(folder, "recording.ndjson");
    const options = { scenario, version, cwd: folder, speed: TIMED.has(name) ? 1 : 0 };

    const child = await play({ ...options, program: childProgram, record });
    expect(child.turns.map(describeTurn).join("\n")).toMatchSnapshot();
    expect(child.pids.filter((pid) => isGroupAlive(pid))).toEqual([]);
    expect(registered()).toEqual([]);

    const simulated = await play({ ...options, program: simulatedProgram });
    expect(simulated.turns).toEqual(child.turns);

    const transport = replayTransport(readFileSync(record));
    const replayed = await playThroughClient({
      scenario: fillPlaceholders(scenario, { cwd: folder }),
      options: { transport, cwd: folder, requestTimeoutMs: 2000 },
      signal: () => undefined,
    });
    expect(replayed.problems).toEqual([]);
    expect(replayed.turns).toEqual(child.turns);
    expect(normalizeEvents(replayed.events)).toEqual(normalizeEvents(child.events));

    for (const other of others) await play({ ...options, version: other, program: simulatedProgram });
  });
});

interface Run {
  readonly scenario: Scenario;
  readonly version: string;
  readonly cwd: string;
  readonly speed: number;
  readonly program: (options: FakeProgramOptions) => FakeProgram;
  readonly record?: string;
}

async function play({ scenario, version, cwd, speed, program, record }: Run): Promise<Played> {
  const filled = fillPlaceholders(scenario, { cwd });
  const fake = program({ scenario: filled, version, speed });
  onTestFinished(() => fake.remove());
  const target = record === undefined ? {} : { record: { file: record, redact: false } };
  const played = await playThroughClient({
    scenario: filled,
    options: { ...fake.options, ...target, cwd, requestTimeoutMs: 2000 },
    signal: fake.signal,
  });
  const difference = differenceFrom(await fake.writtenOutputs(), played.events);
  expect({ version, difference, problems: played.problems }).toEqual({ version, difference: undefined, problems: [] });
  return played;
}

function describeTurn({ cause, outcome, code, text }: Played["turns"][number]): string {
  return [cause, outcome, code, JSON.stringify(text.slice(0, 60))].filter((part) => part !== undefined).join(" ");
}

function isPlayedBy({ host }: Scenario, version: string): boolean {
  return (host?.versions ?? "").split(" ").every((part) => {
    const [, operator, bound] = /^(>=|<)(.+)$/.exec(part) ?? [];
    if (bound === undefined) return true;
    const order = compareVersions(version, bound);
    return operator === ">=" ? order >= 0 : order < 0;
  });
}
