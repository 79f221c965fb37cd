import { describe, expect, it } from "vitest";
import { cliWords, errorWords, taskNotices } from "../../src/view/cli-words.ts";

const notice = (summary: string, status = "completed"): string =>
  `<task-notification>\n<task-id>a1</task-id>\n<tool-use-id>toolu_1</tool-use-id>\n<output-file>/tmp/x</output-file>\n` +
  `<status>${status}</status>\n<summary>${summary}</summary>\n<note>It may notify more than once.</note>\n` +
  `<result>All <summary>of it</summary> passes</result>\n</task-notification>\nFull transcript available at: /tmp/x`;

describe("the notice of a background task", () => {
  it("says which task has ended, in the words of a text", () => {
    expect(taskNotices(notice('Agent "Check tests" finished'))).toEqual([
      { taskId: "a1", toolUseId: "toolu_1", isFailed: false, text: "Agent “Check tests” finished" },
    ]);
    expect(cliWords(notice('Agent "Check tests" finished'))).toBe("Agent “Check tests” finished");
    expect(taskNotices(notice("It broke", "failed"))[0]?.isFailed).toBe(true);
  });

  it("is read in the form of 2.0.76, and inside the reminder of 2.1.325", () => {
    const old =
      '<agent-notification>\n<agent-id>a2</agent-id>\n<status>completed</status>\n<summary>Agent "east" completed.</summary>\n' +
      "Read the output file to retrieve the full result.\n</agent-notification>";
    expect(cliWords(old)).toBe("Agent “east” completed.");
    const wrapped = `<system-reminder>\n[SYSTEM NOTIFICATION - NOT USER INPUT]\nNo human input.\n\n${notice("Done")}\n</system-reminder>`;
    expect(cliWords(wrapped)).toBe("Done");
  });

  it("is no notice in the middle of somebody's words", () => {
    expect(taskNotices(`What does ${notice("x")} mean?`)).toEqual([]);
  });
});

describe("words that the CLI writes for the model", () => {
  it("lose their tags, and reminders are left out", () => {
    expect(errorWords("<tool_use_error>Error: No such tool</tool_use_error>")).toBe("Error: No such tool");
    expect(errorWords("see <tool_use_error>")).toBe("see <tool_use_error>");
    expect(
      cliWords("<system-reminder>\n<tools-used-before-summary>Bash</tools-used-before-summary>\n</system-reminder>"),
    ).toBe("");
    expect(cliWords("<local-command-stdout>Set model</local-command-stdout>")).toBe("Set model");
    expect(cliWords("<system-reminder> without an end")).toBe("<system-reminder> without an end");
  });

  it("cost time in proportion to their length", () => {
    const hostile = "<system-reminder>".repeat(100_000);
    expect(cliWords(hostile)).toBe(hostile);
    expect(taskNotices("<task-notification>".repeat(100_000))).toEqual([]);
  });
});
