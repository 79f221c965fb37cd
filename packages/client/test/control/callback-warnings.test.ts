// A mistake of a host callback becomes a warning of the turn: otherwise only the model would see its effect.
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { describe, expect, it } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { createHooks } from "../../src/control/hooks/hooks.ts";
import type { PermissionCallback } from "../../src/control/permissions/types.ts";
import { createPermissions } from "../../src/control/permissions/permissions.ts";
import { createElicitations, createQuestions } from "../../src/control/permissions/questions.ts";
import type { CliRequest, Responder } from "../../src/control/types.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import type { Warning } from "../../src/warning.ts";
import { ask, controlRequest, manualClock, permissionRequest } from "./support.ts";

const BASH = permissionRequest("Bash", { command: "ls" });
const QUESTION = permissionRequest("AskUserQuestion", { questions: [{ question: "Why?", options: [] }] });
const ELICITATION = controlRequest("elicitation", { mcp_server_name: "asker", message: "Who?" });
const HOOK = controlRequest("hook_callback", { callback_id: "hook_0", input: { tool_name: "Bash" } });

const boom = (): never => {
  throw new Error("boom");
};
const hangs = (): Promise<never> => new Promise(() => {});

/** Returns the messages of all warnings after `passMs`. */
async function collectWarningText(
  make: (clock: ReturnType<typeof manualClock>) => Responder,
  request: CliRequest,
  passMs = 0,
) {
  const clock = manualClock();
  const warnings: Warning[] = [];
  const answered = ask(make(clock), request, { warnings });
  clock.pass(passMs);
  await answered;
  expect(warnings.map(({ code }) => code)).toEqual(warnings.map(() => "callback-failed"));
  return warnings.map(({ message }) => message).join("\n");
}

describe("a callback for permissions", () => {
  const permissions = (callback: unknown) => (clock: ReturnType<typeof manualClock>) =>
    createPermissions({ permissions: callback as PermissionCallback, clock });

  it.each<[string, unknown, string]>([
    ["throws", boom, "`permissions`, asked about Bash, threw: boom. The call was denied."],
    [
      "returns true",
      () => true,
      "`permissions`, asked about Bash, returned true where `request.allow()` or `request.deny()` was expected. The call was denied.",
    ],
    [
      "returns nothing",
      () => undefined,
      "`permissions`, asked about Bash, returned undefined where `request.allow()` or `request.deny()` was expected. The call was denied.",
    ],
    [
      "returns a denial without a message",
      { decide: () => ({ behavior: "deny" }) },
      '`permissions.decide`, asked about Bash, returned {"behavior":"deny"} where `request.allow()` or `request.deny()` was expected. The call was denied.',
    ],
  ])("adds a warning if it %s", async (_name, callback, message) => {
    expect(await collectWarningText(permissions(callback), BASH)).toBe(message);
  });

  it("adds a warning if it is late", async () => {
    expect(await collectWarningText(permissions({ decide: hangs, timeoutMs: 2000 }), BASH, 2000)).toBe(
      "`permissions.decide`, asked about Bash, took longer than 2000 ms. The call was denied.",
    );
  });

  it("adds no warning if it decides", async () => {
    const allow: PermissionCallback = (request) => request.allow();
    const deny: PermissionCallback = (request) => request.deny("no");
    expect(await collectWarningText(permissions(allow), BASH)).toBe("");
    expect(await collectWarningText(permissions(deny), BASH)).toBe("");
  });
});

