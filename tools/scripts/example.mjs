// `npm run example -- NAME [--claude] [words]`: runs one of examples/, with the simulator unless `--claude` asks for the
// user's own. Everything it needs has been built before (tools/scripts/run.mjs).
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, extname, join } from "node:path";
import { root, run } from "./process.mjs";

const folder = join(root, "examples");
const SIMULATOR = join(root, "packages/simulator/dist/bundle/claude.cjs");
const COMMAND = join(root, "packages/cli/dist/bundle/unspool.mjs");

/** Every example with the first line of its header: `agent-chain` is the program, `agent-chain.sh` the script. */
export function listExamples() {
  const files = readdirSync(folder).filter((name) => /\.(ts|sh)$/.test(name));
  return files.sort().map((file) => {
    const header = readFileSync(join(folder, file), "utf8").split("\n");
    const first = header.find((line) => /^(\/\/|#) /.test(line)) ?? "";
    return { name: file.replace(/\.ts$/, ""), file, about: first.replace(/^\S+ /, "") };
  });
}

/** @returns undefined if there is no such example */
export function findExample(name) {
  return listExamples().find((example) => example.name === name || example.file === name);
}

/** Runs it where the user stands; its exit code is that of the script. */
export async function runExample({ file }, args) {
  const words = args.filter((word) => word !== "--claude");
  const temporary = mkdtempSync(join(tmpdir(), "unspool-example-"));
  // Ctrl-C is for the example: it ends by itself, and its exit code is ours.
  process.on("SIGINT", () => undefined);
  try {
    const env = {
      ...process.env,
      ...environmentOfScripts(temporary),
      ...(args.includes("--claude") ? {} : simulatedEnvironment(file, temporary)),
    };
    // npm runs scripts at the top of the repository.
    const cwd =
      (process.env["npm_lifecycle_event"] === "example" ? process.env["INIT_CWD"] : undefined) ?? process.cwd();
    await run(basename(file), ...buildCommand(file, words), { cwd, env });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** A TypeScript file runs as `npm run build` has stripped it (tools/scripts/bundle.mjs): Node 20 runs no TypeScript. */
function buildCommand(file, words) {
  if (extname(file) === ".sh") return ["sh", [join(folder, file), ...words]];
  const program = join(folder, "dist", file.replace(/\.ts$/, ".mjs"));
  return [process.execPath, ["--enable-source-maps", program, ...words]];
}

/** Nothing of ours is linked in a clone: a folder with `unspool` comes first on the PATH of a script. */
function environmentOfScripts(temporary) {
  const bin = join(temporary, "bin");
  mkdirSync(bin);
  symlinkSync(COMMAND, join(bin, "unspool"));
  return { PATH: [bin, process.env["PATH"] ?? ""].join(delimiter) };
}

/** What makes every program that looks for `claude` find the simulator, at the pace of a model. What is set already stays. */
function simulatedEnvironment(file, temporary) {
  const { UNSPOOL_SIMULATE_SCENARIO, UNSPOOL_SIMULATE_SPEED } = process.env;
  return {
    UNSPOOL_CLAUDE: SIMULATOR,
    UNSPOOL_SIMULATE_SCENARIO:
      UNSPOOL_SIMULATE_SCENARIO ?? join(folder, "scenarios", file.replace(/\.(ts|sh)$/, ".yaml")),
    UNSPOOL_SIMULATE_SPEED: UNSPOOL_SIMULATE_SPEED ?? "1",
    UNSPOOL_SIMULATE_STORE: join(temporary, "sessions"),
    UNSPOOL_STATE_DIR: join(temporary, "state"),
  };
}
