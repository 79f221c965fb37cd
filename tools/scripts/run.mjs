// The one door of all npm scripts: `node tools/scripts/run.mjs COMMAND [arguments]`. Each command sets up what it needs.
import { writeApiReference } from "./api.mjs";
import { bundle } from "./bundle.mjs";
import { check } from "./check.mjs";
import { findExample, listExamples, runExample } from "./example.mjs";
import { drawPictures } from "./pictures.mjs";
import { CommandFailed, root, run, runTool } from "./process.mjs";
import { writeSnippets } from "./docs.mjs";
import { build, checkTypes, install } from "./setup.mjs";
import { start } from "./start.mjs";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const COMMANDS = {
  /** `npm start -- …`: a demonstration, or a prompt. */
  start: async (args) => {
    await bundle();
    await handOver(() => start(args));
  },
  /** `npm test -- …`: type check, then the quick lane. Arguments go to vitest, and a file that is named always runs. */
  test: async (args) => {
    await checkTypes();
    if (args.length > 0) return fullSuite(args);
    // A third of the usual cases: the full lane and CI run more.
    process.env["UNSPOOL_RUNS"] ??= "300";
    await suite([]);
    console.log(
      `\nleft out: ${countFullFiles()} files that need more time, a terminal or a browser. npm run test:full runs all.`,
    );
    return undefined;
  },
  /** `npm run test:full -- …`: type check, then everything. */
  "test:full": async (args) => {
    await checkTypes();
    await fullSuite(args);
  },
  /** The full suite without the type check: what CI runs on the other Node lines. */
  suite: async (args) => {
    await build();
    await fullSuite(args);
  },
  /** `npm run coverage -- …`. */
  coverage: async (args) => {
    await build();
    await fullSuite(["--coverage", ...args]);
  },
  /** `npm run chaos`: 1,000 sessions. `UNSPOOL_SEED=random` takes other ones, `UNSPOOL_CHAOS=N` so many. */
  chaos: async (args) => {
    await build();
    process.env["UNSPOOL_CHAOS"] ??= "1000";
    await fullSuite(["packages/client/test/chaos", ...args]);
  },
  /** `npm run check -- [gate …]`: all gates, or those named. */
  check: async (args) => check(args),
  /** `npm run bench -- [--short]`. */
  bench: async (args) => {
    await build();
    for (const name of ["protocol", "simulator", "client", "cli"]) {
      await run("bench", process.execPath, ["--expose-gc", join(root, `tools/benchmarks/${name}/main.mjs`), ...args]);
    }
  },
  /** `npm run conformance -- [--versions … | --latest | --matrix]`: real CLIs and the simulator, the SDK, our client, the command. */
  conformance: async (args) => {
    await build();
    await playConformance("main.js", args);
    if (args.includes("--scenarios")) return;
    // These mostly wait for programs, so the command's checks run beside the others. Each line names its check.
    const overPipes = async () => {
      await playConformance("sdk/main.js");
      await playConformance("tee/main.js");
      await playConformance("client/main.js", args);
    };
    await Promise.all([overPipes(), playConformance("command/main.js", args)]);
  },
  /** `npm run record -- [--versions …]`: recordings of real CLIs for the tests. */
  record: async (args) => {
    await build();
    await handOver(() =>
      run("record", process.execPath, [join(root, "tools/conformance/dist/record/main.js"), ...args]),
    );
  },
  /** `npm run example -- NAME [--claude] [words]`: one of examples/, on the simulator unless told otherwise. */
  example: async ([wanted, ...args]) => {
    const found = findExample(wanted);
    if (found !== undefined) {
      await build();
      return handOver(() => runExample(found, args));
    }
    for (const { name, about } of listExamples()) console.log(`${name.padEnd(17)} ${about}`);
    if (wanted === undefined) return undefined;
    console.error(`There is no example ${JSON.stringify(wanted)}. Choose one of those above.`);
    process.exitCode = 2;
    return undefined;
  },
  build: async () => build(),
  /** The pictures of the documents, from real runs. */
  pictures: async () => {
    await bundle();
    await drawPictures();
  },
  /** `npm run api`: the API reference of all packages, to dist/api. */
  api: async () => {
    await build();
    await writeApiReference();
  },
  /** `npm run docs`: writes the snippets of the documents. */
  docs: async () => writeSnippets(),
  /** `npm run format`: writes. */
  format: async (args) => runTool("oxfmt", "oxfmt", args),
};

/** A program that speaks for itself: its exit code is ours, and there is nothing to add. */
async function handOver(program) {
  try {
    await program();
  } catch (error) {
    if (!(error instanceof CommandFailed) || typeof error.exitCode !== "number") throw error;
    process.exitCode = error.exitCode;
  }
}

/** Runs one program of the conformance package. A failure sets the exit code, and the next program still runs. */
async function playConformance(program, args = []) {
  const path = join(root, "tools/conformance/dist", program);
  await handOver(() => run("conformance", process.execPath, [path, ...args]));
}

async function fullSuite(args) {
  process.env["UNSPOOL_LANE"] = "full";
  await suite(args);
}

function countFullFiles() {
  return ["packages", "tools"]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }))
    .filter((name) => name.endsWith(".full.test.ts") && !name.includes("node_modules")).length;
}

async function suite(args) {
  process.stderr.write(`vitest on Node ${process.version}\n`);
  await runTool("vitest", "vitest", ["run", ...args]);
}

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name ?? "") ? COMMANDS[name] : undefined;
if (command === undefined) {
  console.error(`unknown command ${JSON.stringify(name)}; one of: ${Object.keys(COMMANDS).join(", ")}`);
  process.exitCode = 2;
} else {
  try {
    await install();
    await command(args);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    if (error.output !== "") console.error(error.output);
    console.error(error.message);
    process.exitCode = 1;
  }
}
