// The simulator's executable as one file, from the sources (docs/decisions/0009). The YAML parser is a file beside it,
// loaded by those who need it: reading past it would cost every start.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./process.mjs";

/** Quick enough to be done always. A file that has not changed is left alone, since tests may be running it. */
export async function bundle() {
  // Imported here: on a fresh clone the scripts run before anything is installed.
  const { build } = await import("esbuild");
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
      banner: { js: `"use strict";const bundleUrl=require("node:url").pathToFileURL(__filename).href;` },
    },
    { entryPoints: { "yaml-text": "src/scenario/yaml-text.ts" }, footer: { js: noticeOf("yaml") } },
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

/** Its licence wants to be with every copy. */
function noticeOf(dependency) {
  return `/*! Contains ${dependency}.\n${readFileSync(join(root, "node_modules", dependency, "LICENSE"), "utf8")}*/`;
}

/** As a whole: whoever starts the executable meanwhile gets the old one or the new one. */
function replace(file, contents) {
  if (contentsOf(file)?.equals(contents)) return;
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, contents, { mode: 0o755 });
  renameSync(draft, file);
}

function contentsOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
