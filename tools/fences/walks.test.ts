// The walks through the client that ARCHITECTURE.md draws: each file makes the call that leads to the next file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./workspace.ts";

const SOURCES = "packages/client/src";

interface Step {
  readonly file: string;
  readonly call: string;
}

function readWalk(title: string): readonly Step[] {
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const section = page.split(`### ${title}\n`)[1]?.split("\n#")[0] ?? "";
  const rows = section.matchAll(/^\| `([^`]+)` \|.*\| `([^`]+)` \|$/gm);
  return [...rows].map(([, file = "", call = ""]) => ({ file, call }));
}

/** Returns the name that is called: `handle` of `this.scheduler.handle(`. */
function calledName(call: string): string {
  return /(\w+)(\?\.)?\($/.exec(call)?.[1] ?? "";
}

describe.each(["From `ask` to stdin", "From stdout to the reader"])("the walk %s", (title) => {
  const steps = readWalk(title);

  test("is drawn in a handful of files", () => {
    expect(steps.length).toBeGreaterThan(4);
    expect(steps.length).toBeLessThan(9);
  });

  test.each(steps)("$file calls $call", ({ file, call }) => {
    expect(readFileSync(join(root, SOURCES, file), "utf8")).toContain(call);
  });

  test.each(steps.slice(1).map(({ file }, index) => ({ file, name: calledName(steps[index]?.call ?? "") })))(
    "$file declares $name",
    ({ file, name }) => {
      const declaration = new RegExp(String.raw`^\s*(export function )?(async )?${name}(<.*>)?(\(.*\{|: \(|\($)`, "m");
      expect(readFileSync(join(root, SOURCES, file), "utf8")).toMatch(declaration);
    },
  );
});
