// The law of `scenarioFromRecording`: the scenario of a recording, simulated and recorded again, gives the same
// scenario.

import { expect, test } from "vitest";

import { scenarioFromRecording } from "../../../src/scenario/recording/from-recording.ts";
import type { Scenario } from "../../../src/scenario/types.ts";
import { simulate } from "../../../src/simulate.ts";
import { listRuns, loadRun } from "../../../../../fixtures/load.ts";

const versions = ["1.0.128", "2.0.76", "2.1.74", "2.1.200", "2.1.325"];
/** Recordings whose host does nothing but write prompts, one after the other. */
const names = [
  "agents",
  "adjacent",
  "api-error-400-tool",
  "api-retry-529",
  "background-agents",
  "cost-resumed",
  "rate-limit",
  "tool-input",
  "unicode",
];
const recordings = versions
  .flatMap((version) => names.map((name) => [version, name] as const))
  .filter(([version, name]) => listRuns("recordings", version).includes(`recordings/${version}/${name}`));

async function simulated(scenario: Scenario, version: string, prompts: readonly string[]): Promise<string> {
  const claude = simulate({
    scenario,
    version,
    permissionMode: "bypassPermissions",
    cwd: "/workspace",
    env: { CLAUDE_CODE_OAUTH_TOKEN: "made-up" },
  });
  const decoder = new TextDecoder();
  let output = "";
  let written = 0;
  let answered = 0;
  claude.stdin.write(`${prompts[0] ?? ""}\n`);
  for await (const chunk of claude.stdout) {
    output += decoder.decode(chunk, { stream: true });
    const results = output.split('"type":"result"').length - 1;
    for (; answered < results; answered += 1) {
      written += 1;
      if (written < prompts.length) claude.stdin.write(`${prompts[written] ?? ""}\n`);
      else claude.stdin.end();
    }
  }
  return output;
}

test.each(recordings)("the simulated stream of the recording %s/%s gives the same scenario", async (version, name) => {
  const { stdout, stdinLines } = loadRun(`recordings/${version}/${name}`);
  const scenario = scenarioFromRecording(stdout.toString());
  const prompts = stdinLines.filter((line) => line.includes('"type":"user"'));
  const again = scenarioFromRecording(await simulated(scenario, version, prompts));
  expect(again.turns).toEqual(scenario.turns);
});
