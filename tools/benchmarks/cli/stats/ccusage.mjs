// ccusage 18.0.11, the last version in JavaScript, in the cache folder of the conformance run.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSION = "18.0.11";
const CACHE = fileURLToPath(new URL("../../../../node_modules/.cache/unspool-conformance/", import.meta.url));

/** @returns the path of its script */
export function installCcusage() {
  const folder = join(CACHE, `ccusage-${VERSION}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    mkdirSync(draft, { recursive: true });
    writeFileSync(join(draft, "package.json"), '{ "private": true }\n');
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
    execFileSync("npm", ["install", ...flags, `ccusage@${VERSION}`], { cwd: draft, timeout: 600_000, stdio: "ignore" });
    renameSync(draft, folder);
  }
  return join(folder, "node_modules/ccusage/dist/index.js");
}
