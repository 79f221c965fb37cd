import { describe, expect, it } from "vitest";
import { initialState, type PermissionUpdate } from "@unspool/protocol";
import { createPermissions } from "../../../src/control/permissions/permissions.ts";
import type { PermissionCallback, PermissionRequest, PermissionRules } from "../../../src/control/permissions/types.ts";
import { ask, controlRequest, manualClock, permissionRequest } from "../support.ts";

async function decide(
  permissions: PermissionCallback | PermissionRules,
  request = permissionRequest("Bash", { command: "ls" }),
) {
  return (await ask(createPermissions({ permissions, cwd: "/work", clock: manualClock() }), request)).response;
}

const rule: PermissionUpdate = {
  type: "addRules",
  rules: [{ toolName: "Bash", ruleContent: "ls" }],
  behavior: "allow",
  destination: "localSettings",
};
const mode: PermissionUpdate = { type: "setMode", mode: "acceptEdits", destination: "session" };

describe("permission rules", () => {
  const yes: PermissionCallback = (request) => request.allow();
  const no: PermissionCallback = (request) => request.deny("decided");

  it.each<[string, PermissionRules, string, string?]>([
    [
      "apply deny first",
      { deny: ["Bash"], ask: ["Bash"], allow: ["Bash"], decide: yes },
      "deny",
      "The host's rule Bash denies this call.",
    ],
    ["apply ask before allow", { ask: ["Bash"], allow: ["Bash"], decide: no }, "deny", "decided"],
    ["apply allow before the callback", { allow: ["Bash(ls)"], decide: no }, "allow"],
    ["call the callback if no rule matches", { allow: ["Read"], decide: yes }, "allow"],
    [
      "deny if no rule matches and there is no callback",
      { allow: ["Read"] },
      "deny",
      "No rule of the host allows this call of Bash.",
    ],
    [
      "deny if ask matches and there is no callback",
      { ask: ["Bash"], allow: ["Bash"] },
      "deny",
      "No rule of the host allows this call of Bash.",
    ],
  ])("%s", async (_name, rules, behavior, message) => {
    expect(await decide(rules)).toMatchObject({ behavior, ...(message === undefined ? {} : { message }) });
  });

  it("are refused at once if they can never match", () => {
    const make = (permissions: PermissionRules) => () => createPermissions({ permissions, clock: manualClock() });
    expect(make({ allow: ["Bash("] })).toThrow(expect.objectContaining({ code: "invalid-option" }));
    expect(make({ deny: "Bash" as never })).toThrow(/permissions\.deny must be a list/);
  });
});

describe("an answer", () => {
  it("always contains the input", async () => {
    expect(await decide(() => ({ behavior: "allow" }))).toEqual({
      behavior: "allow",
      updatedInput: { command: "ls" },
      toolUseID: "toolu_1",
    });
    expect(await decide({ allow: ["Bash"] })).toMatchObject({ updatedInput: { command: "ls" } });
  });

  it("may change the input", async () => {
    expect(await decide((request) => request.allow({ command: "pwd" }))).toMatchObject({
      updatedInput: { command: "pwd" },
    });
  });

  it("can allow permanently with the rules that the CLI suggests", async () => {
    const request = permissionRequest("Bash", { command: "ls" }, { suggestions: [rule, mode] });
    expect(await decide((asked) => asked.alwaysAllow(), request)).toMatchObject({
      behavior: "allow",
      updatedPermissions: [rule],
    });
  });

  it("can allow permanently with other suggestions of the CLI, or with given updates", async () => {
    const request = permissionRequest("Edit", { file_path: "x" }, { suggestions: [mode] });
    expect(await decide((asked) => asked.alwaysAllow(), request)).toMatchObject({ updatedPermissions: [mode] });
    const answer = await decide(
      (asked) => asked.alwaysAllow({ updates: [rule], changedInput: { file_path: "y" } }),
      request,
    );
    expect(answer).toMatchObject({ updatedPermissions: [rule], updatedInput: { file_path: "y" } });
  });

  it("may deny with a message and end the turn", async () => {
    expect(await decide((request) => request.deny("no shell", { interrupt: true }))).toEqual({
      behavior: "deny",
      message: "no shell",
      interrupt: true,
      toolUseID: "toolu_1",
    });
  });

  it("gets a default message if it denies without one", async () => {
    expect(await decide((request) => request.deny())).toMatchObject({
      behavior: "deny",
      message: "The host denied this call.",
    });
    expect(await decide(() => ({ behavior: "deny", message: "  " }))).toMatchObject({
      message: "The host denied this call.",
    });
  });

  it.each([
    ["nothing", undefined],
    ["a truth value", true],
    ["an unknown behaviour", { behavior: "maybe" }],
    ["an input that is none", { behavior: "allow", updatedInput: "ls" }],
    ["an input that is not JSON", { behavior: "allow", updatedInput: { n: 1n } }],
    ["a denial without a message", { behavior: "deny" }],
  ])("denies if it is invalid: %s", async (_name, answer) => {
    expect(await decide(() => answer as never)).toMatchObject({
      behavior: "deny",
      message: expect.stringContaining("is not valid") as string,
    });
  });
});

