// `npm run example`, and the page that lists the examples.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runProgram } from "../process.ts";
import { examplesFolder } from "./run-example.ts";

const script = fileURLToPath(new URL("../../../../tools/scripts/run.mjs", import.meta.url));
const files = readdirSync(examplesFolder).filter((name) => /\.(ts|sh)$/.test(name));
const names = files.map((name) => name.replace(/\.ts$/, ""));

describe("npm run example", () => {
  test("runs an example on the simulator, with the arguments after its name", async () => {
    const { stdout, code } = await runProgram(process.execPath, [script, "example", "typewriter", "Why?"], {
      env: { UNSPOOL_SIMULATE_SPEED: "0" },
    });
    expect(stdout).toMatch(/^> Why\?\n\nRecursion is .*\n\nsuccess: 45 pieces/);
    expect(code).toBe(0);
  });

  test("exits with the code of the example", async () => {
    const { stdout, stderr, code } = await runProgram(process.execPath, [script, "example", "agent-chain.sh"], {
      env: { UNSPOOL_SIMULATE_SCENARIO: "api-error", UNSPOOL_SIMULATE_SPEED: "0" },
    });
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^unspool: Claude ended the turn with an error: .*\n$/);
    expect(code).toBe(1);
  });

  test("uses the user's own claude with --claude", async () => {
    const { stdout, code } = await runProgram(process.execPath, [script, "example", "health-check", "--claude"], {
      env: { UNSPOOL_CLAUDE: "/my/own/claude" },
    });
    expect(stdout).toMatch(/^FAIL {2}start .*\/my\/own\/claude/);
    expect(code).toBe(4);
  });

  test("lists the examples without a name or with an unknown name", async () => {
    const { stdout, code } = await runProgram(process.execPath, [script, "example"]);
    const listed = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")[0]);
    expect(new Set(listed)).toEqual(new Set(names));
    expect(code).toBe(0);
    const unknown = await runProgram(process.execPath, [script, "example", "nothing"]);
    expect(unknown.stderr).toBe('There is no example "nothing". Choose one of those above.\n');
    expect(unknown.code).toBe(2);
  });
});

describe("each example", () => {
  const page = readFileSync(join(examplesFolder, "README.md"), "utf8");

  test.each(files)("%s is short, says how to run it, and is listed", (file) => {
    const text = readFileSync(join(examplesFolder, file), "utf8");
    const name = file.replace(/\.ts$/, "");
    expect(text.split("\n").length).toBeLessThanOrEqual(81);
    expect(text).toContain(`npm run example -- ${name} `);
    expect(text).toContain(`npm run example -- ${name} --claude`);
    expect(page).toContain(`](${file})`);
  });

  test("imports only what users can import", () => {
    const imported = files.flatMap((file) =>
      [...readFileSync(join(examplesFolder, file), "utf8").matchAll(/^import .* from "(.*)";$/gm)].map(
        ([, from]) => from,
      ),
    );
    const allowed = /^(node:.*|unspool|@unspool\/(protocol|simulator)(\/.*)?)$/;
    expect(imported.filter((from) => !allowed.test(from ?? ""))).toEqual([]);
  });
});
