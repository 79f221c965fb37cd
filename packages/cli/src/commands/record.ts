// `unspool record`: runs claude and records it, or writes a shim that does.

import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Recorder } from "@unspool/client";
import type { CommandDefinition, ParsedArgs } from "../cli/command.ts";
import { EXIT, UsageError, type ExitStatus, type Io } from "../cli/io.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";

export const record: CommandDefinition = {
  passesRest: true,
  details:
    "Passes stdin, stdout and stderr on unchanged, and signals, and ends as claude does: with its exit code or by its\n" +
    "signal. The recording has every line with its time, secrets replaced (docs/recording-format.md). An existing file is\n" +
    "appended to. unspool view, stats, export, check and replay read recordings.\n" +
    "--shim writes a program `claude` into a folder, which records every run in a file of its own: put the folder first on\n" +
    "the PATH, or give the program to the official SDK as pathToClaudeCodeExecutable.",
  flags: [
    {
      name: "output",
      short: "o",
      value: "file",
      help: "file, or folder for one file per run (default: this folder)",
    },
    { name: "no-redact", help: "keep secrets in the recording" },
    { name: "shim", value: "folder", help: "write a recording claude into this folder, and run nothing" },
  ],
  examples: [
    ["unspool record -o run.ndjson -- claude -p hi --output-format stream-json --verbose", "record one run"],
    ["unspool record --shim ./bin -o ./recordings", "record every run of: PATH=./bin:$PATH my-program"],
    ["unspool record --shim ./bin -- /opt/claude/cli.js", "the same for another claude"],
  ],
  async run(given, io) {
    const [name = "claude", ...args] = given.positionals;
    const shim = given.text("shim");
    if (shim !== undefined) return makeShim(given, io, resolve(io.cwd, shim), name, args);
    if (given.positionals.length === 0)
      throw new UsageError("There is no program to run: give it after --, as in unspool record -- claude -p …");
    rejectInteractive(name, args, io);
    const [{ createRecorder, secretValuesOf }, { tee }, { findProgram }] = await Promise.all([
      import("@unspool/client"),
      import("../record/tee.ts"),
      import("../record/find-program.ts"),
    ]);
    const program = await findProgram(name, io);
    const file = chooseFile(given.text("output"), io.cwd);
    const recorder = createRecorder(
      { file, redact: !given.has("no-redact") },
      { meta: { args, cwd: io.cwd }, secrets: secretValuesOf(io.env) },
    );
    if (getProblem(recorder) !== undefined) throw new UsageError(`Cannot write to ${file}: give another file with -o.`);
    const ending = await tee({ command: program.command, args: [...program.args, ...args], recorder }, io);
    // In a pipe, stderr has only what the child writes.
    if (io.stderr.isTTY === true) io.stderr.write(`${sanitizeLine(getProblem(recorder) ?? `recorded in ${file}`)}\n`);
    return ending;
  },
};

function getProblem({ problem }: Recorder): string | undefined {
  return problem?.message;
}

async function makeShim(
  given: ParsedArgs,
  io: Io,
  folder: string,
  name: string,
  args: readonly string[],
): Promise<ExitStatus> {
  if (args.length > 0) throw new UsageError(`A shim takes a program without flags: remove "${args[0] ?? ""}".`);
  const [{ writeShim }, { findProgramFile }, { sanitize }, { mkdirSync }] = await Promise.all([
    import("../record/shim.ts"),
    import("../record/find-program.ts"),
    import("../terminal/sanitize.ts"),
    import("node:fs"),
  ]);
  const { script, node } = io;
  if (script === undefined || node === undefined)
    throw new UsageError("A shim needs the unspool executable, which this process is not.");
  const output = resolve(io.cwd, given.text("output") ?? ".");
  if (!isFolder(output) && !/\.\w+$/.test(output)) mkdirSync(output, { recursive: true });
  const flags = ["--output", output, ...(given.has("no-redact") ? ["--no-redact"] : [])];
  const program = await findProgramFile(name, io);
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

/** claude cannot be interactive, since its stdin and stdout are pipes. */
function rejectInteractive(name: string, args: readonly string[], { stdin, stdout }: Io): void {
  const isAtTerminal = stdin.isTTY === true && stdout.isTTY === true;
  const isPrinting = args.some((arg) => /^(-p|--print|-v|--version|-h|--help)$/.test(arg));
  if (!isAtTerminal || isPrinting || !basename(name).startsWith("claude")) return;
  throw new UsageError(
    "An interactive claude has no stream to record: add -p, or see its transcript with unspool sessions.",
  );
}

function chooseFile(output: string | undefined, cwd: string): string {
  const path = resolve(cwd, output ?? ".");
  if (!isFolder(path)) return path;
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+Z/g, "");
  return join(path, `recording-${time}-${randomBytes(3).toString("hex")}.ndjson`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
