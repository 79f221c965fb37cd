// Deferred calls: which CLI versions support them, and what happens with those that do not.

import {
  initialState,
  reduce,
  type Event,
  type JsonObject,
  type SessionInitEvent,
  type TurnEndEvent,
} from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import type { PermissionRequest, PermissionRules } from "../../src/control/permissions/types.ts";
import { createResponders, type ResponderOptions } from "../../src/session/responders.ts";
import type { Responder } from "../../src/control/types.ts";
import type { Warning } from "../../src/warning.ts";
import { ask, controlRequest, manualClock, permissionRequest } from "./support.ts";

const started = (options: Omit<ResponderOptions, "clock">, version: string | undefined): Responder => {
  const responder = createResponders({ ...options, clock: manualClock() });
  if (version !== undefined) responder.init?.({ type: "session-init", version } as SessionInitEvent);
  return responder;
};

const hookCall = (more: JsonObject = {}, callback = "unspool_rules", id = "toolu_1") =>
  controlRequest("hook_callback", {
    callback_id: callback,
    tool_use_id: id,
    input: {
      session_id: "s-1",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "git push" },
      tool_use_id: id,
      ...more,
    },
  });

async function askForDecision(
  responder: Responder,
  request = hookCall(),
): Promise<{ decision: unknown; warnings: string[] }> {
  const warnings: Warning[] = [];
  const { response } = await ask(responder, request, { warnings });
  const own = response["hookSpecificOutput"] as JsonObject | undefined;
  return { decision: own?.["permissionDecision"], warnings: warnings.map(({ message }) => message) };
}

const rules: PermissionRules = { defer: ["Bash(git push)"], decide: (request) => request.defer() };
const turnEnd = (deferred: string | undefined): TurnEndEvent =>
  ({
    type: "turn-end",
    ...(deferred && { deferred: { toolUseId: deferred, name: "Bash", input: {} } }),
  }) as TurnEndEvent;

describe("a call that `permissions.defer` names", () => {
  it.each(["2.1.89", "2.1.325"])("is deferred with %s", async (version) => {
    expect(await askForDecision(started({ permissions: rules }, version))).toEqual({ decision: "defer", warnings: [] });
  });

  it("is deferred without a callback", async () => {
    const responder = started({ permissions: { defer: ["Bash"] } }, "2.1.325");
    expect(await askForDecision(responder)).toEqual({ decision: "defer", warnings: [] });
  });

  it("is deferred again by a resumed session, which asks before it has reported its version", async () => {
    expect(await askForDecision(started({ permissions: rules }, undefined))).toEqual({
      decision: "defer",
      warnings: [],
    });
  });

  it.each(["2.1.88", "2.1.74", "1.0.128"])("is denied for %s, which cannot defer", async (version) => {
    const { decision, warnings } = await askForDecision(started({ permissions: rules }, version));
    expect(decision).toBe("deny");
    expect(warnings).toEqual([
      `\`permissions.decide\`, asked about Bash, answered \`defer()\`. Claude Code ${version} cannot defer a call: 2.1.89 and later can. The call was denied.`,
    ]);
  });

  it("is denied for a sub-agent, which would end silently", async () => {
    const responder = started({ permissions: rules }, "2.1.325");
    const byInput = await askForDecision(responder, hookCall({ agent_id: "a1" }));
    const byEvent = await askForDecision(responder, { ...hookCall(), agent: "toolu_agent" });
    expect([byInput.decision, byEvent.decision]).toEqual(["deny", "deny"]);
    expect(byInput.warnings.join()).toContain("cannot defer the call of a sub-agent");
  });

  it("is passed to the callback with the session and agent", async () => {
    const asked: PermissionRequest[] = [];
    const decide = (request: PermissionRequest) => (asked.push(request), request.deny("No."));
    const responder = started({ permissions: { defer: ["Bash"], decide } }, "2.1.325");
    expect((await askForDecision(responder)).decision).toBe("deny");
    expect(asked).toMatchObject([{ toolName: "Bash", canDefer: true, sessionId: "s-1", agent: null }]);
  });

  it("is deferred before `ask` applies, and not if it is denied", async () => {
    const both = { ...rules, ask: ["Bash"] };
    expect((await askForDecision(started({ permissions: both }, "2.1.325"))).decision).toBe("defer");
    const denied = { ...rules, deny: ["Bash"] };
    expect((await askForDecision(started({ permissions: denied }, "2.1.325"))).decision).toBe("deny");
  });
});

