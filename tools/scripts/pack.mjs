// Packs every public package as `npm publish` would, and refuses a package with a file too few or too many.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { root, runQuietly } from "./process.mjs";
import { npm } from "./setup.mjs";

/** A package would be published with the wrong files. */
export class PackageRefused extends Error {}

/** All packages of the workspace: their folder from the root, and their package.json. */
export function packages() {
  return ["packages", "tools"]
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) }));
}

/** Packs them into a folder nobody commits: name, tarball and file list of each. */
export async function packAll() {
  const destination = join(root, "node_modules/.cache/unspool-pack");
  await rm(destination, { recursive: true, force: true });
  await mkdir(destination, { recursive: true });
  const packs = [];
  for (const { folder, manifest } of packages()) {
    if (manifest.private === true) continue;
    const args = ["pack", `./${folder}`, "--json", "--ignore-scripts", "--pack-destination", destination];
    const [pack] = JSON.parse(await runQuietly("npm pack", ...npm(...args)));
    const files = pack.files.map(({ path }) => path);
    refuseWrongFiles(manifest, files);
    packs.push({ name: manifest.name, tarball: join(destination, pack.filename), files });
  }
  return packs;
}

function refuseWrongFiles(manifest, files) {
  const stray = files.filter((file) => !isPublishable(file));
  if (stray.length > 0) throw new PackageRefused(`${manifest.name} would publish ${stray.join(", ")}`);
  const missing = [
    ...entryFiles(manifest.exports ?? {}),
    ...entryFiles(manifest.bin ?? {}),
    "LICENSE",
    "README.md",
  ].filter((file) => !files.includes(file));
  if (missing.length > 0) throw new PackageRefused(`${manifest.name} would be published without ${missing.join(", ")}`);
  // Source maps and declaration maps name the sources, so each module needs its own beside it.
  const unmapped = files
    .filter((file) => file.startsWith("dist/") && !file.startsWith("dist/bundle/") && file.endsWith(".js"))
    .filter((file) => !files.includes(file.replace(/^dist\//, "src/").replace(/\.js$/, ".ts")));
  if (unmapped.length > 0) throw new PackageRefused(`${manifest.name} has no source for ${unmapped.join(", ")}`);
}

function isPublishable(file) {
  if (["package.json", "README.md", "REFERENCE.md", "LICENSE", "CHANGELOG.md"].includes(file)) return true;
  if (file.split("/").some((part) => part.startsWith("."))) return false;
  if (/^scenarios\/[\w-]+\.yaml$/.test(file)) return true;
  if (/^dist\/bundle\/[\w-]+\.[cm]js$/.test(file) || file === "dist/bundle/licences.txt") return true;
  return /^src\/.*\.ts$/.test(file) || /^dist\/.*\.(?:js|d\.ts)(?:\.map)?$/.test(file);
}

function entryFiles(exports) {
  if (typeof exports === "string") return [exports.replace("./", "")];
  return Object.values(exports).flatMap(entryFiles);
}
