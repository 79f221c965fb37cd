// The executables and the libraries as Node loads them, from the sources. The simulator's is one file
// (docs/decisions/0009), with the YAML parser beside it: reading past it would cost every start. The command's is cut at
// its `import()`s, so that each command loads its own.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { root } from "./process.mjs";

/** Quick enough to be done always. A file that has not changed is left alone, since tests may be running it. */
export async function bundle() {
  // Imported here: on a fresh clone the scripts run before anything is installed.
  const { build } = await import("esbuild");
  await bundleLibrary(build, "protocol", ["index", "store", "stream"]);
  // Alone: it shares a few readers of fields with the others, and nothing that has a state.
  await bundleLibrary(build, "protocol", ["approval"]);
  await bundleLibrary(build, "protocol", ["web"]);
  // Alone as well: these share nothing that has a state.
  for (const entry of ["redact", "lines", "kit", "known-fields"]) await bundleLibrary(build, "protocol", [entry]);
  await bundleLibrary(build, "client", ["index"]);
  await bundleSimulator(build);
  await bundleCommand(build);
  await stripExamples(build);
}

/** The examples without their types, one file each: Node 20 runs no TypeScript. */
async function stripExamples(build) {
  const folder = join(root, "examples");
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: readdirSync(folder).filter((name) => name.endsWith(".ts")),
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "warning",
  });
  for (const { path, contents } of outputFiles) replace(path, contents, 0o644);
}

/** Node takes longer to find a hundred small modules than to read them (docs/decisions/0016). Packages stay apart. */
async function bundleLibrary(build, name, entries) {
  const { outputFiles } = await build({
    absWorkingDir: join(root, "packages", name),
    entryPoints: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    outdir: "dist/bundle",
    // By content: three entries share more than one part.
    chunkNames: "shared-[hash]",
    bundle: true,
    splitting: true,
    write: false,
    packages: "external",
    platform: "neutral",
    format: "esm",
    target: "es2022",
    minifySyntax: true,
    minifyWhitespace: true,
    // Node prints the line of an uncaught error.
    lineLimit: 120,
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "warning",
  });
  for (const { path, contents } of outputFiles) replace(path, contents, 0o644);
}

async function bundleSimulator(build) {
  const options = {
    absWorkingDir: join(root, "packages/simulator"),
    outdir: "dist/bundle",
    outExtension: { ".js": ".cjs" },
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    conditions: ["unspool-source"],
    minify: true,
    // The first `import()` starts Node's loader of ES modules, which takes 2 to 3 ms.
    supported: { "dynamic-import": false },
    plugins: [{ name: "parts", setup: keepPartsApart }],
    logLevel: "warning",
  };
  const parts = [
    {
      entryPoints: { claude: "src/bin.ts" },
      define: { "import.meta.url": "bundleUrl" },
      // As deep below the package as scenario/load/, which finds the ready-made scenarios relative to itself.
      banner: {
        js: `"use strict";const bundleUrl=require("node:url").pathToFileURL(__dirname+"/scenario/claude.cjs").href;`,
      },
    },
    { entryPoints: { "yaml-text": "src/scenario/load/yaml-text.ts" }, footer: { js: formatNotice("yaml") } },
  ];
  for (const part of parts) {
    const { outputFiles } = await build({ ...options, ...part });
    for (const { path, contents } of outputFiles) replace(path, contents);
  }
}

function keepPartsApart({ onResolve }) {
  onResolve({ filter: /\/yaml-text\.ts$/ }, ({ kind }) =>
    kind === "dynamic-import" ? { path: "./yaml-text.cjs", external: true } : undefined,
  );
}

async function bundleCommand(build) {
  const folder = join(root, "packages/cli");
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: { unspool: "src/bin.ts" },
    outdir: "dist/bundle",
    outExtension: { ".js": ".mjs" },
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["unspool-source"],
    minify: true,
    // Its own build of ES modules: the one for Node asks for `require`.
    alias: { yaml: join(root, "node_modules/yaml/browser/dist/index.js") },
    external: optionalPeers("client"),
    define: { UNSPOOL_VERSION: JSON.stringify(version) },
    plugins: [{ name: "places", setup: keepPlaces }],
    logLevel: "warning",
  });
  for (const { path, contents } of outputFiles) replace(path, contents);
  replace(join(folder, "dist/bundle/licences.txt"), Buffer.from(formatNotices(folder, metafile)));
  removeFormerChunks(join(folder, "dist/bundle"), new Set(outputFiles.map(({ path }) => basename(path))));
}

/** What a package takes from its user, or does without. */
function optionalPeers(name) {
  const manifest = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), "utf8"));
  return Object.keys(manifest.peerDependencies ?? {}).flatMap((peer) => [peer, `${peer}/*`]);
}

/** The simulator finds its scenarios from where it stands; in the bundle, that is where its package is installed. */
function keepPlaces({ onLoad }) {
  const simulator = join(root, "packages/simulator");
  onLoad({ filter: /[/\\]packages[/\\]simulator[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
    const text = readFileSync(path, "utf8");
    if (!text.includes("import.meta.url")) return undefined;
    const place = JSON.stringify(`./${relative(simulator, path).replaceAll("\\", "/")}`);
    const url = `new URL(${place}, import.meta.resolve("@unspool/simulator/package.json")).href`;
    return { contents: text.replaceAll("import.meta.url", url), loader: "ts" };
  });
}

/** Of the packages that are in it. */
function formatNotices(folder, { inputs }) {
  const packages = new Set(
    Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...packages]
    .sort()
    .map((path) => {
      const at = join(folder, path);
      const licence = readdirSync(at).find((name) => /^licen[cs]e/i.test(name));
      const { name, version, license } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
      const text = licence === undefined ? license : readFileSync(join(at, licence), "utf8").trim();
      return `${name} ${version}\n\n${text}\n`;
    })
    .join("\n----\n\n");
}

/** Whoever was started before this build may be about to load one of the former chunks. */
const FORMER_CHUNK_MS = 10 * 60_000;

function removeFormerChunks(folder, current) {
  for (const name of readdirSync(folder)) {
    if (!/-[A-Z0-9]{8}\.mjs$/.test(name) || current.has(name)) continue;
    const age = Date.now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > FORMER_CHUNK_MS) rmSync(join(folder, name), { force: true });
  }
}

/** Its licence wants to be with every copy. */
function formatNotice(dependency) {
  return `/*! Contains ${dependency}.\n${readFileSync(join(root, "node_modules", dependency, "LICENSE"), "utf8")}*/`;
}

/** As a whole: whoever starts the executable meanwhile gets the old one or the new one. */
function replace(file, contents, mode = 0o755) {
  if (readIfPresent(file)?.equals(contents)) return;
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, contents, { mode });
  renameSync(draft, file);
}

function readIfPresent(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
