import { describe, expect, it } from "vitest";
import { initialState, type JsonObject, type SessionInitEvent } from "@unspool/protocol";
import { createPermissions, type Permissions } from "../../../src/control/permissions/permissions.ts";
import type { PermissionCallback, PermissionRequest, PermissionRules } from "../../../src/control/permissions/types.ts";
import { ask, controlRequest, manualClock, permissionRequest, type ManualClock } from "../support.ts";

const OLDEST = undefined;
const NEWEST = "2.1.325";
const WITHOUT_ASK = "2.1.74";

function withRules(permissions: PermissionRules, version: string | undefined, clock: ManualClock = manualClock()) {
  const made = createPermissions({ permissions, cwd: "/work", clock });
  made.guard?.init?.({ type: "session-init", version } as SessionInitEvent);
  return made;
}

const hookCall = (command: string, toolUseId = "toolu_1") =>
  controlRequest("hook_callback", {
    callback_id: "unspool_rules",
    tool_use_id: toolUseId,
    input: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } },
  });

async function guarded({ guard }: Permissions, request = hookCall("echo hi"), sent: string[] = []) {
  if (guard === undefined) throw new Error("There is no guard.");
  return (await ask(guard, request, { sent })).response;
}

const specific = (response: JsonObject) => (response["hookSpecificOutput"] ?? {}) as JsonObject;

/** Creates a host that records what it is asked, and gives these answers in turn. */
function host(...answers: ((request: PermissionRequest) => ReturnType<PermissionCallback>)[]) {
  const asked: PermissionRequest[] = [];
  const decide: PermissionCallback = (request) => {
    asked.push(request);
    return (answers[asked.length - 1] ?? ((one) => one.deny("not expected")))(request);
  };
  return { asked, decide };
}

describe("the guard", () => {
  it("is registered whenever the host answers permissions, as agents may have a wider mode of their own", () => {
    const findGuard = (permissions: PermissionCallback | PermissionRules) =>
      createPermissions({ permissions, clock: manualClock() }).guard;
    expect(findGuard((request) => request.allow())).toBeDefined();
    expect(findGuard({ allow: ["Bash"], decide: (request) => request.allow() })).toBeDefined();
    expect(findGuard({ deny: ["Bash"] })).toBeDefined();
    expect(createPermissions({ permissions: {}, clock: manualClock(), isGuarded: false }).guard).toBeUndefined();
  });

  describe("for an agent in a mode that the host did not agree to", () => {
    const inMode = (mode: string, command = "touch x") =>
      controlRequest("hook_callback", {
        callback_id: "unspool_rules",
        tool_use_id: "toolu_1",
        input: {
          hook_event_name: "PreToolUse",
          tool_name: "Bash",
          tool_input: { command },
          permission_mode: mode,
          agent_id: "a1",
          agent_type: "evil",
        },
      });
    const guardedIn = async (permissions: PermissionRules, version: string, request = inMode("auto")) => {
      const { guard } = withRules(permissions, version);
      const seen: unknown[] = [];
      const agreesToMode = (mode: unknown, agentType: unknown) => (seen.push([mode, agentType]), mode === "default");
      if (guard === undefined) throw new Error("There is no guard.");
      return { ...specific((await ask(guard, request, { agreesToMode })).response), seen };
    };

    it("makes the CLI ask, with the reason", async () => {
      const { decide, asked } = host();
      expect(await guardedIn({ decide }, NEWEST)).toEqual({
        hookEventName: "PreToolUse",
        permissionDecision: "ask",
        permissionDecisionReason: "The agent works in the permission mode auto, which the host did not agree to.",
        seen: [["auto", "evil"]],
      });
      expect(asked).toEqual([]);
    });

    it("asks the host itself where the CLI would not", async () => {
      const { decide, asked } = host((request) => request.deny("Not by that one."));
      expect(await guardedIn({ decide }, WITHOUT_ASK)).toMatchObject({
        permissionDecision: "deny",
        permissionDecisionReason: "Not by that one.",
      });
      expect(asked).toHaveLength(1);
    });

    it("allows calls that a rule allows, and calls in a mode that the host agreed to", async () => {
      const { decide, asked } = host();
      expect(await guardedIn({ allow: ["Bash(touch *)"], decide }, NEWEST)).toEqual({ seen: [] });
      expect(await guardedIn({ decide }, WITHOUT_ASK, inMode("default"))).toEqual({ seen: [["default", "evil"]] });
      expect(asked).toEqual([]);
    });
  });

  it.each([
    [undefined, 305],
    [1500, 7],
    [0, 2_000_000],
    [Infinity, 2_000_000],
  ])("is registered for longer than the host may take: %s", (timeoutMs, timeout) => {
    const { guard } = withRules({ ask: ["Bash"], ...(timeoutMs === undefined ? {} : { timeoutMs }) }, NEWEST);
    expect(guard?.initialize).toEqual({
      hooks: { PreToolUse: [{ hookCallbackIds: ["unspool_rules"], timeout, onFailure: "block" }] },
    });
  });

  it.each([NEWEST, WITHOUT_ASK, OLDEST])("blocks a call that a rule denies: %s", async (version) => {
    const { asked, decide } = host();
    const reason = "The host's rule Bash(echo *) denies this call.";
    expect(await guarded(withRules({ deny: ["Bash(echo *)"], ask: ["Bash"], decide }, version))).toEqual({
      decision: "block",
      reason,
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: reason,
      },
    });
    expect(asked).toEqual([]);
  });

  it.each([NEWEST, OLDEST])("makes no decision about a call that no rule denies or asks about: %s", async (version) => {
    const made = withRules({ deny: ["Read"], ask: ["Bash(rm *)"], allow: ["Bash"] }, version);
    expect(await guarded(made)).toEqual({});
  });

  it("does not answer other hooks and requests", () => {
    const { guard } = withRules({ deny: ["Bash"] }, NEWEST);
    const context = {
      signal: new AbortController().signal,
      send: () => {},
      warn: () => {},
      state: initialState,
      agreesToMode: () => true,
    };
    const other = controlRequest("hook_callback", { callback_id: "hook_0", input: { tool_name: "Bash" } });
    expect(guard?.answer(other, context)).toBeUndefined();
    expect(guard?.answer(permissionRequest("Bash", {}), context)).toBeUndefined();
  });

  it("blocks a call that it cannot read", async () => {
    const made = withRules({ deny: ["Bash(rm *)"] }, NEWEST);
    const input = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: "rm" };
    const request = controlRequest("hook_callback", { callback_id: "unspool_rules", input });
    expect(specific(await guarded(made, request))).toMatchObject({ permissionDecision: "deny" });
  });
});

