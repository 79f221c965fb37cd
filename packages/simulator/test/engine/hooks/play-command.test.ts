import { describe, expect, it, test } from "vitest";
import { playCommand } from "../../../src/engine/hooks/play-command.ts";
import type { Scenario } from "../../../src/scenario/types.ts";
import { playAll, userTexts } from "../play.ts";

test.each([
  ["echo hello  there", { stdout: "hello there\n", stderr: "", exitCode: 0 }],
  ['echo \'a; b\' "c \\"d\\""', { stdout: 'a; b c "d"\n', stderr: "", exitCode: 0 }],
  ["echo no >&2; exit 2", { stdout: "", stderr: "no\n", exitCode: 2 }],
  ["false && echo never; echo out", { stdout: "out\n", stderr: "", exitCode: 0 }],
  ["false", { stdout: "", stderr: "", exitCode: 1 }],
  ["echo a | wc -c", { stdout: "", stderr: "", exitCode: 0 }],
  ['echo "$HOME" > file', { stdout: "", stderr: "", exitCode: 0 }],
  ["rm -rf / && ./anything.sh", { stdout: "", stderr: "", exitCode: 0 }],
])("imitates the known parts of a command and runs nothing: %s", (command, outcome) => {
  expect(playCommand(command)).toEqual(outcome);
});

const look = { tool: "Bash", input: { command: "echo hi" }, result: "hi" };
const hook = (
  event: string,
  command: string,
  matcher?: string,
): { event: string; command: string; matcher: string | undefined } => ({
  event,
  command,
  matcher,
});
const once: Scenario = { turns: [{ replies: [[look], "done", "more"] }] };

describe("hooks from settings", () => {
  it("reports a SessionStart hook always, and other hooks only with includesHookEvents", async () => {
    const commandHooks = [hook("SessionStart", "echo a"), hook("Stop", "echo b")];
    const quiet = await playAll(once, ["go"], { commandHooks });
    const told = await playAll(once, ["go"], { commandHooks, includesHookEvents: true });
    const names = (lines: typeof quiet.lines): readonly unknown[] =>
      lines.filter((line) => line["subtype"] === "hook_response").map((line) => line["hook_name"]);
    expect(names(quiet.lines)).toEqual(["SessionStart:startup"]);
    expect(names(told.lines)).toEqual(["SessionStart:startup", "Stop"]);
  });

  it.each([
    ["2.1.325", "PreToolUse:Bash hook error: [echo no >&2; exit 2]: no\n"],
    ["1.0.128", "Bash operation blocked by hook:\n- [echo no >&2; exit 2]: no\n"],
  ])("a hook with exit code 2 blocks a call with the text of %s", async (version, words) => {
    const commandHooks = [hook("PreToolUse", "echo no >&2; exit 2", "Bash")];
    expect(userTexts(await playAll(once, ["go"], { version, commandHooks }))).toEqual([words]);
  });

  it("a hook that prints JSON decides like a host hook", async () => {
    const answer = JSON.stringify({
      hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "No." },
    });
    const commandHooks = [hook("PreToolUse", `echo '${answer}'`)];
    const texts = async (version: string): Promise<readonly string[]> =>
      userTexts(await playAll(once, ["go"], { version, commandHooks }));
    expect(await texts("2.1.250")).toEqual(["No."]);
    expect(await texts("2.1.325")).toEqual(["PreToolUse:Bash hook error: No."]);
  });

  it("a Stop hook with exit code 2 makes the model continue until the scenario has no replies left", async () => {
    const commandHooks = [hook("Stop", "echo again >&2; exit 2")];
    const playing = await playAll(once, ["go"], { commandHooks });
    expect(userTexts(playing)).toEqual(["hi", "Stop hook feedback:\n[echo again >&2; exit 2]: again\n"]);
    expect(playing.outline()).toContain("notification");
    expect(playing.results()).toMatchObject([{ result: "more", subtype: "success" }]);
  });

  it("a UserPromptSubmit hook with exit code 2 blocks the prompt", async () => {
    const commandHooks = [hook("UserPromptSubmit", "echo bad >&2; exit 2")];
    const playing = await playAll(once, ["go"], { commandHooks });
    const words = "UserPromptSubmit operation blocked by hook:\n[echo bad >&2; exit 2]: bad\n\n\nOriginal prompt: go";
    expect(playing.outline()).toEqual(["init", "informational", "result success"]);
    expect(playing.results()).toMatchObject([{ result: words, num_turns: 0 }]);
  });
});
