// One cell of the table: a scenario on one version. The real CLI plays it in front of the model stub, the simulator plays it
// alone, and both are compared with each other and with what the stub served.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fillPlaceholders, startModelStub, type Scenario, type ServedAnswer } from "@unspool/simulator";
import { compareTracks, type Hunk } from "./compare/difference.ts";
import { findDrift } from "./drift/drift.ts";
import type { Program } from "./clis/install.ts";
import { play, type PlayedProcess } from "./play/play.ts";
import { createSandbox, type Sandbox } from "./clis/sandbox.ts";
import { collectTexts, type ScrubOptions } from "./compare/scrub.ts";
import { decodeLines, createTracks } from "./compare/tracks.ts";
import { findBreaches, type ServedBlock, type ServedMessage } from "./compare/check-served.ts";

export interface RealRun {
  readonly runs: readonly PlayedProcess[];
  /** What the model stub served. */
  readonly log: readonly ServedAnswer[];
  /** Whether the CLI sent side requests. */
  readonly hasSideCosts: boolean;
  readonly scrubbing: ScrubOptions;
}

export interface Cell {
  readonly scenario: string;
  readonly version: string;
  /** What did not end, if anything. */
  readonly failure: string | undefined;
  readonly breaches: readonly string[];
  readonly hunks: readonly Hunk[];
  readonly drift: readonly string[];
}

/** Plays the scenario on a real CLI. */
export async function playReal(scenario: Scenario, program: Program): Promise<RealRun> {
  const host = getHost(scenario);
  const sandbox = createSandbox(host.files);
  const filled = fillPlaceholders(scenario, { cwd: sandbox.workspace });
  const stub = await startModelStub(filled);
  const served: number[] = [];
  stub.onServed(({ purpose, reach }) => {
    if (purpose !== "side" && reach === "whole") served.push(performance.now());
  });
  try {
    const env = stub.env(host.auth === undefined ? {} : { auth: host.auth });
    const runs = await play({ program, host: getHost(filled), sandbox, env, served });
    return {
      runs,
      log: [...stub.served],
      hasSideCosts: stub.served.some(({ purpose }) => purpose === "side"),
      scrubbing: createScrubOptions(filled, sandbox),
    };
  } finally {
    await stub.close();
    await sandbox.remove();
  }
}

/** Side requests and summaries are never shown, and refused answers have no blocks. */
function servedMessage({ purpose, messageId, agent, blocks, reach }: ServedAnswer): ServedMessage[] {
  if (messageId === undefined || purpose === "side" || purpose === "summary") return [];
  return [
    {
      id: messageId,
      agent: agent.type === "main" ? null : agent.toolUseId,
      blocks: blocks.map(({ block }) => block as unknown as ServedBlock),
      isWhole: reach === "whole",
    },
  ];
}

/** Plays the scenario on the simulator's executable with this version. */
async function playSimulated(
  name: string,
  scenario: Scenario,
  version: string,
): Promise<{ runs: readonly PlayedProcess[]; scrubbing: ScrubOptions }> {
  const host = getHost(scenario);
  const sandbox = createSandbox(host.files);
  const filled = fillPlaceholders(scenario, { cwd: sandbox.workspace });
  try {
    const flags = ["--simulate-scenario", name, "--simulate-version", version, "--simulate-speed", "1"];
    const program = {
      file: process.execPath,
      args: [simulatorProgram(), ...flags, "--simulate-store", join(sandbox.root, "store")],
    };
    const auth =
      host.auth === "subscription" ? { CLAUDE_CODE_OAUTH_TOKEN: "made-up" } : { ANTHROPIC_API_KEY: "made-up" };
    const runs = await play({ program, host: getHost(filled), sandbox, env: auth });
    return { runs, scrubbing: createScrubOptions(filled, sandbox) };
  } finally {
    await sandbox.remove();
  }
}

export async function playCell(name: string, scenario: Scenario, version: string, real: RealRun): Promise<Cell> {
  const simulated = await playSimulated(name, scenario, version);
  const lines = real.runs.flatMap((run) => run.lines);
  const hunks = Array.from({ length: Math.max(real.runs.length, simulated.runs.length) }, (_, place) => {
    const hasSideCosts = real.hasSideCosts;
    return compareTracks(
      tracksWithExit(real.runs[place], { ...real.scrubbing, hasSideCosts }),
      tracksWithExit(simulated.runs[place], { ...simulated.scrubbing, hasSideCosts }),
    );
  });
  return {
    scenario: name,
    version,
    failure: describeFailure("the real CLI", real.runs) ?? describeFailure("the simulator", simulated.runs),
    breaches: findBreaches(
      lines,
      real.runs.flatMap((run) => decodeLines(run.lines)),
      real.log.flatMap(servedMessage),
    ),
    hunks: hunks.flat(),
    drift: findDrift(lines),
  };
}

function tracksWithExit(
  run: PlayedProcess | undefined,
  options: Parameters<typeof createTracks>[1],
): Map<string, readonly string[]> {
  if (run === undefined) return new Map();
  const end = run.stuck === undefined ? `${run.exit?.code ?? run.exit?.signal ?? "none"}` : `stuck at ${run.stuck}`;
  return new Map([...createTracks(run.lines, options), ["exit", [end]]]);
}

function describeFailure(who: string, runs: readonly PlayedProcess[]): string | undefined {
  const run = runs.find(({ stuck }) => stuck !== undefined);
  if (run === undefined) return undefined;
  const words = run.stderr.trim().split("\n").at(-1) ?? "";
  return `${who} did not come to ${run.stuck ?? ""}${words === "" ? "" : `; it said: ${JSON.stringify(words.slice(0, 300))}`}`;
}

function getHost(scenario: Scenario): NonNullable<Scenario["host"]> {
  if (scenario.host === undefined) throw new Error(`${scenario.name ?? "the scenario"} has no host script`);
  return scenario.host;
}

function createScrubOptions(scenario: Scenario, sandbox: Sandbox): ScrubOptions {
  const places: [string, string][] = [
    [sandbox.workspace, "«workspace»"],
    [sandbox.home, "«home»"],
    [sandbox.temporary, "«tmp»"],
    [sandbox.root, "«root»"],
  ];
  const dashed = places.map(([path, word]): [string, string] => [path.replaceAll(/[^a-zA-Z0-9]/g, "-"), word]);
  return { paths: [...places, ...dashed], supplied: collectTexts(scenario.turns).filter((text) => text.length >= 8) };
}

function simulatorProgram(): string {
  return join(dirname(fileURLToPath(import.meta.resolve("@unspool/simulator"))), "bundle/claude.cjs");
}
