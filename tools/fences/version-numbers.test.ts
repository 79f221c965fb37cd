// The simulator's engine compares versions of the CLI in one folder only: a new version is described there.
import { expect, it } from "vitest";
import { sourceFiles, withoutCommentLines } from "./workspace.ts";

it("the engine names versions of the CLI in versions/ only", () => {
  const engine = "packages/simulator/src/engine/";
  const naming = sourceFiles("packages/simulator")
    .filter(({ path }) => path.startsWith(engine) && !path.startsWith(`${engine}versions/`))
    .filter(({ text }) => /["'`]\d+\.\d+\.\d+["'`]|\bisOlder\b/.test(withoutCommentLines(text)));
  expect(naming.map(({ path }) => path)).toEqual([]);
});
