import { expect, it } from "vitest";
import { readArguments } from "../../src/cli/arguments/arguments.ts";
import { toEngineOptions, type CliEngineOptions } from "../../src/cli/engine-options.ts";

const EVERYBODY = "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS";
const HOST = "CLAUDE_CODE_SDK_READS_SESSION_STATE";

function readOptions(environment: Readonly<Record<string, string>>): CliEngineOptions {
  const command = readArguments(["-p", "hi"], environment, "/work");
  if (command.kind !== "run") throw new Error(command.kind);
  return toEngineOptions(command.arguments, { environment });
}

it.each([
  [{}, undefined],
  [{ [HOST]: "1" }, "host"],
  [{ [EVERYBODY]: "true" }, "everybody"],
  [{ [HOST]: "1", [EVERYBODY]: "1" }, "everybody"],
  [{ [HOST]: "0", [EVERYBODY]: "" }, undefined],
])("the environment %j sets the audience of the session state to %s", (environment, tellsState) => {
  expect(readOptions(environment as Record<string, string>).stateAudience).toBe(tellsState);
});

it("sets maxRetries only from a number", () => {
  expect(readOptions({ CLAUDE_CODE_MAX_RETRIES: "2" }).maxRetries).toBe(2);
  expect(readOptions({ CLAUDE_CODE_MAX_RETRIES: "many" })).not.toHaveProperty("maxRetries");
});
