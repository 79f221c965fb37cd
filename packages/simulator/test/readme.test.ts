// What the README says, compared with what there is.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OWN_OPTIONS, variableOf } from "../src/cli/own-options.ts";
import { FAULT_NAMES } from "../src/faults/check.ts";
import { say } from "../src/scenario/say.ts";
import { loadScenario } from "../src/scenario/load.ts";

const folder = join(import.meta.dirname, "..");
const root = join(folder, "../..");
const readme = readFileSync(join(folder, "README.md"), "utf8");

describe("the README", () => {
  it("shows the examples as they are (else: npm run docs)", () => {
    const snippets = [...readme.matchAll(/<!-- (\S+) -->\n```js\n([\s\S]*?)```/g)];
    expect(snippets.length).toBeGreaterThanOrEqual(3);
    for (const [, file = "", code] of snippets) expect(code).toBe(readFileSync(join(root, file), "utf8"));
  });

  it("shows a scenario that is one", async () => {
    const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
    const scenario = await loadScenario(yaml);
    expect(scenario.turns.length).toBeGreaterThan(0);
  });

  it("names every ready-made scenario", () => {
    const names = readdirSync(join(folder, "scenarios")).map((file) => file.replace(/\.yaml$/, ""));
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it("names every fault", () => {
    expect(FAULT_NAMES.filter((name) => !readme.includes(`| \`${name}\``))).toEqual([]);
  });

  it("names every word of the builder, and every option of both ways in process", () => {
    const words = [...Object.keys(say).map((word) => `say.${word}(`), ".turn(", ".notice(", ".else(", ".with("];
    expect(words.filter((word) => !readme.includes(`\`${word}`))).toEqual([]);
    const options = ["cli/words-of-options", "simulate", "api/options"].flatMap((name) => {
      const source = readFileSync(join(folder, "src", `${name}.ts`), "utf8");
      const [, body = ""] = /export interface \w*Options[^{]*\{([\s\S]*?)\n\}/.exec(source) ?? [];
      return [...body.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, option]) => option ?? "");
    });
    expect(options.length).toBeGreaterThan(25);
    expect(options.filter((option) => !readme.includes(`\`${option}\``))).toEqual([]);
  });

  it("names every flag and variable of the simulator's own", () => {
    const words = OWN_OPTIONS.flatMap(([name]) => [`--simulate-${name}`, variableOf(name)]);
    expect(words.filter((word) => !readme.includes(word))).toEqual([]);
  });
});
