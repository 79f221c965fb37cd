// `npm start`: `unspool demo`. With words behind it, `npm start -- "prompt"`, it is `unspool run`. Everything it needs has
// been made before (tools/scripts/run.mjs).
import { join } from "node:path";
import { root, run } from "./process.mjs";

const command = join(root, "packages/cli/dist/bundle/unspool.mjs");
/** Flags alone, without a prompt, are the demonstration's. */
const DEMO_FLAGS = new Set(["--fast", "--no-color"]);

export async function start(args) {
  const words = args.every((arg) => DEMO_FLAGS.has(arg)) ? ["demo", ...args] : ["run", ...args];
  // npm runs scripts at the top of the repository; what is asked is meant from where the user stands.
  const here = process.env["npm_lifecycle_event"] === "start" ? process.env["INIT_CWD"] : undefined;
  // Ctrl-C is for the command: it ends by itself, and its exit code is ours.
  process.on("SIGINT", () => undefined);
  await run("unspool", process.execPath, [command, ...words], here === undefined ? {} : { cwd: here });
}
