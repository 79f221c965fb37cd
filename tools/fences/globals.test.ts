// Protocol runs anywhere, and the compiler holds it to that: neither Node's nor the browser's globals exist for it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { root, sourceFiles, withoutCommentLines } from "./workspace.ts";

const project = join(root, "packages/protocol/tsconfig.json");
const scratch = mkdtempSync(join(tmpdir(), "unspool-globals-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe("the compiler settings of protocol", () => {
  it("name no ambient types and no DOM library", () => {
    const { stdout } = tsc("--showConfig", "-p", project);
    const { compilerOptions } = JSON.parse(stdout) as {
      compilerOptions: { types?: readonly string[]; lib?: readonly string[] };
    };
    expect(compilerOptions.types).toEqual([]);
    expect(compilerOptions.lib).toEqual(["es2023"]);
  });

  it("compile plain TypeScript", () => {
    expect(compile(`export const answer: number = [1, 2].at(-1) ?? 0;`)).toBe("");
  });

  it.each(["process", "Buffer", "require", "document", "window", "console", "setInterval", "EventSource"])(
    "refuse %s",
    (name) => {
      expect(compile(`export const probe: unknown = ${name};`)).toMatch(
        new RegExp(`error TS\\d+: Cannot find name '${name}'`),
      );
    },
  );

  it("know requests and timers for the reader of pages, and no other file uses them", () => {
    const users = sourceFiles("packages/protocol").filter(({ path, text }) => {
      const code = withoutCommentLines(text);
      return !path.endsWith(".d.ts") && /\b(?:fetch|setTimeout|clearTimeout|AbortController)\b/.test(code);
    });
    const folder = "packages/protocol/src/web";
    expect(users.map(({ path }) => path)).toEqual([`${folder}.ts`, `${folder}/connection.ts`]);
  });

  it("refuse Node's modules", () => {
    expect(compile(`import { readFileSync } from "node:fs";\nexport const probe: unknown = readFileSync;`)).toMatch(
      /error TS\d+: Cannot find (?:module|name) 'node:fs'/,
    );
  });
});

/** What the compiler says about a file with this text under protocol's settings. */
function compile(text: string): string {
  writeFileSync(join(scratch, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(scratch, "probe.ts"), text);
  // protocol's own ambient declarations belong to its settings, so the probe sees them too.
  const files = ["probe.ts", join(root, "packages/protocol/src/globals.d.ts")];
  const compilerOptions = { rootDir: null, outDir: join(scratch, "out"), tsBuildInfoFile: join(scratch, "out/info") };
  writeFileSync(
    join(scratch, "tsconfig.json"),
    JSON.stringify({ extends: project, compilerOptions, files, include: [] }),
  );
  return tsc("-p", scratch).stdout;
}

function tsc(...args: readonly string[]): { readonly stdout: string } {
  const bin = join(root, "node_modules/typescript/bin/tsc");
  const { stdout, error } = spawnSync(process.execPath, [bin, ...args], { encoding: "utf8" });
  if (error !== undefined) throw error;
  return { stdout };
}
