// `npm run api`: the API reference of all published packages as a static site, made by TypeDoc from the declaration files.
// TypeDoc does not read TypeScript 7, so it is installed beside the last TypeScript that it reads, in a cache folder.
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { packages } from "./pack.mjs";
import { root, run, runQuietly } from "./process.mjs";
import { npm } from "./setup.mjs";

const TOOLS = ["typedoc@0.28.20", "typescript@5.9.3"];
const OUTPUT = "dist/api";

/** Writes dist/api/index.html and its pages. */
export async function writeApiReference() {
  const folder = join(root, "node_modules/.cache/unspool-api");
  await installTools(folder);
  // The command only exports the client again: its names would hide the client's.
  const documented = packages().filter(({ manifest }) => manifest.private !== true && manifest.name !== "unspool");
  const entries = await writeEntries(join(folder, "entries"), documented);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig(entries)));
  await rm(join(root, OUTPUT), { recursive: true, force: true });
  const flags = {
    tsconfig: join(folder, "tsconfig.json"),
    out: join(root, OUTPUT),
    name: "unspool",
    readme: join(root, "README.md"),
    disableSources: "true",
    skipErrorChecking: "true",
    logLevel: "Warn",
    includeVersion: "false",
    excludeExternals: "true",
    sort: "source-order",
  };
  await run("typedoc", process.execPath, [
    join(folder, "node_modules/typedoc/bin/typedoc"),
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
    ...entries.flatMap((entry) => ["--entryPoints", entry]),
  ]);
  console.log(`wrote ${OUTPUT}/index.html`);
}

/** One file for each entry of each package, named as users import it, so that TypeDoc names its modules so. */
async function writeEntries(folder, documented) {
  await rm(folder, { recursive: true, force: true });
  const entries = [];
  for (const { folder: home, manifest } of documented) {
    for (const [path, { types }] of Object.entries(manifest.exports ?? {}).filter(([, value]) => value.types)) {
      const name = join(manifest.name, path);
      const file = join(folder, path === "." ? join(name, "index.ts") : `${name}.ts`);
      await mkdir(dirname(file), { recursive: true });
      const target = relative(dirname(file), join(root, home, types)).replace(/\.d\.ts$/, ".js");
      await writeFile(file, `/** @module ${name.replaceAll("\\", "/")} */\nexport * from "${target}";\n`);
      entries.push(file);
    }
  }
  return entries;
}

function tsconfig(entries) {
  const lib = ["ES2023", "ESNext.Disposable", "DOM", "DOM.AsyncIterable"];
  const compilerOptions = { target: "ES2022", module: "NodeNext", lib, strict: true, skipLibCheck: true, noEmit: true };
  return {
    compilerOptions: { ...compilerOptions, types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
    files: entries,
  };
}

async function installTools(folder) {
  if (TOOLS.every((tool) => existsSync(join(folder, `installed-${tool}`)))) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const flags = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
  await runQuietly("npm install", ...npm("install", ...flags, ...TOOLS));
  for (const tool of TOOLS) await writeFile(join(folder, `installed-${tool}`), "");
}
