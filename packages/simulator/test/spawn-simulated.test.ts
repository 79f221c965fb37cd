import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { decode, encode } from "@unspool/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ScenarioSource } from "../src/scenario/load/scenario-source.ts";
import { ScenarioError } from "../src/check/scenario-error.ts";
import { loadReadyMade } from "../src/scenario/load/ready-made.ts";
import { simulate, type SimulatedClaude } from "../src/simulate.ts";
import { spawnSimulated, type SpawnSimulatedOptions } from "../src/spawn-simulated.ts";
import { fakeClaude } from "../src/testing/fake-claude.ts";

const STREAM = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
const launch = { args: STREAM, cwd: "/w", env: {} };

async function getAnswer(claude: SimulatedClaude, prompt = "Hi!"): Promise<string> {
  claude.stdin.write(encode.user(prompt));
  claude.stdin.end();
  for await (const event of decode(claude.stdout)) if (event.type === "turn-end") return event.text;
  return "";
}

function file(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "unspool-scenario-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const YAML = "turns:\n  - replies: [Hello.]\n";
const JSON_TEXT = '{ "turns": [{ "replies": ["Hello."] }] }';

describe("the scenario option", () => {
  it.each<[string, () => ScenarioSource]>([
    ["data", () => ({ turns: [{ replies: ["Hello."] }] })],
    ["YAML", () => YAML],
    ["JSON", () => JSON_TEXT],
    ["the path of a file", () => file("mine.yaml", YAML)],
    ["the URL of a file", () => pathToFileURL(file("mine.json", JSON_TEXT))],
  ])("accepts %s as the scenario, in process and for the executable", async (_, source) => {
    const scenario = source();
    expect(await getAnswer(simulate({ scenario }))).toBe("Hello.");
    expect(await getAnswer(spawnSimulated({ scenario })(launch))).toBe("Hello.");
    expect(() => fakeClaude({ scenario }).cleanup()).not.toThrow();
  });

  it("accepts the name of a ready-made scenario", async () => {
    const { turns } = await loadReadyMade("greeting");
    const told = await getAnswer(spawnSimulated({ scenario: "greeting" })(launch));
    expect(told).not.toBe("");
    expect(JSON.stringify(turns)).toContain(told);
    expect(await getAnswer(spawnSimulated({ scenario: "thinking-plain" })(launch))).not.toBe("");
  });

  it("plays the scenario from its first turn at each start", async () => {
    const spawn = spawnSimulated({ scenario: { turns: [{ replies: ["one"] }, { replies: ["two"] }] } });
    expect([await getAnswer(spawn(launch)), await getAnswer(spawn(launch))]).toEqual(["one", "one"]);
  });
});

describe("records of the starts", () => {
  const agent = { replies: ["Found."] };
  const scenario = {
    turns: [
      { replies: [[{ tool: "Agent", input: { prompt: "Look.", description: "Look" }, agent }], "Done."] },
      { prompt: "never asked", replies: ["One.", { blocks: [{ text: "Two." }] }], notices: [["Over."]] },
    ],
  };

  it("records the input and the arguments of each start", async () => {
    const spawn = spawnSimulated({ scenario: { turns: [{ replies: ["one"] }] } });
    expect([spawn.received(), spawn.calls()]).toEqual([[], []]);
    const line = encode.user("Hi!").trimEnd();
    await getAnswer(spawn(launch));
    await getAnswer(spawn({ ...launch, cwd: "/elsewhere" }));
    expect(spawn.received()).toEqual([JSON.parse(line), JSON.parse(line)]);
    expect(spawn.calls()).toEqual([
      { args: STREAM, cwd: "/w", lines: [line], isInputEnded: true },
      { args: STREAM, cwd: "/elsewhere", lines: [line], isInputEnded: true },
    ]);
  });

  it("lists the replies that were not played", async () => {
    const spawn = spawnSimulated({ scenario });
    const left = ["turns[1].replies[0]", "turns[1].replies[1]", "turns[1].notices[0][0]"];
    const first = ["turns[0].replies[0]", "turns[0].replies[1]", "turns[0].replies[0][0].agent.replies[0]"];
    expect([...spawn.unplayed()].sort()).toEqual([...first, ...left].sort());
    await getAnswer(spawn(launch));
    expect(spawn.unplayed()).toEqual(left);
    const error = catchError(() => spawn.assertPlayed());
    expect(error).toBeInstanceOf(ScenarioError);
    expect(error).toMatchObject({
      code: "unplayed-scenario",
      message: expect.stringMatching(
        /^3 replies were not played\..*\n {2}turns\[1\]\.replies\[0\] was not asked for/,
      ) as string,
      problems: [{ location: left[0], path: ["turns", 1, "replies", 0] }, { location: left[1] }, { location: left[2] }],
    });
  });

  it("assertPlayed() passes when all starts together have played every reply", async () => {
    const spawn = spawnSimulated({ scenario: { turns: [{ replies: ["one"] }, { prompt: "Bye!", replies: ["two"] }] } });
    await getAnswer(spawn(launch));
    expect(() => spawn.assertPlayed()).toThrow("1 reply was not played.");
    await getAnswer(spawn(launch), "Bye!");
    expect(() => spawn.assertPlayed()).not.toThrow();
  });

  it("requires no replies without a scenario, and none of `otherwise`", () => {
    expect(spawnSimulated().unplayed()).toEqual([]);
    expect(spawnSimulated({ scenario: { turns: [], otherwise: ["What?"] } }).unplayed()).toEqual([]);
  });
});

describe("invalid options", () => {
  it.each<[string, unknown, string, string]>([
    [
      "name",
      { scenario: "greting" },
      "unreadable-scenario",
      'no ready-made scenario "greting". Did you mean "greeting"?',
    ],
    ["file", { scenario: "./no-such.yaml" }, "unreadable-scenario", "there is no such file"],
    ["text", { scenario: "turns:\n  - replys: [hi]\n" }, "invalid-scenario", 'did you mean "replies"'],
    ["scenario", { scenario: { turns: [{}] } }, "invalid-scenario", "turns[0]"],
    ["fault", { faults: [{ fault: "bad luck" }] }, "invalid-scenario", "faults[0].fault"],
    ["option name", { scenaro: "greeting" }, "invalid-option", 'no option "scenaro". Did you mean "scenario"?'],
    ["version", { version: "newest" }, "invalid-option", 'version is "newest"; expected one version'],
    ["seed", { seed: 1.5 }, "invalid-option", "seed is 1.5; expected a whole number"],
    ["type of the options", "greeting", "invalid-option", 'the options are "greeting"; expected an object'],
  ])("throws at once for an invalid %s", (_, options, code, words) => {
    for (const start of [spawnSimulated, simulate, fakeClaude] as ((options: never) => unknown)[]) {
      const error = catchError(() => start(options as never));
      expect(error).toBeInstanceOf(ScenarioError);
      expect(error).toMatchObject({ code, message: expect.stringContaining(words) as string });
    }
  });

  it("refuses an option that each start sets itself", () => {
    const options = { cwd: "/w" } as SpawnSimulatedOptions;
    expect(() => spawnSimulated(options)).toThrow('spawnSimulated: there is no option "cwd"');
  });
});

function catchError(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}
