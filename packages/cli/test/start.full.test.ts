// `npm start`, as a clone has it.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runProgram } from "./process.ts";

const script = fileURLToPath(new URL("../../../tools/scripts/run.mjs", import.meta.url));

describe("npm start", () => {
  it("plays the demo, and prints the commands to use in a clone", async () => {
    const { stdout, code } = await runProgram(process.execPath, [script, "start"], {
      env: { npm_lifecycle_event: "start" },
    });
    expect(stdout).toMatch(/^unspool demo: a simulated session/);
    expect(stdout).toContain('npm start -- "Explain this folder"');
    // Not npx: nothing of ours is linked in a clone, and it would fetch another program of that name.
    const [, told = ""] = /node (\S+unspool\.mjs) --help/.exec(stdout) ?? [];
    expect(existsSync(fileURLToPath(new URL(`../../../${told}`, import.meta.url))) && told !== "").toBe(true);
    expect(code).toBe(0);
  });

  it("runs a prompt that is given as arguments", async () => {
    const { stdout, code } = await runProgram(process.execPath, [script, "start", "--simulate", "Hello there"]);
    expect(stdout).toContain("› Hello there");
    expect(code).toBe(0);
  });
});
