// The flags of the `unspool` command, derived from the table of options.
import { describe, expect, it } from "vitest";
import { OPTION_FLAGS } from "../../src/options/command-flags.ts";
import { SESSION_OPTIONS } from "../../src/options/options.ts";

function findFlag(name: string): (typeof OPTION_FLAGS)[number] {
  const flag = OPTION_FLAGS.find((known) => known.name === name);
  if (flag === undefined) throw new Error(`There is no flag ${name}.`);
  return flag;
}

describe("the flags of the command", () => {
  it("set these options and are in the order of the help", () => {
    expect(OPTION_FLAGS.map(({ name, option }) => `--${name} ${option}`)).toMatchInlineSnapshot(`
      [
        "--model model",
        "--resume resume",
        "--continue continue",
        "--fork fork",
        "--permission permissionMode",
        "--budget budget",
        "--record record",
      ]
    `);
  });

  it("parse text to values that their options accept", () => {
    const texts = { model: "opus", resume: "id", permission: "plan", budget: "0.5", record: "a.jsonl" };
    for (const [name, text] of Object.entries(texts)) {
      const { option, parse } = findFlag(name);
      const parsed = parse(text);
      const value = "value" in parsed ? parsed.value : undefined;
      expect(value).toEqual(name === "budget" ? { usd: 0.5 } : text);
      expect(SESSION_OPTIONS[option as keyof typeof SESSION_OPTIONS].validate(value)).toBeUndefined();
    }
  });

  it.each([
    ["budget", "much", "a number above 0"],
    ["budget", "0", "a number above 0"],
    ["budget", " ", "a number above 0"],
    ["model", "", "a non-empty string"],
    ["record", "", "a non-empty string"],
  ])("report what --%s expects instead of %j", (name, text, expected) => {
    expect(findFlag(name).parse(text)).toEqual({ expected });
  });
});
