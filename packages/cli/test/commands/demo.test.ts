// The first impression, in a pipe: byte for byte.
import { describe, expect, it } from "vitest";
import { unspool } from "../process.ts";

describe("unspool demo", () => {
  it("plays without waiting in a pipe, and says that it is free", async () => {
    const { stdout, stderr, code } = await unspool(["demo"]);
    await expect(stdout).toMatchFileSnapshot("../golden/demo-pipe.txt");
    expect(stdout).not.toMatch(/[^\n\P{Cc}]/u);
    expect([stderr, code]).toEqual(["", 0]);
  });

  it.each([
    ["thinking", /^○ /m],
    ["a tool that fails", /^✗ Bash/m],
    ["two agents", /^● Agent[\s\S]*^● Agent/m],
    ["a question", /^\? May it run\? Edit/m],
    ["a diff", /^ {4}2 \+/m],
    ["a retry", /^↻ The API failed/m],
    ["a cost line", /^✓ done · \$/m],
    ["three commands to try next", /Try next:\n(?: {2}unspool .*\n){3}$/],
    ["that it costs nothing", /nothing is spent/],
  ])("has %s", async (_what, pattern) => {
    expect((await unspool(["demo", "--fast"])).stdout).toMatch(pattern);
  });
});
