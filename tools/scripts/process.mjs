// Runs other programs for the scripts: with the Node that runs the script, and with all their output or only on failure.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's top folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A program ended with something other than 0. Carries what it printed. */
export class CommandFailed extends Error {
  constructor(name, exitCode, output) {
    super(`${name} failed (exit ${exitCode})`);
    this.name = "CommandFailed";
    this.exitCode = exitCode;
    this.output = output;
  }
}

/** Runs a program whose output belongs to the user. */
export async function run(name, command, args, options = {}) {
  await execute(name, command, args, { ...options, stdio: "inherit" });
}

/** Runs a program and returns what it printed on stdout; the output is shown only if it fails. */
export async function runQuietly(name, command, args, options = {}) {
  return execute(name, command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs an installed tool with this Node, so that no PATH and no shell decides which Node it gets. */
export async function runTool(packageName, binName, args, options = {}) {
  await run(binName, process.execPath, [toolPath(packageName, binName), ...args], options);
}

/** As `runTool`, quietly. */
export async function runToolQuietly(packageName, binName, args, options = {}) {
  return runQuietly(binName, process.execPath, [toolPath(packageName, binName), ...args], options);
}

function toolPath(packageName, binName) {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[binName]);
}

function execute(name, command, args, options) {
  const { promise, resolve, reject } = withResolvers();
  // .cmd files need a shell on Windows; everything else runs without one, so arguments stay as they are.
  const child = spawn(command, args, { cwd: root, shell: command.endsWith(".cmd"), ...options });
  const stdout = [];
  const all = [];
  child.stdout?.on("data", (chunk) => {
    stdout.push(chunk);
    all.push(chunk);
  });
  child.stderr?.on("data", (chunk) => all.push(chunk));
  child.once("error", reject);
  child.once("close", (code, signal) => {
    if (code === 0) resolve(Buffer.concat(stdout).toString("utf8"));
    else reject(new CommandFailed(name, code ?? signal, Buffer.concat(all).toString("utf8")));
  });
  return promise;
}

// Promise.withResolvers came with Node 22.
function withResolvers() {
  let resolve;
  let reject;
  const promise = new Promise((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
