// The client's errors and warnings as the command shows them, without options of the library.
import { locateClaude, readRecording } from "@unspool/client";
import { describe, expect, it } from "vitest";
import { describeBudget, describeError, describeWarning } from "../../src/output/describe-error.ts";

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("describeError", () => {
  it("names UNSPOOL_CLAUDE if no claude is found, without all searched locations", () => {
    const error = thrownBy(() => locateClaude({ env: { PATH: "" }, home: "/nowhere", platform: "linux" }));
    expect(describeError(error)).toBe(
      "No `claude` was found on the PATH, nor in the usual places. Install Claude Code " +
        "(npm install -g @anthropic-ai/claude-code), or give the path of its program in UNSPOOL_CLAUDE.",
    );
  });

  it.each([
    [{ env: { UNSPOOL_CLAUDE: "/nope" } }, 'There is no program "/nope", which UNSPOOL_CLAUDE names.'],
    [{ env: {}, executable: "/nope" }, 'There is no program "/nope". Give the path'],
  ])("names the given program: %j", (options, words) => {
    expect(describeError(thrownBy(() => locateClaude(options)))).toContain(words);
  });

  it("suggests view for a transcript that is not a recording", () => {
    const transcript = JSON.stringify({ type: "user", parentUuid: null, sessionId: "s", uuid: "u", message: {} });
    const words = describeError(thrownBy(() => readRecording(Buffer.from(`${transcript}\n`))));
    expect(words).toContain("which unspool view shows");
    expect(words).not.toContain("sessions.read");
  });

  it.each([
    ["watchdog", {}, "Claude stalled. Raise the limit.", "Raise the limit.", "Claude stalled."],
    ["interrupted", {}, "It ended. Ask again.", "Ask again.", "It ended."],
    [
      "replay-mismatch",
      { kind: "prompt" },
      "It differs. Pass onMismatch.",
      "Pass onMismatch.",
      "It differs. Say what was recorded, or record again.",
    ],
  ])("replaces the advice of %s, or drops it", (code, more, message, advice, described) => {
    const error = Object.assign(new Error(message), { code, details: { ...more, advice } });
    expect(describeError(error)).toBe(described);
  });

  it("formats money", () => {
    const error = { code: "budget-exceeded", details: { kind: "usd", limit: 10, spent: 10.001368000000001 } };
    expect(describeError(error)).toBe("The budget of $10.00 is used up: it has cost $10.00. Give more with --budget.");
    expect(describeBudget(0.01, 12.5)).toContain("$0.0100 is used up: it has cost $12.50");
  });

  it("describes any thrown value", () => {
    expect([describeError("x"), describeError(undefined), describeError(new Error("y"))]).toEqual([
      "x",
      "undefined",
      "y",
    ]);
  });
});

describe("describeWarning", () => {
  it("suggests --json for lines that could not be parsed", () => {
    const advice = "see the events of type `malformed`";
    const message = `2 lines could not be parsed: ${advice}.`;
    expect(describeWarning({ code: "lines-malformed", message, details: { advice } })).toBe(
      "2 lines could not be parsed: --json shows which.",
    );
  });

  it("keeps a message without advice", () => {
    expect(describeWarning({ code: "retried", message: "Asked again." })).toBe("Asked again.");
  });
});
