// Every option and every member of a session has a doc line: that is what an editor shows.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const FILES = ["options/types.ts", "session/types.ts", "turn/response-types.ts"];

describe.each(FILES)("%s", (file) => {
  it("has a doc line for each member", () => {
    const lines = readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8").split("\n");
    const bare = lines.flatMap((line, index) => {
      const [, name = ""] = /^ {2}(?:readonly )?(\w+)(?:\??:|\(|<)/.exec(line) ?? [];
      const before = lines[index - 1] ?? "";
      const isMember = name !== "" && !line.startsWith("  extends");
      return isMember && !before.trimEnd().endsWith("*/") ? [name] : [];
    });
    expect(bare).toEqual([]);
  });
});
