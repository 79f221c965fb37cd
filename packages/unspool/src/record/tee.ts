// Stands between a program and `claude`: every byte goes on as it came, both ways, signals too, and the end is the
// child's. What passes is recorded beside.

import { spawn, type ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Recorder } from "@unspool/client";
import { EXIT, UsageError, type Ending, type Io } from "../cli/io.ts";
import { createInputLines, type InputLines } from "./input-lines.ts";
import { pump, type Pump } from "./pump.ts";

export interface TeeOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly recorder: Recorder;
}

/** A process that the child left behind may hold its pipes for ever; what it says is waited for no longer than this. */
const QUIET_MS = 1000;

/** @throws {UsageError} if the program cannot be started */
export async function tee({ command, args, recorder }: TeeOptions, io: Io): Promise<Ending> {
  const child = spawn(command, args, {
    cwd: io.cwd,
    env: { ...io.env },
    stdio: [keepsTerminal(args, io) ? "inherit" : "pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  const exited = endOf(child, command);
  io.takeOver?.((signal) => {
    if (!reachesGroup(signal, io)) child.kill(signal);
  });

  const [stdin, stdout, stderr] = child.stdio as unknown as readonly [Writable | null, Readable, Readable];
  if (stdin === null) recorder.inputEnd();
  else {
    const input = createInputLines((line) => recorder.input(line));
    const said = pump(io.stdin, stdin, recorder, (chunk) => input.push(chunk));
    void endInput(said, input, recorder, stdin);
  }
  const outputs = [
    pump(stdout, io.stdout, recorder, (chunk) => recorder.output(chunk)),
    pump(stderr, io.stderr, recorder, (chunk) => recorder.stderr(chunk)),
  ];
  const { code, signal } = await exited.finally(() => {
    if (stdin !== null) io.stdin.destroy();
  });
  await untilQuiet(outputs);
  for (const stream of [stdout, stderr, stdin]) stream?.destroy();
  recorder.exit({ code, signal });
  await recorder.close();
  await Promise.all([flushed(io.stdout), flushed(io.stderr)]);
  return signal === null ? (code ?? EXIT.failed) : { signal };
}

/** `claude -p` waits 3 s for a pipe that says nothing, and not for a terminal: there is nothing to record of one. */
function keepsTerminal(args: readonly string[], { stdin }: Io): boolean {
  const isStream = args.some(
    (arg, place) =>
      arg === "--input-format=stream-json" || (arg === "stream-json" && args[place - 1] === "--input-format"),
  );
  return stdin.isTTY === true && !isStream;
}

async function endInput(said: Pump, input: InputLines, recorder: Recorder, to: Writable): Promise<void> {
  await said.done;
  input.end();
  recorder.inputEnd();
  to.end();
}

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

async function endOf(child: ChildProcess, command: string): Promise<End> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      const isMissing = error.code === "ENOENT";
      const message = isMissing
        ? `There is no program "${command}": give the path of an installed claude behind --.`
        : `"${command}" cannot be started (${error.code ?? error.message}).`;
      reject(new UsageError(message, isMissing ? EXIT.noClaude : EXIT.usage, { cause: error }));
    });
  });
}

/** A key at the terminal is heard by all that run in it, the child too: passed on, it would hear it twice. */
function reachesGroup(signal: NodeJS.Signals, { stdin, stdout, stderr }: Io): boolean {
  const isAtTerminal = stdin.isTTY === true || stdout.isTTY === true || stderr.isTTY === true;
  return isAtTerminal && (signal === "SIGINT" || signal === "SIGQUIT");
}

async function untilQuiet(outputs: readonly Pump[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      const last = Math.max(...outputs.map((output) => output.lastMoved()));
      if (performance.now() - last > QUIET_MS) resolve();
    }, QUIET_MS / 10);
  });
  await Promise.race([Promise.all(outputs.map(({ done }) => done)), quiet]);
  clearInterval(timer);
}

function flushed(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) return resolve();
    stream.write("", () => resolve());
  });
}
