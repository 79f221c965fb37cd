import { expect, test } from "vitest";
import { createIdentity } from "../../../../src/engine/identity.ts";
import { createLineBuilder } from "../../../../src/engine/lines/create-lines.ts";
import type { LineBuilder } from "../../../../src/engine/lines/lines.ts";

function createLines(version: string): LineBuilder {
  return createLineBuilder({ version, sessionId: "s", identity: createIdentity(1), hasPartials: false, cwd: "/ws" });
}

test("refuses an unsupported request with a code in the newest version only", () => {
  const error = "Unsupported control request subtype: compact";
  expect(createLines("2.1.74").refuse("r", error)).toEqual({
    type: "control_response",
    response: { subtype: "error", request_id: "r", error },
  });
  expect(createLines("2.1.325").refuse("r", error)).toEqual({
    type: "control_response",
    response: { subtype: "error", request_id: "r", error, error_code: "unsupported_request" },
  });
});

test("writes no id in the response to a request without one", () => {
  expect(createLines("2.1.325").refuse(undefined, "no")).toEqual({
    type: "control_response",
    response: { subtype: "error", error: "no" },
  });
});

test("replaces the suggestions of the CLI by those of the engine", () => {
  const call = { name: "Bash", input: { command: "npm test" }, toolUseId: "t" };
  const own = [{ type: "setMode", mode: "plan", destination: "session" }] as const;
  expect(createLines("2.1.325").canUseTool("r", call, undefined, own)).toMatchObject({
    request: { permission_suggestions: own },
  });
});

test("suggests a command with a subcommand for any arguments from 2.1.74 on", () => {
  const call = { name: "Bash", input: { command: "npm test" }, toolUseId: "t" };
  const rules = ["2.0.76", "2.1.74", "2.1.200"].map((version) => {
    const line = createLines(version).canUseTool("r", call, undefined, []);
    return JSON.stringify(line).match(/"ruleContent":"([^"]*)"/)?.[1];
  });
  expect(rules).toEqual(["npm test", "npm test:*", "npm test *"]);
});
