// The real program, into a pipe. Its output for the demo is kept in golden/: look at it, it is what people see first.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { outcomeOf, start } from "./scripts.ts";

const ESC = "\u001b";
const folder = mkdtempSync(join(tmpdir(), "unspool-start-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe("npm start into a pipe", () => {
  it("prints the demo byte for byte, at once", async () => {
    const { code, stdout, stderr } = await outcomeOf(start([]));
    await expect(stdout).toMatchFileSnapshot("golden/pipe.txt");
    expect(stdout).not.toMatch(/[^\n\P{Cc}]/u);
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("prints the same with colours when asked to, each piece closed", async () => {
    const { stdout } = await outcomeOf(start([], { FORCE_COLOR: "1" }));
    const plain = readFileSync(join(import.meta.dirname, "golden/pipe.txt"), "utf8");
    const painted = new RegExp(`${ESC}\\[[\\d;]+m([^${ESC}]*)${ESC}\\[0m`, "g");
    expect(stdout.replaceAll(painted, "$1")).toBe(plain);
    expect(stdout).toContain(`${ESC}[1munspool${ESC}[0m`);
  });

  it("waits when a speed is given, and only then", async () => {
    const begun = performance.now();
    const { code } = await outcomeOf(start(["--speed", "40"]));
    expect(code).toBe(0);
    expect(performance.now() - begun).toBeGreaterThan(300);
  });

  it("ends quietly when the reader goes away", async () => {
    const child = start(["--speed", "20"]);
    child.stdout?.once("data", () => child.stdout?.destroy());
    const { code, stderr } = await outcomeOf(child);
    expect([code, stderr]).toEqual([0, ""]);
  });

  it.skipIf(process.platform === "win32")("ends with 130 on Ctrl-C, and ends its line", async () => {
    const child = start(["--speed", "1"]);
    child.stdout?.on("data", (text: string) => text.includes("Before") && child.kill("SIGINT"));
    const { code, stdout, stderr } = await outcomeOf(child);
    expect([code, stderr]).toEqual([130, ""]);
    expect(stdout.endsWith("\n")).toBe(true);
  });

  it("plays a recording that is cut off in the middle of a line", async () => {
    const demoText = readFileSync(join(import.meta.dirname, "../recordings/demo/fix-the-test.ndjson"), "utf8");
    const { code, stdout } = await outcomeOf(start([file("cut.ndjson", demoText.slice(0, 20_000))]));
    expect(code).toBe(0);
    expect(stdout).toContain("! line ");
  });
});

describe("wrong use", () => {
  it.each([
    ["a file that is not there", ["nowhere.ndjson"], /^There is no file ".*nowhere\.ndjson": .*\.\n$/],
    ["a folder", [folder], /^".*" is a folder: .*\.\n$/],
    ["an empty file", [file("empty.ndjson", "")], /^".*" is empty: .*\.\n$/],
    ["blank lines only", [file("blank.ndjson", "\n\n\r\n")], /^".*" is empty: .*\.\n$/],
    ["plain text", [file("notes.txt", "Dear diary,\n".repeat(1000))], /^".*" is not a recording: .*\.\n$/],
    ["other JSON", [file("package.json", '{\n  "name": "x"\n}\n')], /^".*" is not a recording: .*\.\n$/],
    ["an unknown option", ["--sped"], /^There is no option "--sped": .*\.\n$/],
    ["a speed that is no number", ["--speed", "fast"], /^--speed needs a number.*\.\n$/],
  ])("%s: one sentence and exit code 2", async (_what, words, sentence) => {
    const { code, stdout, stderr } = await outcomeOf(start(words));
    expect(stderr).toMatch(sentence);
    expect([code, stdout]).toEqual([2, ""]);
  });

  it("explains itself on --help", async () => {
    const { code, stdout } = await outcomeOf(start(["--help"]));
    expect(code).toBe(0);
    expect(stdout).toContain("npm start -- path/to/recording.ndjson");
  });
});
