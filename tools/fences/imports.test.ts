// Nothing imports upwards: between packages, between the layers of a package (see layers.ts), and between files.
import { describe, expect, it } from "vitest";
import { findLayer, findMisordered, LAYERS } from "./layers.ts";
import {
  packageFolders,
  readManifest,
  resolveFrom,
  sourceFiles,
  findSpecifiers,
  withoutCommentLines,
  type SourceFile,
} from "./workspace.ts";

/** Which packages of ours each package may import. A new package states its place here. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "packages/protocol": [],
  "packages/client": ["@unspool/protocol"],
  "packages/simulator": ["@unspool/protocol"],
  "packages/agent-sdk": ["@unspool/client", "@unspool/protocol"],
  "packages/cli": ["@unspool/client", "@unspool/protocol", "@unspool/simulator"],
  "tools/conformance": ["@unspool/agent-sdk", "@unspool/protocol", "@unspool/simulator", "unspool"],
};

describe("the reader of import lines", () => {
  it("finds every way to name a module", () => {
    const text = [
      `import { a } from "./a.ts";`,
      `import type { B } from "./b.ts";`,
      `import c, { d } from "./c.ts";`,
      `import * as e from "./e.ts";`,
      `import {\n  f,\n  type G,\n} from "./f.ts";`,
      `import "./h.ts";`,
      `export { i } from "./i.ts";`,
      `export type { J } from "./j.ts";`,
      `export * from "./k.ts";`,
      `export * as l from "./l.ts";`,
      `const m = await import("./m.ts");`,
      `type N = import("./n.ts").N;`,
      `const o = require("./o.ts");`,
      ` * import { no } from "a doc comment";`,
      `// import { no } from "a comment";`,
    ].join("\n");
    const letters = "abcefhijklmno".split("").map((letter) => `./${letter}.ts`);
    expect(findSpecifiers(text).sort()).toEqual(letters);
  });
});

describe.each(packageFolders())("%s", (folder) => {
  const manifest = readManifest(folder);
  const files = sourceFiles(folder);
  const dependencies = Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  });

  it("has a place in the table of packages", () => {
    expect(Object.keys(PACKAGES)).toContain(folder);
  });

  it("depends on no package of ours that stands above it", () => {
    const ours = new Set(packageFolders().map((other) => readManifest(other).name));
    expect(dependencies.filter((name) => ours.has(name) && !PACKAGES[folder]?.includes(name))).toEqual([]);
  });

  it("imports by name only what its package.json declares", () => {
    const undeclared = files.flatMap(({ path, specifiers }) =>
      specifiers
        .filter((specifier) => !specifier.startsWith("."))
        .filter((specifier) => folder === "packages/protocol" || !specifier.startsWith("node:"))
        .filter((specifier) => !dependencies.includes(packageName(specifier)))
        .map((specifier) => `${path}: ${specifier}`),
    );
    expect(undeclared).toEqual([]);
  });

  it("imports its own files with their .ts ending, and stays inside its src", () => {
    const paths = new Set(files.map(({ path }) => path));
    const stray = files.flatMap(({ path, specifiers }) =>
      specifiers
        .filter((specifier) => specifier.startsWith("."))
        .filter((specifier) => !paths.has(resolveFrom(path, specifier)))
        .map((specifier) => `${path}: ${specifier}`),
    );
    expect(stray).toEqual([]);
  });

  it("has no cycle of files", () => {
    expect(findCycle(new Map(files.map((file) => [file.path, listTargets(file)])))).toEqual([]);
  });

  it("has no default export and no export *", () => {
    const offending = files.filter(({ text }) =>
      /^export\s+(?:default\b|\*\s*from\b|\{[^}]*\bas\s+default\b)/m.test(withoutCommentLines(text)),
    );
    expect(offending.map(({ path }) => path)).toEqual([]);
  });
});

describe("@unspool/protocol", () => {
  const files = sourceFiles("packages/protocol");

  it("has no dependency of any kind", () => {
    const { dependencies, peerDependencies, optionalDependencies } = readManifest("packages/protocol");
    expect([dependencies, peerDependencies, optionalDependencies]).toEqual([undefined, undefined, undefined]);
  });

  it("loads nothing at run time by import() or require()", () => {
    const loading = files.filter(({ text }) => /\brequire\s*\(|\bimport\s*\(/.test(withoutCommentLines(text)));
    expect(loading.map(({ path }) => path)).toEqual([]);
  });
});

describe.each(Object.entries(LAYERS))("the layers of %s", (folder, layers) => {
  it("are listed in the order of their imports", () => {
    expect(findMisordered(layers)).toEqual([]);
  });

  it("import only what their table allows", () => {
    const findLayerOfFile = (path: string): string | undefined => findLayer(path.replace(`${folder}/src/`, ""), layers);
    const forbidden = sourceFiles(folder).flatMap((file) => {
      const from = findLayerOfFile(file.path);
      if (from === undefined) return [];
      const allowed = layers[from];
      if (allowed === undefined) return [`${file.path}: add the folder ${from} to layers.ts`];
      return ownImports(file)
        .filter(
          (target) =>
            findLayerOfFile(target) !== from && !allowed.includes(findLayerOfFile(target) ?? "the top of src"),
        )
        .map((target) => `${file.path}: ${target}`);
    });
    expect(forbidden).toEqual([]);
  });
});

/**
 * The imports that count for a cycle of files. In protocol all of them count, except between wire types, which contain each
 * other. In other packages type imports do not count: a session and its turn know each other by type.
 */
function listTargets(file: SourceFile): string[] {
  const isStrict = /^packages\/protocol\/src\/(?!wire\/)/.test(file.path);
  return isStrict ? ownImports(file) : ownImports(file, codeSpecifiers(file));
}

function codeSpecifiers({ specifiers, typeSpecifiers }: SourceFile): string[] {
  const types = new Set(typeSpecifiers);
  return specifiers.filter((specifier) => !types.has(specifier));
}

function ownImports({ path, specifiers }: SourceFile, selected: readonly string[] = specifiers): string[] {
  return selected.filter((specifier) => specifier.startsWith(".")).map((specifier) => resolveFrom(path, specifier));
}

function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** The files of the first cycle found, or none. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): readonly string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const target of graph.get(path) ?? []) {
      const cycle = visit(target, [...trail, path]);
      if (cycle.length > 0) return cycle;
    }
    done.add(path);
    return [];
  };
  for (const path of graph.keys()) {
    const cycle = visit(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