describe("a hook", () => {
  const hook = (run: () => never, onFailure?: "block") => (clock: ReturnType<typeof manualClock>) =>
    createHooks({ PreToolUse: { run, timeoutMs: 50, ...(onFailure === undefined ? {} : { onFailure }) } }, clock);

  it("adds a warning if it throws", async () => {
    expect(await collectWarningText(hook(boom), HOOK)).toBe(
      'A hook for PreToolUse threw: boom. Its `onFailure` is "continue", so things went on.',
    );
    expect(await collectWarningText(hook(boom, "block"), HOOK)).toBe(
      'A hook for PreToolUse threw: boom. Its `onFailure` is "block", so it blocked.',
    );
  });

  it("adds a warning if it is late", async () => {
    expect(await collectWarningText(hook(hangs as () => never), HOOK, 50)).toBe(
      'A hook for PreToolUse took longer than 50 ms. Its `onFailure` is "continue", so things went on.',
    );
  });

  it("adds a warning if it returns an invalid answer", async () => {
    expect(await collectWarningText(hook((() => true) as () => never), HOOK)).toBe(
      'A hook for PreToolUse returned true where nothing or an object was expected. Its `onFailure` is "continue", so things went on.',
    );
  });

  it("adds no warning if it decides nothing", async () => {
    expect(await collectWarningText(hook((() => undefined) as () => never), HOOK)).toBe("");
    expect(await collectWarningText(hook((() => ({})) as () => never), HOOK)).toBe("");
  });

  it("may be a method that uses the fields of its class", async () => {
    class Counter {
      count = 0;
      run(): undefined {
        this.count += 1;
      }
    }
    const counter = new Counter();
    expect(await collectWarningText((clock) => createHooks({ PreToolUse: counter }, clock), HOOK)).toBe("");
    expect(counter.count).toBe(1);
  });
});

describe("a callback for questions", () => {
  it("adds a warning if onQuestion throws or returns an invalid answer", async () => {
    expect(await collectWarningText((clock) => createQuestions(boom, { clock }), QUESTION)).toMatch(
      /^`onQuestion` threw: boom\./,
    );
    expect(await collectWarningText((clock) => createQuestions(() => ({ "What?": "x" }), { clock }), QUESTION)).toMatch(
      /^`onQuestion` returned {"What\?":"x"} where an object of strings by question/,
    );
    expect(await collectWarningText((clock) => createQuestions(() => undefined, { clock }), QUESTION)).toBe("");
    expect(await collectWarningText((clock) => createQuestions(() => ({ "Why?": "so" }), { clock }), QUESTION)).toBe(
      "",
    );
  });

  it("adds a warning if onElicitation throws or returns an invalid answer", async () => {
    const wrong = (): never => ({ action: "agree" }) as never;
    expect(await collectWarningText((clock) => createElicitations(boom, { clock }), ELICITATION)).toBe(
      "`onElicitation` threw: boom. The question was cancelled.",
    );
    expect(await collectWarningText((clock) => createElicitations(wrong, { clock }), ELICITATION)).toMatch(
      /^`onElicitation` returned {"action":"agree"} where { action/,
    );
    expect(
      await collectWarningText((clock) => createElicitations(() => ({ action: "decline" }), { clock }), ELICITATION),
    ).toBe("");
  });
});

describe("a turn", () => {
  const plays = scenario("calls").turn(
    say.tool("Write", { file_path: "a", content: "1" }, "one"),
    say.tool("Write", { file_path: "b", content: "2" }, "two"),
    say.text("Done."),
  );
  const askForWarnings = async (options: SessionOptions): Promise<readonly Warning[]> => {
    const claude = createClaude({ spawn: spawnSimulated({ scenario: plays }), ...options });
    return (await claude.ask("Go.")).warnings;
  };

  it("has the warnings of its callbacks, each once", async () => {
    expect(await askForWarnings({ hooks: { PreToolUse: boom }, permissions: (request) => request.allow() })).toEqual([
      {
        code: "callback-failed",
        message: 'A hook for PreToolUse threw: boom. Its `onFailure` is "continue", so things went on.',
      },
    ]);
    expect(await askForWarnings({ permissions: (() => true) as unknown as PermissionCallback })).toEqual([
      {
        code: "callback-failed",
        message: expect.stringMatching(/^`permissions`, asked about Write, returned true/) as string,
      },
    ]);
  });
});
