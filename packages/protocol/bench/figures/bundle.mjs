// bundle: the whole public entry, minified and brotli (quality 11), in kB (1 kB = 1000 bytes).

import { brotliCompressSync, constants } from "node:zlib";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { printAtMost } from "../report.mjs";

export async function measureBundle(limit) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../../src/index.ts", import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const compressed = brotliCompressSync(outputFiles[0].contents, { params });
  printAtMost("bundle", compressed.length / 1000, limit);
}
