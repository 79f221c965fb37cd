import { expect, test } from "vitest";
import { createIdentity } from "../../../../src/engine/identity.ts";
import { createLineBuilder } from "../../../../src/engine/lines/create-lines.ts";
import type { LineBuilder } from "../../../../src/engine/lines/lines.ts";

function linesOf(version: string): LineBuilder {
  return createLineBuilder({ version, sessionId: "s", identity: createIdentity(1), hasPartials: false, cwd: "/ws" });
}

test("an unsupported request is refused with a code in the newest version only", () => {
  const error = "Unsupported control request subtype: compact";
  expect(linesOf("2.1.74").refuse("r", error)).toEqual({
    type: "control_response",
    response: { subtype: "error", request_id: "r", error },
  });
  expect(linesOf("2.1.325").refuse("r", error)).toEqual({
    type: "control_response",
    response: { subtype: "error", request_id: "r", error, error_code: "unsupported_request" },
  });
});

test("a request without an id is answered without one", () => {
  expect(linesOf("2.1.325").refuse(undefined, "no")).toEqual({
    type: "control_response",
    response: { subtype: "error", error: "no" },
  });
});

test("suggestions of the engine replace the CLI's own", () => {
  const call = { name: "Bash", input: { command: "npm test" }, toolUseId: "t" };
  const own = [{ type: "setMode", mode: "plan", destination: "session" }] as const;
  expect(linesOf("2.1.325").canUseTool("r", call, undefined, own)).toMatchObject({
    request: { permission_suggestions: own },
  });
});

test("a command with a subcommand is proposed with whatever follows it", () => {
  const call = { name: "Bash", input: { command: "npm test" }, toolUseId: "t" };
  const rules = ["2.0.76", "2.1.74", "2.1.200"].map((version) => {
    const line = linesOf(version).canUseTool("r", call, undefined, []);
    return JSON.stringify(line).match(/"ruleContent":"([^"]*)"/)?.[1];
  });
  expect(rules).toEqual(["npm test", "npm test:*", "npm test *"]);
});