describe("the callback", () => {
  it("receives all fields of the request", async () => {
    const given: PermissionRequest[] = [];
    const request = permissionRequest(
      "Bash",
      { command: "ls" },
      { suggestions: [rule], reason: "why", agent: "toolu_0" },
    );
    await decide((asked) => {
      given.push(asked);
      return asked.allow();
    }, request);
    expect(given[0]).toMatchObject({
      requestId: request.requestId,
      toolName: "Bash",
      input: { command: "ls" },
      toolUseId: "toolu_1",
      agent: "toolu_0",
      reason: "why",
      suggestions: [rule],
    });
  });

  it("denies with the error message if it throws", async () => {
    const broken = () => {
      throw new Error("the database is gone");
    };
    expect(await decide(broken)).toMatchObject({
      behavior: "deny",
      message: "The call could not be approved: the database is gone",
    });
    expect(await decide(() => Promise.reject(new Error("later")))).toMatchObject({
      message: expect.stringContaining("later") as string,
    });
  });

  it.each([
    [undefined, 300_000],
    [2_000, 2_000],
  ])("denies if it takes too long: timeoutMs %s denies after %d ms", async (timeoutMs, limit) => {
    const clock = manualClock();
    const signals: AbortSignal[] = [];
    const permissions: PermissionRules = {
      decide: ({ signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    const answer = ask(createPermissions({ permissions, clock }), permissionRequest("Bash", {}));
    clock.pass(limit - 1);
    expect(signals[0]?.aborted).toBe(false);
    clock.pass(1);
    expect((await answer).response).toMatchObject({
      behavior: "deny",
      message: `Nobody approved the call within ${limit / 1000} seconds, so it was denied.`,
    });
    expect(signals[0]?.aborted).toBe(true);
    expect(clock.timers).toBe(0);
  });

  it("can take any time without a timeout", async () => {
    const clock = manualClock();
    const permissions: PermissionRules = { decide: (request) => request.allow(), timeoutMs: Infinity };
    const answer = ask(createPermissions({ permissions, clock }), permissionRequest("Bash", {}));
    expect(clock.timers).toBe(0);
    expect((await answer).response).toMatchObject({ behavior: "allow" });
  });

  it("gets an aborted signal when the request is withdrawn, and the answer settles", async () => {
    const withdrawn = new AbortController();
    const clock = manualClock();
    const signals: AbortSignal[] = [];
    const permissions: PermissionCallback = ({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const answer = ask(createPermissions({ permissions, clock }), permissionRequest("Bash", {}), withdrawn);
    withdrawn.abort(new Error("withdrawn"));
    expect((await answer).response).toMatchObject({ behavior: "deny" });
    expect(signals[0]?.reason).toEqual(new Error("withdrawn"));
    expect(clock.timers).toBe(0);
  });
});

it("leaves other requests alone", () => {
  const responder = createPermissions({ permissions: {}, clock: manualClock() });
  const context = {
    signal: new AbortController().signal,
    send: () => {},
    warn: () => {},
    state: initialState,
    agreesToMode: () => true,
  };
  expect(responder.answer(controlRequest("elicitation", {}), context)).toBeUndefined();
});
