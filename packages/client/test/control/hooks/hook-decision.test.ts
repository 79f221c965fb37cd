// The CLI drops an answer with a misspelt decision and continues, so the client must report it.

import type { JsonObject } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { createHooks } from "../../../src/control/hooks/hooks.ts";
import type { Warning } from "../../../src/warning.ts";
import { ask, controlRequest, manualClock } from "../support.ts";

async function runHook(event: string, output: object, onFailure?: "block" | "continue") {
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
      specific({ hookEventName: "PreToolUse", permissionDecision: "denyy" }),
      '`hookSpecificOutput.permissionDecision: "denyy"`',
      "deny",
    ],
    ["PostToolUse", { decision: "blok" }, '`decision: "blok"`', "block"],
    [
      "PermissionRequest",
      specific({ hookEventName: "PermissionRequest", decision: { behavior: "alow" } }),
      'behavior: "alow"`',
      "allow",
    ],
    [
      "Elicitation",
      specific({ hookEventName: "Elicitation", action: "acept" }),
      '`hookSpecificOutput.action: "acept"`',
      "accept",
    ],
    [
      "PreToolUse",
      specific({ hookEventName: "PreTooluse", permissionDecision: "deny" }),
      '`hookSpecificOutput.hookEventName: "PreTooluse"`',
      "PreToolUse",
    ],
    ["Stop", { decison: "block" }, '`decison: "block"`', "decision"],
    [
      "PreToolUse",
      { permissionDecision: "deny" },
      '`permissionDecision: "deny"`',
      "hookSpecificOutput.permissionDecision",
    ],
    [
      "PreToolUse",
      specific({ hookEventName: "PreToolUse", permissonDecision: "deny" }),
      '`hookSpecificOutput.permissonDecision: "deny"`',
      "permissionDecision",
    ],
  ])("in a hook for %s adds a warning that names the word", async (event, output, named, meant) => {
    const { response, warnings } = await runHook(event, output);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`A hook for ${event} answered`);
    expect(warnings[0]).toContain(named);
    expect(warnings[0]).toContain(`Did you mean "${meant}"? Its \`onFailure\` is "continue", so things went on.`);
    expect(response).toEqual(output);
  });

  it("blocks if a failure of the hook blocks", async () => {
    const output = specific({ hookEventName: "PreToolUse", permissionDecision: "denied" });
    const { response, warnings } = await runHook("PreToolUse", output, "block");
    expect(response).toMatchObject({ decision: "block", hookSpecificOutput: { permissionDecision: "deny" } });
    expect(warnings[0]).toContain("so it blocked");
  });

  it("includes a decision that belongs to another event", async () => {
    const { warnings } = await runHook("PreModelSwitch", specific({ permissionDecision: "defer" }));
    expect(warnings[0]).toContain("It must be one of allow, deny, ask.");
  });
});

describe("an answer without the name of its event", () => {
  it("gets it added, as real CLIs drop such an answer and would run a denied call", async () => {
    const { response, warnings } = await runHook("PreToolUse", specific({ permissionDecision: "deny" }));
    expect(response).toEqual(specific({ hookEventName: "PreToolUse", permissionDecision: "deny" }));
    expect(warnings).toEqual([]);
  });
});

describe("a field that decides nothing", () => {
  it.each(["async", "asyncTimeout", "reason", "stopReason", "suppressOutput", "systemMessage", "terminalSequence"])(
    "is not reported as misspelt: %s",
    async (name) => {
      expect((await runHook("PreToolUse", { [name]: "x" })).warnings).toEqual([]);
    },
  );

  it.each([
    "additionalContext",
    "classifierContext",
    "content",
    "displayContent",
    "initialUserMessage",
    "permissionDecisionReason",
    "reloadSkills",
    "retry",
    "sessionTitle",
    "suppressOriginalPrompt",
    "updatedMCPToolOutput",
    "updatedToolOutput",
    "watchPaths",
    "worktreePath",
  ])("is not reported as misspelt in hookSpecificOutput: %s", async (name) => {
    const output = specific({ hookEventName: "PreToolUse", [name]: "x" });
    expect((await runHook("PreToolUse", output)).warnings).toEqual([]);
  });
});

describe("a valid answer", () => {
  it.each([
    ["PreToolUse", specific({ hookEventName: "PreToolUse", permissionDecision: "ask" })],
    ["PreToolUse", { decision: "approve" }],
    ["Stop", { decision: "block", reason: "Go on." }],
    ["PermissionRequest", specific({ hookEventName: "PermissionRequest", decision: { behavior: "deny" } })],
    ["Stop", { systemMessage: "Hi.", newField: 1 }],
    ["UserPromptSubmit", specific({ hookEventName: "UserPromptSubmit", additionalContext: "It rains." })],
    ["SessionStart", {}],
  ])("of a hook for %s is sent unchanged: %o", async (event, output) => {
    expect(await runHook(event, output)).toEqual({ response: output, warnings: [] });
  });
});
