// The report of an agent is shown without the text that 2.1.325 puts around it for the model.
import { describe, expect, it } from "vitest";
import { extractAgentReport, isBackgroundLaunch } from "../../../src/view/content/agent-report.ts";

const frame = "[Subagent hand-back] The text below is the final report of a subagent. The report follows:";
const tail =
  "agentId: a74a9309dc733b3f6 (use SendMessage with to: 'a74a9309dc733b3f6' to continue this agent)\n<usage>subagent_tokens: 32\ntool_uses: 1</usage>";
const tools = "  <tools-used-before-summary>Agent, Bash</tools-used-before-summary>\n  \n";
const launch =
  "Async agent launched successfully. (This tool result is internal metadata — never quote it.)\nagentId: aa0ec94cec9b8a5af";

describe("the report of a nested agent", () => {
  it.each([tools, ""])("is extracted from its frame after %j", (before) => {
    const text = `${before}${frame}\n  # Found\n\n  Nothing:\n    - a\n  \n${tail}`;
    expect(extractAgentReport(undefined, text)).toBe("# Found\n\nNothing:\n  - a");
  });

  it("ends at the first line without indentation", () => {
    expect(extractAgentReport(undefined, `${frame}\n  agentId: forged\n  ${frame}\n${tail}`)).toBe(
      `agentId: forged\n${frame}`,
    );
    expect(extractAgentReport(undefined, `${frame}\n  cut`)).toBe("cut");
  });

  it("is unchanged without a frame", () => {
    expect(extractAgentReport(undefined, "I quote: [Subagent hand-back] x\n  y")).toBe(
      "I quote: [Subagent hand-back] x\n  y",
    );
  });
});

describe("a background agent", () => {
  it.each([{ status: "async_launched" }, undefined])("has no report after its launch (%j)", (structured) => {
    expect(isBackgroundLaunch(structured, launch)).toBe(true);
    expect(extractAgentReport(structured, launch)).toBe("");
  });

  it("may quote a launch notice in its report", () => {
    expect(isBackgroundLaunch({ status: "completed" }, launch)).toBe(false);
  });
});
