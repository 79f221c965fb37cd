// Compiles a program of somebody else's against the packed packages, with each TypeScript that users may have. It is
// installed in a folder of its own: inside the workspace the compiler would find our sources and our libraries.
import { createHash } from "node:crypto";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, runQuietly } from "./process.mjs";
import { npm } from "./setup.mjs";

/** The oldest that our declarations are written for, the last before the native compiler, and ours. */
const COMPILERS = ["5.4", "5.9", ours("typescript")];
const LIBRARIES = ["@types/node", "@valibot/to-json-schema", "arktype", "valibot", "zod"];
const PROGRAM = "packages/client/test/consumer";

const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2022", "ESNext.Disposable"],
    module: "NodeNext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // Declarations of arkregex, which arktype needs, do not compile with 5.4.
    skipLibCheck: true,
    types: ["node"],
  },
  include: ["program"],
};

/** @returns which compilers took it */
export async function compileConsumers(packs) {
  const folder = join(root, "node_modules/.cache/unspool-consumer");
  await installOthers(folder);
  for (const { name, tarball } of packs) await unpack(tarball, join(folder, "node_modules", name));
  await rm(join(folder, "program"), { recursive: true, force: true });
  await cp(join(root, PROGRAM), join(folder, "program"), { recursive: true });
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  for (const version of COMPILERS) {
    const program = join(folder, "node_modules", alias(version), "bin/tsc");
    await runQuietly(`TypeScript ${version}`, process.execPath, [program, "-p", folder]);
  }
  return `TypeScript ${COMPILERS.join(", ")}`;
}

async function installOthers(folder) {
  const wanted = [
    ...COMPILERS.map((version) => `${alias(version)}@npm:typescript@${version}`),
    ...LIBRARIES.map((name) => `${name}@${ours(name)}`),
  ];
  const mark = join(folder, `installed-${createHash("sha256").update(wanted.join(" ")).digest("hex").slice(0, 16)}`);
  if (existsSync(mark)) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const flags = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
  await runQuietly("npm install", ...npm("install", ...flags, ...wanted));
  await writeFile(mark, "");
}

async function unpack(tarball, folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await runQuietly("tar", "tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
}

function alias(version) {
  return `typescript-${version}`;
}

/** The version that this repository uses itself. */
function ours(name) {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies[name];
}
