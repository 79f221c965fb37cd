// Real bash is the specification: every program that it starts was seen by the reader, or the reader said it cannot read.
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { findCommandsRun } from "../../../../src/control/permissions/shell/commands-run.ts";
import { mayMatchPattern } from "../../../../src/control/permissions/shell/may-match.ts";
import { getSeed, scaleSlowRuns } from "../../../../../../tools/testing/property.ts";
import { createBashStub, hasBash } from "./bash-runs.ts";
import { brokenCommands, wholeCommands } from "./shell-texts.ts";

describe.skipIf(!hasBash)("findCommandsRun", () => {
  const stub = hasBash ? createBashStub() : undefined;
  afterAll(() => stub?.remove());

  it.each([
    ["in whole commands", wholeCommands, 80],
    ["in pieces of commands in any order", brokenCommands, 80],
  ])("finds every program that bash starts %s", { timeout: 120_000 }, (_, commands, runs) => {
    fc.assert(
      fc.property(commands, (command) => {
        const { commands: seen, problem } = findCommandsRun(command);
        if (problem !== undefined) return;
        for (const name of stub?.startedBy(command) ?? []) {
          expect(seen.some(mayMatchPattern(`${name} *`)), `${name} in ${JSON.stringify(command)}`).toBe(true);
        }
      }),
      { numRuns: scaleSlowRuns(runs), seed: getSeed() },
    );
  });
});

it("reads any text in bounded work, and never throws", () => {
  fc.assert(
    fc.property(fc.oneof(brokenCommands, fc.string({ unit: "binary", maxLength: 60 })), (command) => {
      expect(findCommandsRun(command).commands.length).toBeLessThan(10_000);
    }),
    { numRuns: scaleSlowRuns(2000), seed: getSeed() },
  );
});
