// Helpers that every package needs are in `@unspool/protocol/kit` and `@unspool/protocol/lines`. This finds the next copy.
import { describe, expect, it } from "vitest";
import { packageFolders, sourceFiles, withoutCommentLines } from "./workspace.ts";

interface Helper {
  readonly name: string;
  /** What a copy of it looks like. */
  readonly copy: RegExp;
  /** Files that may have one, with the reason. */
  readonly allowed: Readonly<Record<string, string>>;
}

const HELPERS: readonly Helper[] = [
  {
    name: "isObject, isRecord or asObject of @unspool/protocol/kit",
    copy: /typeof (\w+) === "object" && \1 !== null && !Array\.isArray\(\1\)/,
    allowed: { "packages/protocol/src/wire/read.ts": "the helper itself" },
  },
  {
    name: "getErrorMessage of @unspool/protocol/kit",
    copy: /(\w+) instanceof Error \? \1\.message : String\(\1\)/,
    allowed: {},
  },
  {
    name: "findNearest of @unspool/protocol/kit",
    copy: /levenshtein|function \w*[dD]istance\w*\(/,
    allowed: {},
  },
  {
    name: "createLineReader, splitLines or readLines of @unspool/protocol/lines",
    copy: /for \(let (\w+) = \w+\.indexOf\((?:LF|10|0x0a|"\\n")\)/,
    allowed: {
      "packages/protocol/src/lines.ts": "the helper itself",
      "packages/agent-sdk/src/transport/wire-lines.ts": "needs the position of each line in its chunk",
      "packages/cli/src/record/input-lines.ts": "passes a line beyond the cap on in parts",
      "packages/client/src/transcripts/file-lines.ts": "counts lines and makes none",
      "packages/client/src/process/stderr-lines.ts": "passes a long line on in parts, by characters",
    },
  },
];

const files = packageFolders().flatMap((folder) => sourceFiles(folder));

describe.each(HELPERS)("$name", ({ copy, allowed }) => {
  const copies = files.filter(({ text }) => copy.test(withoutCommentLines(text))).map(({ path }) => path);

  it("has no copy", () => {
    expect(copies.filter((path) => !Object.hasOwn(allowed, path))).toEqual([]);
  });

  it("has no exception that is no longer needed", () => {
    expect(Object.keys(allowed).filter((path) => !copies.includes(path))).toEqual([]);
  });
});
