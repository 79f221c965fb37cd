// A running CLI, real or simulated: its lines, its stdin, its end. `close` always ends it.

import { spawn } from "node:child_process";
import { createLineReader } from "@unspool/protocol/lines";

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface ClaudeProcess {
  /** All lines of stdout so far. */
  readonly lines: readonly string[];
  readonly stderr: () => string;
  send(line: string): void;
  endInput(): void;
  kill(signal: NodeJS.Signals): void;
  /** Resolves after a line, at the end, or after `ms`. */
  change(ms: number): Promise<void>;
  readonly exit: Exit | undefined;
  /** Milliseconds since the last line. */
  silence(): number;
  /** Kills the process group. */
  close(): Promise<void>;
}

export interface StartOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly onLine: (line: string) => void;
}

export function startClaude(options: StartOptions): ClaudeProcess {
  const child = spawn(options.file, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let errors = "";
  let exit: Exit | undefined;
  let last = performance.now();
  let waiting: (() => void)[] = [];
  const wake = (): void => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };
  const take = (line: string): void => {
    lines.push(line);
    last = performance.now();
    options.onLine(line);
  };
  const reader = createLineReader(({ text }) => take(text));
  child.stdout.on("data", (chunk: Buffer) => {
    reader.push(chunk);
    wake();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString("utf8")).slice(-100_000);
  });
  child.stdin.on("error", () => undefined); // It may end before all input is written; its exit code shows that.
  const ended = new Promise<void>((resolve) => {
    const finish = (code: number | null, signal: string | null): void => {
      reader.end();
      exit = { code, signal };
      wake();
      resolve();
    };
    child.once("error", (error) => {
      errors += error.message;
      finish(null, null);
    });
    child.once("close", finish);
  });
  const killGroup = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group has ended.
    }
  };
  return {
    lines,
    stderr: () => errors,
    send: (line) => void child.stdin.write(`${line}\n`),
    endInput: () => void child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    async change(ms) {
      if (exit !== undefined) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
    },
    get exit() {
      return exit;
    },
    silence: () => performance.now() - last,
    async close() {
      killGroup("SIGKILL");
      // A process outside the group may keep stdout open forever.
      const timer = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, 5000);
      await ended;
      clearTimeout(timer);
    },
  };
}
