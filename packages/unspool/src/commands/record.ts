// `unspool record`: a tee between a program and `claude`, or a shim that is one.

import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Recorder } from "@unspool/client";
import type { Command, Given } from "../cli/command.ts";
import { EXIT, UsageError, type Ending, type Io } from "../cli/io.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";

export const record: Command = {
  name: "record",
  takes: "-- claude …",
  summary: "stands between a program and claude, and keeps every line",
  passesRest: true,
  details:
    "Not a byte is changed on stdin, stdout and stderr; signals go through, and the end is the child's: its exit code, or\n" +
    "its signal. The recording has every line of all three with its time, secrets replaced (docs/recording-format.md);\n" +
    "a file that is there is added to. unspool view, stats, export, check and replay read it.\n" +
    "With --shim a program `claude` is written into a folder, which records whatever runs it, one file per run: put the\n" +
    "folder first on the PATH, or give the program to the official SDK as pathToClaudeCodeExecutable.",
  flags: [
    {
      name: "output",
      short: "o",
      value: "file",
      help: "where to; a folder gets a file per run (default: this folder)",
    },
    { name: "no-redact", help: "leave secrets in the recording" },
    { name: "shim", value: "folder", help: "write a recording claude into this folder, and do not run anything" },
  ],
  examples: [
    ["unspool record -o run.ndjson -- claude -p hi --output-format stream-json --verbose", "one run"],
    ["unspool record --shim ./bin -o ./recordings", "a drop-in: PATH=./bin:$PATH my-program"],
    ["unspool record --shim ./bin -- /opt/claude/cli.js", "the same for a certain claude"],
  ],
  async run(given, io) {
    const [word = "claude", ...args] = given.words;
    const shim = given.text("shim");
    if (shim !== undefined) return makeShim(given, io, resolve(io.cwd, shim), word, args);
    if (given.words.length === 0)
      throw new UsageError("Which program? Put it behind --: unspool record -- claude -p …");
    refuseInteractive(word, args, io);
    const [{ createRecorder, secretValuesOf }, { tee }, { programOf }] = await Promise.all([
      import("@unspool/client"),
      import("../record/tee.ts"),
      import("../record/program.ts"),
    ]);
    const program = await programOf(word, io);
    const file = fileOf(given.text("output"), io.cwd);
    const recorder = createRecorder(
      { file, redact: !given.has("no-redact") },
      { meta: { args, cwd: io.cwd }, secrets: secretValuesOf(io.env) },
    );
    if (problemOf(recorder) !== undefined)
      throw new UsageError(`${file} cannot be written: give another file with -o.`);
    const ending = await tee({ command: program.command, args: [...program.args, ...args], recorder }, io);
    // On a pipe every byte is the child's.
    if (io.stderr.isTTY === true) io.stderr.write(`${sanitizeLine(problemOf(recorder) ?? `recorded in ${file}`)}\n`);
    return ending;
  },
};

function problemOf({ problem }: Recorder): string | undefined {
  return problem?.message;
}

async function makeShim(given: Given, io: Io, folder: string, word: string, args: readonly string[]): Promise<Ending> {
  if (args.length > 0)
    throw new UsageError(`A shim takes a program and no flags of it: "${args[0] ?? ""}" is too much.`);
  const [{ writeShim }, { locate }, { sanitize }, { mkdirSync }] = await Promise.all([
    import("../record/shim.ts"),
    import("../record/program.ts"),
    import("../terminal/sanitize.ts"),
    import("node:fs"),
  ]);
  const { script, node } = io;
  if (script === undefined || node === undefined) throw new UsageError("A shim needs unspool as a program of its own.");
  const output = resolve(io.cwd, given.text("output") ?? ".");
  if (!isFolder(output) && !/\.\w+$/.test(output)) mkdirSync(output, { recursive: true });
  const flags = ["--output", output, ...(given.has("no-redact") ? ["--no-redact"] : [])];
  const program = await locate(word, io);
  const path = writeShim({ folder, flags, program, script, node, isWindows: node.toLowerCase().endsWith(".exe") });
  io.stdout.write(
    sanitize(
      `${path} records every run of ${program} in ${output}\n` +
        `  for programs:         PATH=${folder}:$PATH\n` +
        `  for the official SDK: pathToClaudeCodeExecutable: ${JSON.stringify(path)}\n`,
    ),
  );
  return EXIT.ok;
}

/** Through pipes there is no terminal for it. */
function refuseInteractive(word: string, args: readonly string[], { stdin, stdout }: Io): void {
  const isAtTerminal = stdin.isTTY === true && stdout.isTTY === true;
  const isPrinting = args.some((arg) => /^(-p|--print|-v|--version|-h|--help)$/.test(arg));
  if (!isAtTerminal || isPrinting || !basename(word).startsWith("claude")) return;
  throw new UsageError(
    "claude at a terminal has no stream to record: give it -p, or look at its own transcript with unspool sessions.",
  );
}

function fileOf(output: string | undefined, cwd: string): string {
  const place = resolve(cwd, output ?? ".");
  if (!isFolder(place)) return place;
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+Z/g, "");
  return join(place, `recording-${time}-${randomBytes(3).toString("hex")}.ndjson`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
