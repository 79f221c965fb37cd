// A misspelt decision is no decision to the CLI: it throws the answer away and goes on.

import type { JsonObject } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { createHooks } from "../../src/control/hooks.ts";
import type { Warning } from "../../src/turn/types.ts";
import { ask, controlRequest, manualClock } from "./support.ts";

async function answerOf(event: string, output: object, onFailure?: "block" | "continue") {
  const hook = { run: () => output, ...(onFailure === undefined ? {} : { onFailure }) };
  const warnings: Warning[] = [];
  const request = controlRequest("hook_callback", { callback_id: "hook_0", input: { hook_event_name: event } });
  const { response } = await ask(createHooks({ [event]: hook }, manualClock()), request, { warnings });
  return { response, warnings: warnings.map(({ message }) => message) };
}

const specific = (fields: JsonObject) => ({ hookSpecificOutput: fields });

describe("a misspelt decision", () => {
  it.each([
    [
      "PreToolUse",
      specific({ permissionDecision: "denyy" }),
      '`hookSpecificOutput.permissionDecision: "denyy"`',
      "deny",
    ],
    ["PostToolUse", { decision: "blok" }, '`decision: "blok"`', "block"],
    ["PermissionRequest", specific({ decision: { behavior: "alow" } }), 'behavior: "alow"`', "allow"],
    ["Elicitation", specific({ action: "acept" }), '`hookSpecificOutput.action: "acept"`', "accept"],
  ])("of a hook for %s is a warning that names the word", async (event, output, named, meant) => {
    const { response, warnings } = await answerOf(event, output);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`A hook for ${event} answered`);
    expect(warnings[0]).toContain(named);
    expect(warnings[0]).toContain(`Did you mean "${meant}"? Its \`onFailure\` is "continue", so things went on.`);
    expect(response).toEqual(output);
  });

  it("blocks where a failure of the hook blocks", async () => {
    const output = specific({ hookEventName: "PreToolUse", permissionDecision: "denied" });
    const { response, warnings } = await answerOf("PreToolUse", output, "block");
    expect(response).toMatchObject({ decision: "block", hookSpecificOutput: { permissionDecision: "deny" } });
    expect(warnings[0]).toContain("so it blocked");
  });

  it("is also a decision that belongs to another event", async () => {
    const { warnings } = await answerOf("PreModelSwitch", specific({ permissionDecision: "defer" }));
    expect(warnings[0]).toContain("It must be one of allow, deny, ask.");
  });
});

describe("a decision that the CLI knows", () => {
  it.each([
    ["PreToolUse", specific({ hookEventName: "PreToolUse", permissionDecision: "ask" })],
    ["PreToolUse", { decision: "approve" }],
    ["Stop", { decision: "block", reason: "Go on." }],
    ["PermissionRequest", specific({ decision: { behavior: "deny" } })],
    ["UserPromptSubmit", specific({ hookEventName: "UserPromptSubmit", additionalContext: "It rains." })],
    ["SessionStart", {}],
  ])("of a hook for %s goes through: %o", async (event, output) => {
    expect(await answerOf(event, output)).toEqual({ response: output, warnings: [] });
  });
});
