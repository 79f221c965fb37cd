import { describe, expect, expectTypeOf, it } from "vitest";
import { initialState, type JsonObject } from "@unspool/protocol";
import type { HookEventName, PreToolUseHookInput, TaskHookInput } from "@unspool/protocol/wire";
import { createHooks } from "../../../src/control/hooks/hooks.ts";
import type { HookCallbacks, HookInputOf } from "../../../src/control/hooks/types.ts";
import { HOOK_EVENTS } from "../../../src/options/hook-validators.ts";
import { ask, controlRequest, manualClock } from "../support.ts";

const call = (id: string, event: HookEventName, more: JsonObject = {}) =>
  controlRequest("hook_callback", {
    callback_id: id,
    tool_use_id: "toolu_1",
    input: { hook_event_name: event, tool_name: "Bash", ...more },
  });

const broken = () => {
  throw new Error("the hook is broken");
};

describe("the registration of hooks", () => {
  it("has an id and matcher for each, and a timeout longer than the host's", () => {
    const hooks: HookCallbacks = {
      PreToolUse: [{ matcher: "Bash", run: () => ({}), timeoutMs: 1500, onFailure: "block" }, () => ({})],
      Stop: () => undefined,
      SessionEnd: { run: () => undefined, timeoutMs: Infinity },
      Notification: [],
    };
    expect(createHooks(hooks, manualClock()).initialize).toEqual({
      hooks: {
        PreToolUse: [
          { matcher: "Bash", hookCallbackIds: ["hook_0"], timeout: 7, onFailure: "block" },
          { hookCallbackIds: ["hook_1"], timeout: 65 },
        ],
        Stop: [{ hookCallbackIds: ["hook_2"], timeout: 65 }],
        SessionEnd: [{ hookCallbackIds: ["hook_3"] }],
      },
    });
  });

  it("is refused for a hook without a function", () => {
    expect(() => createHooks({ Stop: { matcher: "x" } as never }, manualClock())).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});

describe("a hook", () => {
  it("is called by its id with the input and the call it is about", async () => {
    const seen: unknown[] = [];
    const hooks: HookCallbacks = {
      PreToolUse: [
        broken,
        (input, { toolUseId }) => {
          seen.push(input.tool_name, toolUseId);
          return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } };
        },
      ],
    };
    const { response } = await ask(createHooks(hooks, manualClock()), call("hook_1", "PreToolUse"));
    expect(response).toEqual({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } });
    expect(seen).toEqual(["Bash", "toolu_1"]);
  });

  it("decides nothing if it returns nothing", async () => {
    const { response } = await ask(createHooks({ Stop: () => undefined }, manualClock()), call("hook_0", "Stop"));
    expect(response).toEqual({});
  });

  it("is refused if it is not registered", async () => {
    const { subtype, error } = await ask(createHooks({}, manualClock()), call("hook_9", "Stop"));
    expect([subtype, error]).toEqual(["error", 'No hook callback found for ID: "hook_9"']);
  });

  it("is not called for other requests", () => {
    const context = {
      signal: new AbortController().signal,
      send: () => {},
      warn: () => {},
      state: initialState,
      agreesToMode: () => true,
    };
    expect(createHooks({}, manualClock()).answer(controlRequest("mcp_message", {}), context)).toBeUndefined();
  });
});

describe("a hook that fails", () => {
  it.each([
    ["throws", broken],
    ["returns an invalid answer", () => "no" as never],
    ["returns a value that JSON cannot represent", () => ({ systemMessage: 1n as never })],
  ])('blocks only with `onFailure: "block"` if it %s', async (_name, run) => {
    const go = await ask(createHooks({ PreToolUse: run }, manualClock()), call("hook_0", "PreToolUse"));
    expect(go.response).toEqual({});
    const blocking = createHooks({ PreToolUse: { run, onFailure: "block" } }, manualClock());
    expect((await ask(blocking, call("hook_0", "PreToolUse"))).response).toMatchObject({
      decision: "block",
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" },
    });
  });

  it("gets an aborted signal after its timeout, and counts as failed", async () => {
    const clock = manualClock();
    const signals: AbortSignal[] = [];
    const run = (_input: unknown, { signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<undefined>(() => {});
    };
    const responder = createHooks({ PreToolUse: { run, timeoutMs: 100, onFailure: "block" } }, clock);
    const answer = ask(responder, call("hook_0", "PreToolUse"));
    clock.pass(99);
    expect(signals[0]?.aborted).toBe(false);
    clock.pass(1);
    expect((await answer).response).toMatchObject({ reason: "A hook of the host for PreToolUse took too long" });
    expect([signals[0]?.aborted, clock.timers]).toEqual([true, 0]);
  });

  it("blocks nothing if the CLI no longer waits", async () => {
    const withdrawn = new AbortController();
    const run = () => new Promise<undefined>(() => {});
    const responder = createHooks({ PreToolUse: { run, onFailure: "block" } }, manualClock());
    const answer = ask(responder, call("hook_0", "PreToolUse"), withdrawn);
    withdrawn.abort();
    expect((await answer).response).toEqual({});
  });

  it.each<[HookEventName, JsonObject, JsonObject]>([
    ["UserPromptSubmit", {}, { decision: "block" }],
    ["PostToolUse", {}, { decision: "block" }],
    [
      "PermissionRequest",
      {},
      { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny" } } },
    ],
    ["PreModelSwitch", {}, { hookSpecificOutput: { hookEventName: "PreModelSwitch", permissionDecision: "deny" } }],
    ["Elicitation", {}, { hookSpecificOutput: { hookEventName: "Elicitation", action: "cancel" } }],
    ["Stop", { stop_hook_active: false }, { decision: "block" }],
  ])("blocks %s with the answer of that event", async (event, input, expected) => {
    const responder = createHooks({ [event]: { run: broken, onFailure: "block" } }, manualClock());
    expect((await ask(responder, call("hook_0", event, input))).response).toMatchObject(expected);
  });

  it.each(["Stop", "SubagentStop"] as const)("does not block the end of an agent twice (%s)", async (event) => {
    const responder = createHooks({ [event]: { run: broken, onFailure: "block" } }, manualClock());
    expect((await ask(responder, call("hook_0", event, { stop_hook_active: true }))).response).toEqual({});
  });
});

describe("the types of hooks", () => {
  it("cover all 33 events, each with its input type", () => {
    type Missing = { [Event in HookEventName]: [HookInputOf<Event>] extends [never] ? Event : never }[HookEventName];
    expectTypeOf<Missing>().toBeNever();
    expect(Object.keys(HOOK_EVENTS)).toHaveLength(33);
  });

  it("give a callback the input of its event", () => {
    const hooks: HookCallbacks = {
      PreToolUse: (input) => void expectTypeOf(input).toExtend<PreToolUseHookInput>(),
      TaskCreated: [{ run: (input) => void expectTypeOf(input).toExtend<TaskHookInput>() }],
      Stop: { run: ({ stop_hook_active }) => void expectTypeOf(stop_hook_active).toBeBoolean() },
    };
    expect(Object.keys(hooks)).toHaveLength(3);
    // @ts-expect-error -- there is no such event
    const unknown: HookCallbacks = { NoSuchEvent: () => undefined };
    expect(unknown).toBeDefined();
  });
});
