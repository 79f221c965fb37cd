// Every option and every member of a session, a turn or a result has a doc line: that is what an editor shows.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const OPTIONS = ["history", "host", "model", "program", "tool"].map((group) => `options/${group}-options.ts`);
const TYPES = ["session/types.ts", "limits/types.ts", "turn/types.ts", "turn/web/response-types.ts"];
const FILES = ["options/options.ts", ...OPTIONS, ...TYPES];
/** The members of a promise, which need no doc line. */
const KNOWN = new Set(["then", "catch", "finally"]);

describe.each(FILES)("%s", (file) => {
  it("has a doc line for each member", () => {
    const lines = readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8").split("\n");
    const bare = lines.flatMap((line, index) => {
      const [, name = ""] = /^ {2}(?:readonly )?(\w+)(?:\??:|\(|<)/.exec(line) ?? [];
      const before = lines[index - 1] ?? "";
      const isMember = name !== "" && !/^ {2}extends|[,{]$/.test(line) && !KNOWN.has(name);
      // A default alone does not say what the option is for.
      const isDocumented = before.trimEnd().endsWith("*/") && !/^ *\/\*\* @/.test(before);
      return isMember && !isDocumented ? [name] : [];
    });
    expect(bare).toEqual([]);
  });
});