describe("a call that the CLI asks about", () => {
  it("is denied with a warning if the callback defers it", async () => {
    const warnings: Warning[] = [];
    const permissions = (request: PermissionRequest) => (request.canDefer ? request.allow() : request.defer());
    const responder = started({ permissions }, "2.1.325");
    const { response } = await ask(responder, permissionRequest("Bash", {}), { warnings });
    expect(response["behavior"]).toBe("deny");
    expect(warnings[0]?.message).toContain("Only calls that `permissions.defer` names can be deferred.");
  });
});

describe("a hook of the host that answers defer", () => {
  const hooks = {
    PreToolUse: () => ({
      hookSpecificOutput: { hookEventName: "PreToolUse" as const, permissionDecision: "defer" as const },
    }),
  };

  it.each([
    ["2.1.325", {}, "defer"],
    ["2.1.88", {}, "deny"],
    ["2.1.325", { agent_id: "a1" }, "deny"],
  ])("with %s and the fields %o decides %s", async (version, more, wanted) => {
    const { decision, warnings } = await askForDecision(started({ hooks }, version), hookCall(more, "hook_0"));
    expect(decision).toBe(wanted);
    expect(warnings).toHaveLength(wanted === "defer" ? 0 : 1);
  });
});

describe("deferred calls of a turn", () => {
  it("add a warning for each that the CLI drops", async () => {
    const responder = started({ permissions: rules }, "2.1.325");
    await askForDecision(responder, hookCall({}, "unspool_rules", "toolu_1"));
    await askForDecision(responder, hookCall({}, "unspool_rules", "toolu_2"));
    const warnings = responder.ended?.(turnEnd("toolu_2")) ?? [];
    expect(warnings.map(({ code }) => code)).toEqual(["deferral-lost"]);
    expect(warnings[0]?.message).toContain("Bash (toolu_1) will neither run nor be asked about again");
    expect(responder.ended?.(turnEnd(undefined))).toEqual([]);
  });

  it("add no warning if there is only one", async () => {
    const responder = started({ permissions: rules }, "2.1.325");
    await askForDecision(responder);
    expect(responder.ended?.(turnEnd("toolu_1"))).toEqual([]);
  });
});

describe("a permission request", () => {
  it("has the session, the agent, its type and its description", async () => {
    const asked: PermissionRequest[] = [];
    const permissions = (request: PermissionRequest) => (asked.push(request), request.allow());
    const task = {
      type: "task-start",
      taskId: "t",
      toolUseId: "toolu_agent",
      description: "Look",
      subagentType: "Explore",
    };
    const state = reduce(initialState(), { ...task, agent: null, line: 1, sessionId: "s-9" } as Event);
    const responder = started({ permissions }, "2.1.325");
    const request = { ...permissionRequest("Bash", {}), agent: "toolu_agent" };
    await responder.answer(request, {
      signal: new AbortController().signal,
      send() {},
      warn() {},
      state: () => state,
      agreesToMode: () => true,
    });
    expect(asked).toMatchObject([
      { sessionId: "s-9", agent: "toolu_agent", agentType: "Explore", agentDescription: "Look", canDefer: false },
    ]);
  });
});

describe("timeouts of callbacks", () => {
  const never = (): Promise<never> => new Promise(() => undefined);
  const question = () => permissionRequest("AskUserQuestion", { questions: [] });
  const elicitation = () => controlRequest("elicitation", { mcp_server_name: "a", message: "?" });
  const call = () => permissionRequest("Bash", {});
  const callbacks = { permissions: never, onQuestion: never, onElicitation: never };

  it.each([
    ["permissionTimeoutMs if it is the only one", { permissionTimeoutMs: 30 }, [30, 30, 30]],
    [
      "set by each callback's own option",
      { permissionTimeoutMs: 30, questionTimeoutMs: 10, elicitationTimeoutMs: 20 },
      [30, 10, 20],
    ],
    [
      "set by the rules before the options",
      { permissions: { decide: never, timeoutMs: 40 }, permissionTimeoutMs: 30 },
      [40, 40, 40],
    ],
    ["five minutes by default", {}, [300_000, 300_000, 300_000]],
  ])("are %s", async (_, options, limits) => {
    for (const [place, request] of [call, question, elicitation].entries()) {
      const clock = manualClock();
      const responder = createResponders({ ...callbacks, ...options, clock });
      let isAnswered = false;
      const answered = ask(responder, request()).then(() => (isAnswered = true));
      await new Promise(setImmediate);
      clock.pass((limits[place] ?? 0) - 1);
      await new Promise(setImmediate);
      expect(isAnswered).toBe(false);
      clock.pass(1);
      await answered;
    }
  });
});
