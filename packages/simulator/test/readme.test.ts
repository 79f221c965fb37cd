// The README and the pages of the simulator name everything that users can rely on.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SIMULATOR_OPTIONS, toVariable } from "../src/cli/arguments/simulator-options.ts";
import { FAULT_NAMES } from "../src/faults/check-faults.ts";
import { say } from "../src/scenario/build/say.ts";
import { loadScenario } from "../src/scenario/load/load-scenario.ts";

const folder = join(import.meta.dirname, "..");
const pages = join(folder, "../../docs/simulator");
const readme = readFileSync(join(folder, "README.md"), "utf8");
const documentation = [readme, ...readdirSync(pages).map((page) => readFileSync(join(pages, page), "utf8"))].join("\n");

describe("the README", () => {
  it("shows a valid scenario", async () => {
    const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
    const scenario = await loadScenario(yaml);
    expect(scenario.turns.length).toBeGreaterThan(0);
  });

  it("links to every page", () => {
    expect(
      readdirSync(pages).filter(
        (page) => !readme.includes(`(https://github.com/unspool/unspool/blob/main/docs/simulator/${page})`),
      ),
    ).toEqual([]);
  });
});

describe("the documentation", () => {
  it("names every ready-made scenario", () => {
    const names = readdirSync(join(folder, "scenarios")).map((file) => file.replace(/\.yaml$/, ""));
    expect(names.filter((name) => !documentation.includes(`\`${name}\``))).toEqual([]);
  });

  it("names every fault", () => {
    expect(FAULT_NAMES.filter((name) => !documentation.includes(`| \`${name}\``))).toEqual([]);
  });

  it("names every method of the builder, and every option of simulate() and startModelStub()", () => {
    const words = [...Object.keys(say).map((word) => `say.${word}(`), ".turn(", ".notice(", ".else(", ".with("];
    expect(words.filter((word) => !documentation.includes(`\`${word}`))).toEqual([]);
    const options = ["cli/arguments/flag-options", "simulate", "api/options"].flatMap((name) => {
      const source = readFileSync(join(folder, "src", `${name}.ts`), "utf8");
      const [, body = ""] = /export interface \w*Options[^{]*\{([\s\S]*?)\n\}/.exec(source) ?? [];
      return [...body.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, option]) => option ?? "");
    });
    expect(options.length).toBeGreaterThan(25);
    expect(options.filter((option) => !documentation.includes(`\`${option}\``))).toEqual([]);
  });

  it("names every flag and variable of the simulator", () => {
    const words = SIMULATOR_OPTIONS.flatMap(([name]) => [`--simulate-${name}`, toVariable(name)]);
    expect(words.filter((word) => !documentation.includes(word))).toEqual([]);
  });
});
