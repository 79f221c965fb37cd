// Runs `claude` for another program and records it: passes on every byte in both directions, and signals, and ends as the
// child ends.

import { spawn, type ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Recorder } from "@unspool/client";
import { EXIT, UsageError, type ExitStatus, type Io } from "../cli/io.ts";
import { createInputLines, type InputLines } from "./input-lines.ts";
import { pump, type Pump } from "./pump.ts";

export interface TeeOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly recorder: Recorder;
}

/** How long the pipes may stay silent after the exit of the child: a process that it left behind may keep them open. */
const QUIET_MS = 1000;

/** @throws {UsageError} if the program cannot be started */
export async function tee({ command, args, recorder }: TeeOptions, io: Io): Promise<ExitStatus> {
  const child = spawn(command, args, {
    cwd: io.cwd,
    env: { ...io.env },
    stdio: [keepsTerminal(args, io) ? "inherit" : "pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  const exited = waitForExit(child, command);
  io.takeOver?.((signal) => {
    if (!reachesChild(signal, io)) child.kill(signal);
  });

  const [stdin, stdout, stderr] = child.stdio as unknown as readonly [Writable | null, Readable, Readable];
  if (stdin === null) recorder.inputEnd();
  else {
    const input = createInputLines((line) => recorder.input(line));
    const copied = pump(io.stdin, stdin, recorder, (chunk) => input.push(chunk));
    void endInput(copied, input, recorder, stdin);
  }
  const outputs = [
    pump(stdout, io.stdout, recorder, (chunk) => recorder.output(chunk)),
    pump(stderr, io.stderr, recorder, (chunk) => recorder.stderr(chunk)),
  ];
  const { code, signal } = await exited.finally(() => {
    if (stdin !== null) io.stdin.destroy();
  });
  await waitUntilQuiet(outputs);
  for (const stream of [stdout, stderr, stdin]) stream?.destroy();
  recorder.exit({ code, signal });
  await recorder.close();
  await Promise.all([waitForFlush(io.stdout), waitForFlush(io.stderr)]);
  return signal === null ? (code ?? EXIT.failed) : { signal };
}

/** `claude -p` waits 3 s for a silent pipe but not for a terminal, and a terminal's input is not recorded. */
function keepsTerminal(args: readonly string[], { stdin }: Io): boolean {
  const isStream = args.some(
    (arg, index) =>
      arg === "--input-format=stream-json" || (arg === "stream-json" && args[index - 1] === "--input-format"),
  );
  return stdin.isTTY === true && !isStream;
}

async function endInput(copied: Pump, input: InputLines, recorder: Recorder, to: Writable): Promise<void> {
  await copied.done;
  input.end();
  recorder.inputEnd();
  to.end();
}

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

async function waitForExit(child: ChildProcess, command: string): Promise<End> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      const isMissing = error.code === "ENOENT";
      const message = isMissing
        ? `There is no program "${command}": give the path of an installed claude after --.`
        : `"${command}" cannot be started (${error.code ?? error.message}).`;
      reject(new UsageError(message, isMissing ? EXIT.noClaude : EXIT.usage, { cause: error }));
    });
  });
}

/** A key at the terminal signals the child, too. Passed on, the signal would reach it twice. */
function reachesChild(signal: NodeJS.Signals, { stdin, stdout, stderr }: Io): boolean {
  const isAtTerminal = stdin.isTTY === true || stdout.isTTY === true || stderr.isTTY === true;
  return isAtTerminal && (signal === "SIGINT" || signal === "SIGQUIT");
}

async function waitUntilQuiet(outputs: readonly Pump[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      const last = Math.max(...outputs.map((output) => output.lastActivity()));
      if (performance.now() - last > QUIET_MS) resolve();
    }, QUIET_MS / 10);
  });
  await Promise.race([Promise.all(outputs.map(({ done }) => done)), quiet]);
  clearInterval(timer);
}

function waitForFlush(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) return resolve();
    stream.write("", () => resolve());
  });
}
