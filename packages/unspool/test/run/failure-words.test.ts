// The client's own errors, as the command tells them: no word of a library's options.
import { locateClaude, readRecording } from "@unspool/client";
import { describe, expect, it } from "vitest";
import { budgetWords, failureWords } from "../../src/run/failure-words.ts";

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("why something failed, in the command's words", () => {
  it("leads to UNSPOOL_CLAUDE where no claude is found, and not through all the places", () => {
    const error = thrownBy(() => locateClaude({ env: { PATH: "" }, home: "/nowhere", platform: "linux" }));
    expect(failureWords(error)).toBe(
      "No `claude` was found on the PATH, nor in the usual places. Install Claude Code " +
        "(npm install -g @anthropic-ai/claude-code), or name its program in UNSPOOL_CLAUDE.",
    );
  });

  it.each([
    [{ env: { UNSPOOL_CLAUDE: "/nope" } }, 'There is no program "/nope", which UNSPOOL_CLAUDE names.'],
    [{ env: {}, executable: "/nope" }, 'There is no program "/nope". Give the path'],
  ])("names what was named: %j", (options, words) => {
    expect(failureWords(thrownBy(() => locateClaude(options)))).toContain(words);
  });

  it("leads to view for a transcript that is no recording", () => {
    const transcript = JSON.stringify({ type: "user", parentUuid: null, sessionId: "s", uuid: "u", message: {} });
    const words = failureWords(thrownBy(() => readRecording(Buffer.from(`${transcript}\n`))));
    expect(words).toContain("which unspool view shows");
    expect(words).not.toContain("sessions.read");
  });

  it("tells money as people read it", () => {
    const error = { code: "budget-exceeded", details: { kind: "usd", limit: 10, spent: 10.001368000000001 } };
    expect(failureWords(error)).toBe("The budget of $10.00 is used up: it has cost $10.00. Give more with --budget.");
    expect(budgetWords(0.01, 12.5)).toContain("$0.0100 is used up: it has cost $12.50");
  });

  it("is told of anything that was thrown", () => {
    expect([failureWords("x"), failureWords(undefined), failureWords(new Error("y"))]).toEqual(["x", "undefined", "y"]);
  });
});
