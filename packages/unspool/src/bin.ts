#!/usr/bin/env node
// The executable `unspool`. Ctrl-C asks the command to end, a second one ends it at once; a closed pipe is no error. Who is
// told to end by a signal leaves the terminal as it was, and then ends by that signal.

import { fstatSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { main } from "./cli/main.ts";
import { EXIT, type Ending, type StdinKind } from "./cli/io.ts";

/** Written in by the bundler, which moves this file to another depth. */
declare const UNSPOOL_VERSION: string | undefined;

/** What a program in between passes on. Windows knows the first three. */
const ENDING = ["SIGTERM", "SIGHUP"] as const;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

/** So long a command may take to put everything away. */
const PATIENCE_MS = 5000;

const leave = new AbortController();
let interrupts = 0;
let toldToEnd: NodeJS.Signals | undefined;
let isTakenOver = false;
/** Where nobody listens there is nobody to tell. */
let stderr: NodeJS.WriteStream | undefined;

function onInterrupt(): void {
  interrupts += 1;
  if (interrupts > 1) process.exit(EXIT.interrupted);
  leave.abort();
}

function onEnd(signal: NodeJS.Signals): void {
  toldToEnd ??= signal;
  leave.abort();
  setTimeout(() => process.exit(EXIT.failed), PATIENCE_MS).unref();
}

function ignoreSignals(): void {
  isTakenOver = true;
  process.off("SIGINT", onInterrupt);
  for (const signal of ENDING) process.off(signal, onEnd);
}

/** `| head` has what it wanted. */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (isTakenOver) return;
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  process.stderr.write(`unspool: stdout cannot be written (${error.code ?? error.message}).\n`);
  process.exit(EXIT.failed);
}

function end(ending: Ending): void {
  const signal = typeof ending === "number" ? toldToEnd : ending.signal;
  if (signal === undefined) {
    process.exitCode = ending as number;
    return;
  }
  for (const name of SIGNALS) process.removeAllListeners(name);
  process.kill(process.pid, signal);
}

/** A folder that was removed under one's feet has a name still. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env["PWD"] ?? "/";
  }
}

function versionOf(): string {
  if (typeof UNSPOOL_VERSION === "string") return UNSPOOL_VERSION;
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  return version;
}

/** Asked of the descriptor, since the stream itself only knows whether it is a terminal. */
function stdinKind(): StdinKind {
  try {
    const stat = fstatSync(0);
    if (stat.isFIFO()) return "pipe";
    if (stat.isSocket()) return "socket";
    if (stat.isFile()) return "file";
    return process.stdin.isTTY ? "terminal" : "device";
  } catch {
    return "device";
  }
}

process.on("SIGINT", onInterrupt);
for (const signal of ENDING) process.on(signal, onEnd);
process.stdout.on("error", onOutputError);

end(
  await main(
    process.argv.slice(2),
    {
      // Opened by those who need them: each stream takes Node some milliseconds.
      get stdin() {
        return process.stdin;
      },
      get stdinKind() {
        return stdinKind();
      },
      stdout: process.stdout,
      get stderr() {
        stderr ??= process.stderr.on("error", () => undefined);
        return stderr;
      },
      env: process.env,
      cwd: currentFolder(),
      signal: leave.signal,
      node: process.execPath,
      script: fileURLToPath(import.meta.url),
      takeOver(onSignal) {
        ignoreSignals();
        for (const signal of SIGNALS) process.on(signal, onSignal);
      },
      async become(program, words) {
        ignoreSignals();
        process.argv = [process.execPath, program, ...words];
        createRequire(import.meta.url)(program);
        // Its own end ends the process.
        await new Promise(() => undefined);
      },
    },
    versionOf(),
  ),
);
