import { describe, expect, it } from "vitest";
import { stripCliTags, stripErrorTags, parseTaskNotices } from "../../../src/view/content/cli-text.ts";

const notice = (summary: string, status = "completed"): string =>
  `<task-notification>\n<task-id>a1</task-id>\n<tool-use-id>toolu_1</tool-use-id>\n<output-file>/tmp/x</output-file>\n` +
  `<status>${status}</status>\n<summary>${summary}</summary>\n<note>It may notify more than once.</note>\n` +
  `<result>All <summary>of it</summary> passes</result>\n</task-notification>\nFull transcript available at: /tmp/x`;

describe("the notice of a background task", () => {
  it("says which task has ended, with typographic quotes", () => {
    expect(parseTaskNotices(notice('Agent "Check tests" finished'))).toEqual([
      { taskId: "a1", toolUseId: "toolu_1", isFailed: false, text: "Agent “Check tests” finished" },
    ]);
    expect(stripCliTags(notice('Agent "Check tests" finished'))).toBe("Agent “Check tests” finished");
    expect(parseTaskNotices(notice("It broke", "failed"))[0]?.isFailed).toBe(true);
  });

  it("is parsed in the form of 2.0.76 and inside the reminder of 2.1.325", () => {
    const old =
      '<agent-notification>\n<agent-id>a2</agent-id>\n<status>completed</status>\n<summary>Agent "east" completed.</summary>\n' +
      "Read the output file to retrieve the full result.\n</agent-notification>";
    expect(stripCliTags(old)).toBe("Agent “east” completed.");
    const wrapped = `<system-reminder>\n[SYSTEM NOTIFICATION - NOT USER INPUT]\nNo human input.\n\n${notice("Done")}\n</system-reminder>`;
    expect(stripCliTags(wrapped)).toBe("Done");
  });

  it("is not found in the middle of other text", () => {
    expect(parseTaskNotices(`What does ${notice("x")} mean?`)).toEqual([]);
  });
});

describe("text that the CLI writes for the model", () => {
  it("loses its tags and reminders", () => {
    expect(stripErrorTags("<tool_use_error>Error: No such tool</tool_use_error>")).toBe("Error: No such tool");
    expect(stripErrorTags("see <tool_use_error>")).toBe("see <tool_use_error>");
    expect(
      stripCliTags(
        "<system-reminder>\n<tools-used-before-summary>Bash</tools-used-before-summary>\n</system-reminder>",
      ),
    ).toBe("");
    expect(stripCliTags("<local-command-stdout>Set model</local-command-stdout>")).toBe("Set model");
    expect(stripCliTags("<system-reminder> without an end")).toBe("<system-reminder> without an end");
  });

  it("is parsed in linear time", () => {
    const hostile = "<system-reminder>".repeat(100_000);
    expect(stripCliTags(hostile)).toBe(hostile);
    expect(parseTaskNotices("<task-notification>".repeat(100_000))).toEqual([]);
  });
});
