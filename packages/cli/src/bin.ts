#!/usr/bin/env node
// The executable `unspool`. The first Ctrl-C asks the command to end, the second ends it at once. A closed pipe is not an
// error. After SIGTERM or SIGHUP the command restores the terminal, then ends by that signal.

import { fstatSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { main } from "./main.ts";
import { EXIT, type ExitStatus, type StdinKind } from "./cli/io.ts";

/** Set by the bundler, since the bundle is at another depth than this file. */
declare const UNSPOOL_VERSION: string | undefined;

/** Signals that end the command. */
const ENDING = ["SIGTERM", "SIGHUP"] as const;
/** Signals that are passed on to a child. Windows has the first three. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

/** How long a command may take to clean up. */
const CLEANUP_TIMEOUT_MS = 5000;

const exit = new AbortController();
let interrupts = 0;
let endingSignal: NodeJS.Signals | undefined;
let isTakenOver = false;
/** Opened on first use. Errors are ignored: there is nowhere to report them. */
let stderr: NodeJS.WriteStream | undefined;

function onInterrupt(): void {
  interrupts += 1;
  if (interrupts > 1) process.exit(EXIT.interrupted);
  exit.abort();
}

function onEnd(signal: NodeJS.Signals): void {
  endingSignal ??= signal;
  exit.abort();
  setTimeout(() => process.exit(EXIT.failed), CLEANUP_TIMEOUT_MS).unref();
}

function ignoreSignals(): void {
  isTakenOver = true;
  process.off("SIGINT", onInterrupt);
  for (const signal of ENDING) process.off(signal, onEnd);
}

/** Exits quietly when the reader closes the pipe (`| head`). */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (isTakenOver) return;
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  process.stderr.write(`unspool: cannot write to stdout (${error.code ?? error.message}).\n`);
  process.exit(EXIT.failed);
}

function exitWith(ending: ExitStatus): void {
  const signal = typeof ending === "number" ? endingSignal : ending.signal;
  if (signal === undefined) {
    process.exitCode = ending as number;
    return;
  }
  for (const name of SIGNALS) process.removeAllListeners(name);
  process.kill(process.pid, signal);
}

/** A working directory that was removed still has a name in PWD. */
function getCurrentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env["PWD"] ?? "/";
  }
}

function readVersion(): string {
  if (typeof UNSPOOL_VERSION === "string") return UNSPOOL_VERSION;
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  return version;
}

/** Reads the file descriptor: the stream only knows whether it is a terminal. */
function detectStdinKind(): StdinKind {
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

exitWith(
  await main(
    process.argv.slice(2),
    {
      // Getters, since opening a stream takes Node some milliseconds.
      get stdin() {
        return process.stdin;
      },
      get stdinKind() {
        return detectStdinKind();
      },
      stdout: process.stdout,
      get stderr() {
        stderr ??= process.stderr.on("error", () => undefined);
        return stderr;
      },
      env: process.env,
      cwd: getCurrentFolder(),
      signal: exit.signal,
      node: process.execPath,
      script: fileURLToPath(import.meta.url),
      takeOver(onSignal) {
        ignoreSignals();
        for (const signal of SIGNALS) process.on(signal, onSignal);
      },
      async become(program, argv) {
        ignoreSignals();
        process.argv = [process.execPath, program, ...argv];
        createRequire(import.meta.url)(program);
        // The program ends the process.
        await new Promise(() => undefined);
      },
    },
    readVersion(),
  ),
);
