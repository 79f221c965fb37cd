// bundle: minified and brotli (quality 11), in kB (1 kB = 1000 bytes). The goal is for everything at once; a program
// pays only for what it imports, since the package is tree-shakeable.

import { brotliCompressSync, constants } from "node:zlib";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { printAtMost, printDetail } from "../report.mjs";

const PARTS = {
  "bundle-reading": "createDecoder",
  "bundle-state": "initialState, reduce, endSession",
  "bundle-writing": "encode",
};

export async function measureBundle(limit) {
  printAtMost("bundle", await measureSize("*"), limit);
  for (const [name, imports] of Object.entries(PARTS)) {
    printDetail(name, `${(await measureSize(`{ ${imports} }`)).toFixed(2)} kB for ${imports}`);
  }
}

async function measureSize(imports) {
  const entry = fileURLToPath(new URL("../../../packages/protocol/src/index.ts", import.meta.url));
  const { outputFiles } = await build({
    stdin: { contents: `export ${imports} from ${JSON.stringify(entry)};`, resolveDir: "/" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(outputFiles[0].contents, { params }).length / 1000;
}