describe("a CLI that asks for a hook", () => {
  it.each([NEWEST, "2.1.120"])("gets the decision to ask, and the host is consulted once: %s", async (version) => {
    const { asked, decide } = host((request) => request.allow());
    const made = withRules({ ask: ["Bash"], decide }, version);
    expect(await guarded(made)).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "ask",
        permissionDecisionReason: "The host's rule Bash asks about this call.",
      },
    });
    expect(asked).toEqual([]);
    const { response } = await ask(made, permissionRequest("Bash", { command: "echo hi" }));
    expect(response).toMatchObject({ behavior: "allow" });
    expect(asked).toHaveLength(1);
  });
});

describe.each([WITHOUT_ASK, OLDEST, "a version of somebody's own"])(
  "a CLI that does not ask for a hook: %s",
  (version) => {
    it("consults the host in the hook, and gets no decision to allow", async () => {
      const { asked, decide } = host((request) => request.allow());
      expect(await guarded(withRules({ ask: ["Bash"], decide }, version))).toEqual({});
      expect(asked[0]).toMatchObject({
        toolName: "Bash",
        input: { command: "echo hi" },
        toolUseId: "toolu_1",
        agent: null,
        reason: "The host's rule Bash asks about this call.",
        suggestions: [],
      });
    });

    it("reuses the host's answer if it then asks about the same call", async () => {
      const updates = [{ type: "setMode", mode: "acceptEdits", destination: "session" }] as const;
      const { asked, decide } = host((request) => request.alwaysAllow({ updates }));
      const made = withRules({ ask: ["Bash"], decide }, version);
      await guarded(made);
      const { response } = await ask(made, permissionRequest("Bash", { command: "echo hi" }));
      expect(response).toMatchObject({
        behavior: "allow",
        updatedInput: { command: "echo hi" },
        updatedPermissions: updates,
      });
      expect(asked).toHaveLength(1);
    });

    it.each([
      ["another input", { command: "rm -r ." }, "toolu_1"],
      ["another call", { command: "echo hi" }, "toolu_2"],
    ])("consults the host again about %s", async (_name, input, toolUseId) => {
      const { asked, decide } = host((request) => request.allow());
      const made = withRules({ ask: ["Bash"], decide }, version);
      await guarded(made);
      const { response } = await ask(made, permissionRequest("Bash", input, { toolUseId }));
      expect(response).toMatchObject({ behavior: "deny", message: "not expected" });
      expect(asked).toHaveLength(2);
    });

    it("gets a denial with its message", async () => {
      const { decide } = host((request) => request.deny("not now"));
      const sent: string[] = [];
      const response = await guarded(withRules({ ask: ["Bash"], decide }, version), hookCall("echo hi"), sent);
      expect(specific(response)).toMatchObject({ permissionDecision: "deny", permissionDecisionReason: "not now" });
      expect(sent).toEqual([]);
    });

    it("is interrupted by a denial that ends the turn", async () => {
      const { decide } = host((request) => request.deny("stop", { interrupt: true }));
      const sent: string[] = [];
      const response = await guarded(withRules({ ask: ["Bash"], decide }, version), hookCall("echo hi"), sent);
      expect(specific(response)).toMatchObject({ permissionDecision: "deny" });
      expect(sent.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { type: "control_request", request: { subtype: "interrupt" } },
      ]);
    });

    it.each<[string, PermissionRules]>([
      ["nobody", {}],
      ["a host that throws", { decide: () => Promise.reject(new Error("out of order")) }],
      ["a host that gives no answer", { decide: () => undefined as never }],
    ])("is denied by %s", async (_name, rules) => {
      const response = await guarded(withRules({ ask: ["Bash"], ...rules }, version));
      expect(specific(response)).toMatchObject({ permissionDecision: "deny" });
    });

    it("does not consult the host about AskUserQuestion, which the CLI asks about itself", async () => {
      const { asked, decide } = host();
      const input = { hook_event_name: "PreToolUse", tool_name: "AskUserQuestion", tool_input: { questions: [] } };
      const request = controlRequest("hook_callback", { callback_id: "unspool_rules", tool_use_id: "toolu_1", input });
      expect(await guarded(withRules({ ask: ["*"], decide }, version), request)).toEqual({});
      expect(asked).toEqual([]);
    });

    it("withdraws the question, which aborts the host's signal and leaves nothing pending", async () => {
      const clock = manualClock();
      const { asked, decide } = host(() => new Promise(() => {}));
      const withdrawn = new AbortController();
      const { guard } = withRules({ ask: ["Bash"], decide }, version, clock);
      const answer = guard?.answer(hookCall("echo hi"), {
        signal: withdrawn.signal,
        send: () => {},
        warn: () => {},
        state: initialState,
        agreesToMode: () => true,
      });
      withdrawn.abort(new Error("withdrawn"));
      await answer;
      expect(asked[0]?.signal.aborted).toBe(true);
      expect(clock.timers).toBe(0);
    });
  },
);

