// `npm run check [-- GATE …]`: the gates, one line each; a gate's full output only when it fails.
import { bundle } from "./bundle.mjs";
import { findCommitProblems } from "./commits.mjs";
import { compileConsumers } from "./consumers.mjs";
import { CommandFailed, root, runToolQuietly } from "./process.mjs";
import { PackageRefused, packages, packAll } from "./pack.mjs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

// In order of patience: what fails most often and quickest comes first. Each may return a word to print beside "ok".
const GATES = {
  types: buildAnew,
  format: async () => void (await runToolQuietly("oxfmt", "oxfmt", ["--check"])),
  lint: async () => void (await runToolQuietly("oxlint", "oxlint", ["--type-aware", "--deny-warnings"])),
  commits: async () => {
    const problems = await findCommitProblems();
    if (problems.length > 0) throw new CommandFailed("commit messages", 1, problems.join("\n"));
  },
  "dead-code": async () => void (await runToolQuietly("knip", "knip", ["--no-progress"])),
  pack: async () => (await packed()).map(({ name, files }) => `${name}: ${files.length} files`).join(", "),
  publint: async () => {
    for (const { tarball } of await packed()) {
      await runToolQuietly("publint", "publint", ["run", "--strict", tarball]);
    }
  },
  attw: async () => {
    for (const { tarball } of await packed()) {
      await runToolQuietly("@arethetypeswrong/cli", "attw", ["--profile", "esm-only", tarball]);
    }
  },
  consumers: async () => compileConsumers(await packed()),
  size: measure,
};

/** Runs the gates named, or all of them; sets a non-zero exit code if one fails. */
export async function check(names) {
  const unknown = names.filter((name) => !Object.hasOwn(GATES, name));
  if (unknown.length > 0) {
    console.error(`unknown gate ${unknown.join(", ")}; one of: ${Object.keys(GATES).join(", ")}`);
    process.exitCode = 2;
    return;
  }
  // The gates on packages look at dist, so it is built anew whatever was asked for.
  const selected = names.length === 0 ? Object.keys(GATES) : ["types", ...names.filter((name) => name !== "types")];
  const failed = [];
  for (const name of selected) if (!(await passes(name))) failed.push(name);
  console.log(failed.length === 0 ? `all ${selected.length} gates passed` : `failed: ${failed.join(", ")}`);
  if (failed.length > 0) process.exitCode = 1;
}

async function passes(name) {
  const started = performance.now();
  const report = (verdict, note) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${verdict.padEnd(5)}${name.padEnd(18)}${seconds.padStart(6)} s  ${note ?? ""}`.trimEnd());
  };
  try {
    report("ok", await GATES[name]());
    return true;
  } catch (error) {
    report("FAIL", error.message);
    if (error instanceof CommandFailed) console.log(error.output.trim());
    else if (!(error instanceof PackageRefused)) console.log(error.stack);
    return false;
  }
}

// Emptied first: a module that is gone from src must not stay in the package.
async function buildAnew() {
  for (const { folder } of packages()) await rm(join(root, folder, "dist"), { recursive: true, force: true });
  await runToolQuietly("typescript", "tsc", ["-b", "--force"]);
  await bundle();
}

let packing;
async function packed() {
  packing ??= packAll();
  return packing;
}

async function measure() {
  const results = JSON.parse(await runToolQuietly("size-limit", "size-limit", ["--json"]));
  return results
    .map(({ name, size, sizeLimit }) => `${name}: ${kilobytes(size)} of ${kilobytes(sizeLimit)} kB`)
    .join(", ");
}

function kilobytes(bytes) {
  return (bytes / 1000).toFixed(2);
}
