// The workspace as the fences see it: packages, source files and the module specifiers in them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's top folder. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url));

/** The parts of a package.json that the fences read. */
export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: unknown;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A source file, by its path from the root (always with slashes). */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Every module it names, types included, in order. */
  readonly specifiers: readonly string[];
  /** Those of them that are gone after compilation. */
  readonly typeSpecifiers: readonly string[];
}

/** Folders of the workspace's packages, from the root. */
export function packageFolders(): string[] {
  return ["packages", "tools"]
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .sort();
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}

/** All TypeScript files in the `src` of a package. */
export function sourceFiles(folder: string): SourceFile[] {
  const top = join(root, folder, "src");
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => {
      const path = relative(root, join(top, name)).split(sep).join("/");
      const text = readFileSync(join(top, name), "utf8");
      return { path, text, specifiers: findSpecifiers(text), typeSpecifiers: findTypeSpecifiers(text) };
    });
}

/** The file a relative specifier means, by its path from the root. */
export function resolveFrom(path: string, specifier: string): string {
  return join(dirname(path), specifier).split(sep).join("/");
}

/** The code of a file without comment lines, so that examples in doc comments are not taken for code. */
export function withoutCommentLines(text: string): string {
  return text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}

// The formatter puts every import and re-export at the start of a line, with double quotes. Anything that loads a
// module in another way (dynamic import, import type, require) is found wherever it stands.
const STATEMENT =
  /^(?:import|export)(?:\s+type)?\s+(?:[\w$]+\s*,?\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)?\s*from\s*["']([^"']+)["']/gm;
const SIDE_EFFECT = /^import\s*["']([^"']+)["']/gm;
const CALL = /\b(?:import|require)\s*\(\s*["'`]([^"'`]*)["'`]/g;

const TYPE_STATEMENT = /^(?:import|export)\s+type\s[^;]*?\sfrom\s*["']([^"']+)["']/gm;

export function findSpecifiers(text: string): string[] {
  const code = withoutCommentLines(text);
  return [STATEMENT, SIDE_EFFECT, CALL].flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => match[1] ?? ""),
  );
}

function findTypeSpecifiers(text: string): string[] {
  return [...withoutCommentLines(text).matchAll(TYPE_STATEMENT)].map((match) => match[1] ?? "");
}

/** Type names an entry of protocol exports. Its text tells them, because `export *` is not allowed. */
export function typeNames(entry: string): string[] {
  const code = withoutCommentLines(readFileSync(join(root, "packages/protocol/src", entry), "utf8"));
  const listed = [...code.matchAll(/^export\s+(type\s+)?\{([^}]*)\}/gm)].flatMap(([, isType, names = ""]) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && (isType !== undefined || name.startsWith("type ")))
      .map((name) => name.replace(/^type\s+/, "").replace(/^.*\sas\s+/, "")),
  );
  const declared = [...code.matchAll(/^export\s+(?:interface|type)\s+([\w$]+)\s*[<={]/gm)].map(([, name = ""]) => name);
  return [...listed, ...declared].sort();
}