describe("a changed input", () => {
  const changing = () => host((request) => request.allow({ command: "echo changed" }));

  it("is returned by the hook where the CLI applies it, and the host is asked once", async () => {
    const { asked, decide } = changing();
    const made = withRules({ ask: ["Bash"], decide }, WITHOUT_ASK);
    expect(specific(await guarded(made))).toEqual({
      hookEventName: "PreToolUse",
      updatedInput: { command: "echo changed" },
    });
    const { response } = await ask(made, permissionRequest("Bash", { command: "echo changed" }));
    expect(response).toMatchObject({ behavior: "allow", updatedInput: { command: "echo changed" } });
    expect(asked).toHaveLength(1);
  });

  it.each(["2.0.76", OLDEST])("blocks the call where the CLI would run the original input: %s", async (version) => {
    const { decide } = changing();
    const response = await guarded(withRules({ ask: ["Bash"], decide }, version));
    expect(specific(response)).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("another input") as string,
    });
  });
});

describe("a host that takes too long", () => {
  it.each([
    [WITHOUT_ASK, undefined, 300_000],
    [WITHOUT_ASK, 2_000, 2_000],
    ["2.0.30", undefined, 50_000],
    ["2.0.30", Infinity, 50_000],
    [OLDEST, 2_000, 2_000],
  ])(
    "gets a denial before %s would run the tool: timeoutMs %s denies after %d ms",
    async (version, timeoutMs, limit) => {
      const clock = manualClock();
      const { asked, decide } = host(() => new Promise(() => {}));
      const rules = { ask: ["Bash"], decide, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
      const answer = guarded(withRules(rules, version, clock));
      clock.pass(limit - 1);
      expect(asked[0]?.signal.aborted).toBe(false);
      clock.pass(1);
      expect(specific(await answer)).toMatchObject({
        permissionDecision: "deny",
        permissionDecisionReason: `Nobody approved the call within ${limit / 1000} seconds, so it was denied.`,
      });
      expect(clock.timers).toBe(0);
    },
  );
});
