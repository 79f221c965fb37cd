// What every command needs first: installed packages and a build. Plain Node, no dependency, no global tool,
// because on a fresh clone this runs before anything is installed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { root, runQuietly, runTool } from "./process.mjs";

/** Installs exactly what package-lock.json names, unless that is what node_modules already holds. */
export async function install() {
  if (isInstalled()) return;
  const started = performance.now();
  process.stderr.write("installing packages (npm ci) …\n");
  // --include=dev: the tools are dev dependencies, and NODE_ENV=production would leave them out.
  await runQuietly("npm ci", ...npm("ci", "--include=dev", "--no-audit", "--no-fund"));
  process.stderr.write(`installed in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
}

/** Compiles all projects to their dist folders, and the executable to one file; quick when nothing has changed. */
export async function build() {
  await runTool("typescript", "tsc", ["-b"]);
  await bundle();
}

/** Checks all types, also of the tests. Forced: TypeScript 7 keeps stale errors in its build info otherwise. */
export async function checkTypes() {
  await runTool("typescript", "tsc", ["-b", "--force"]);
}

/** The command line that runs npm with this very Node, also on Windows and under another Node line. */
export function npm(...args) {
  const cli = process.env["npm_execpath"];
  if (cli?.endsWith(".js")) return [process.execPath, [cli, ...args]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", args];
}

// Compared by content and not by date: git gives every file the date of the checkout.
function isInstalled() {
  const installed = lockedPackages("node_modules/.package-lock.json");
  if (installed === undefined) return false;
  return Object.entries(lockedPackages("package-lock.json") ?? {}).every(([path, wanted]) => {
    if (!path.startsWith("node_modules/")) return true;
    const found = installed[path];
    if (found === undefined) return wanted.optional === true || wanted.peer === true;
    return found.version === wanted.version && found.resolved === wanted.resolved;
  });
}

function lockedPackages(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : undefined;
}
