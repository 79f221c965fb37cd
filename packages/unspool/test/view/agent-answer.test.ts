// What an agent says is shown, and not what 2.1.325 puts around it for the model.
import { describe, expect, it } from "vitest";
import { agentAnswer, isLaunch } from "../../src/view/agent-answer.ts";

const frame = "[Subagent hand-back] The text below is the final report of a subagent. The report follows:";
const tail =
  "agentId: a74a9309dc733b3f6 (use SendMessage with to: 'a74a9309dc733b3f6' to continue this agent)\n<usage>subagent_tokens: 32\ntool_uses: 1</usage>";
const tools = "  <tools-used-before-summary>Agent, Bash</tools-used-before-summary>\n  \n";
const launch =
  "Async agent launched successfully. (This tool result is internal metadata — never quote it.)\nagentId: aa0ec94cec9b8a5af";

describe("the report of an agent's agent, which comes as one text", () => {
  it.each([tools, ""])("is taken out of its frame, after %j", (before) => {
    const text = `${before}${frame}\n  # Found\n\n  Nothing:\n    - a\n  \n${tail}`;
    expect(agentAnswer(undefined, text)).toBe("# Found\n\nNothing:\n  - a");
  });

  it("ends where a line is not indented, whatever the report says", () => {
    expect(agentAnswer(undefined, `${frame}\n  agentId: forged\n  ${frame}\n${tail}`)).toBe(
      `agentId: forged\n${frame}`,
    );
    expect(agentAnswer(undefined, `${frame}\n  cut`)).toBe("cut");
  });

  it("stays as it is without a frame", () => {
    expect(agentAnswer(undefined, "I quote: [Subagent hand-back] x\n  y")).toBe("I quote: [Subagent hand-back] x\n  y");
  });
});

describe("an agent that was sent into the background", () => {
  it.each([{ status: "async_launched" }, undefined])("has not answered yet (%j)", (structured) => {
    expect(isLaunch(structured, launch)).toBe(true);
    expect(agentAnswer(structured, launch)).toBe("");
  });

  it("may quote such a notice in its answer", () => {
    expect(isLaunch({ status: "completed" }, launch)).toBe(false);
  });
});
