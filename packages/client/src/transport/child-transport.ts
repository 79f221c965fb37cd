// The usual transport: a child process with three pipes and a process group of its own. Readers are there before the first
// write, stderr is always read, and no error of a pipe reaches the host: whatever happens becomes the exit.
// `onExit` comes once, when stdout is at its end and nobody lives of the group, nor of those it had started outside of it.
// While paused it waits, and nothing that the pipe holds is lost: who has paused must resume to be told. Who holds stdout
// open after the end is not waited for long.

import { spawn, type ChildProcessByStdio } from "node:child_process";
import { existsSync } from "node:fs";
import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { endWithHost } from "../process/host-exit.ts";
import { killGroup } from "../process/kill-group.ts";
import { isGroupAlive } from "../process/process-table.ts";
import {
  CHILD_VARIABLE,
  newChildId,
  openRegistry,
  removeQuietly,
  startOf,
  type Registry,
} from "../process/registry.ts";
import { createStrays, type Strays } from "../process/strays.ts";
import { QuietWait } from "./quiet-wait.ts";
import type { Launch, Transport, TransportExit, TransportFactory, TransportHandlers } from "./types.ts";

export interface ChildTransportOptions {
  readonly clock?: Clock;
  /** False: none. @default that of this user */
  readonly registry?: Registry | false;
  readonly platform?: string;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** How long those who stay behind may be silent before they are killed, and again before their pipe is given up. */
const QUIET_MS = 250;
/** A killed process is gone in less than a millisecond, unless the system is in the middle of something for it. */
const LOOK_MS = 5;
const LOOKS = 400;

/** @returns a factory that starts one child per call and never throws */
export function createChildTransport(options: ChildTransportOptions = {}): TransportFactory {
  const { clock = SYSTEM_CLOCK, platform = process.platform } = options;
  let { registry } = options;
  return (launch, handlers) => {
    registry ??= openRegistry();
    const id = newChildId();
    try {
      const child = spawn(launch.command, launch.args, {
        cwd: launch.cwd,
        env: { ...launch.env, [CHILD_VARIABLE]: id },
        stdio: ["pipe", "pipe", "pipe"],
        detached: platform !== "win32",
        windowsHide: true,
      });
      // Without a free descriptor (EMFILE, ENFILE) Node gives a child that has no pipes, and tells why in the next tick.
      if ((child.stdout as Readable | undefined) === undefined) {
        child.on("error", (error) => handlers.onExit(notStarted(launch, error)));
        return NO_TRANSPORT;
      }
      return new ChildTransport({ child, launch, handlers, clock, platform, id, registry });
    } catch (error) {
      // A NUL in a word, for one.
      queueMicrotask(() => handlers.onExit(notStarted(launch, error)));
      return NO_TRANSPORT;
    }
  };
}

interface ChildContext {
  readonly child: Child;
  readonly launch: Launch;
  readonly handlers: TransportHandlers;
  readonly clock: Clock;
  readonly platform: string;
  readonly id: string;
  readonly registry: Registry | false;
}

class ChildTransport implements Transport {
  readonly pid: number | undefined;
  readonly #context: ChildContext;
  readonly #forget: () => void = () => undefined;
  readonly #strays: Strays | undefined;
  #wait: QuietWait | undefined;
  #exit: TransportExit | undefined;
  #isPaused = false;
  #isOver = false;
  #hasKilledRest = false;

  constructor(context: ChildContext) {
    this.#context = context;
    const { child, handlers, registry, id, launch } = context;
    const files = launch.privateFiles ?? [];
    this.pid = child.pid;
    child.stdout.on("data", (chunk: Uint8Array) => {
      this.#wait?.heard();
      handlers.onData(chunk);
    });
    child.stderr.on("data", (chunk: Uint8Array) => {
      this.#wait?.heard();
      handlers.onStderr(chunk);
    });
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on("error", () => undefined);
    child.on("error", (error) => {
      if (child.pid === undefined) this.#finish(notStarted(launch, error));
    });
    child.on("exit", (code, signal) => this.#onProcessEnd({ code, signal }));
    child.on("close", () => this.#onPipesEnd());
    const { pid } = child;
    if (pid === undefined) return;
    const program = { id, pid, lastCommand: launch.env["_"] };
    const strays = createStrays({ ...program, start: startOf(pid, context.platform) }, context.platform);
    this.#strays = strays;
    const registration = registry === false ? undefined : registry.add({ ...program, files });
    // By the system's clock, whatever the session's is: a signal to the host is real.
    const forgetHost = endWithHost({
      terminate: () => void this.kill("SIGTERM"),
      kill: () => {
        strays.note();
        killGroup(pid, "SIGKILL", { platform: context.platform, isSync: true });
        strays.kill("SIGKILL");
        registration?.remove();
        files.forEach(removeQuietly);
      },
    });
    this.#forget = () => {
      registration?.remove();
      forgetHost();
    };
  }

  write(lines: string): void {
    const { stdin } = this.#context.child;
    if (stdin.writable) stdin.write(lines);
  }

  waitingBytes(): number {
    return this.#context.child.stdin.writableLength;
  }

  endInput(): void {
    this.#strays?.note();
    this.#context.child.stdin.end();
  }

  pause(): void {
    this.#isPaused = true;
    this.#context.child.stdout.pause();
    if (this.#wait !== undefined) this.#wait.isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#context.child.stdout.resume();
    if (this.#wait !== undefined) this.#wait.isPaused = false;
  }

  kill(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): boolean {
    if (this.pid === undefined || this.#isOver) return false;
    this.#strays?.note();
    return killGroup(this.pid, signal, { platform: this.#context.platform });
  }

  unref(): void {
    const { child } = this.#context;
    child.unref();
    for (const pipe of pipesOf(child)) pipe.unref();
  }

  ref(): void {
    const { child } = this.#context;
    child.ref();
    for (const pipe of pipesOf(child)) pipe.ref();
  }

  #onProcessEnd(exit: TransportExit): void {
    // A program that never started has told so.
    if (this.#isOver) return;
    this.#exit = exit;
    this.#context.child.stdin.destroy();
    // Commands that it has left running. At once: who reads may take long until the pipes are at their end.
    this.#strays?.note();
    this.#strays?.kill("SIGTERM");
    this.#wait = new QuietWait(this.#context.clock, QUIET_MS, () => this.#onQuiet());
    this.#wait.isPaused = this.#isPaused;
    // Node resumes all pipes of a child in the tick after its 'exit', whoever has paused them: paused again in the next.
    process.nextTick(() => process.nextTick(() => (this.#isPaused ? this.#context.child.stdout.pause() : undefined)));
  }

  /** Somebody holds a pipe and says nothing: first the group goes, then the pipe. */
  #onQuiet(): void {
    const { child, clock, platform } = this.#context;
    if (!this.#hasKilledRest && this.pid !== undefined && isGroupAlive(this.pid, platform)) {
      this.#hasKilledRest = true;
      killGroup(this.pid, "SIGKILL", { platform });
      this.#wait = new QuietWait(clock, QUIET_MS, () => this.#onQuiet());
      this.#wait.isPaused = this.#isPaused;
      return;
    }
    child.stdout.destroy();
    child.stderr.destroy();
  }

  #onPipesEnd(): void {
    this.#wait?.end();
    if (this.#exit !== undefined) this.#buryRest(this.#exit, LOOKS);
  }

  /** Nobody of the group may live on, not even who holds no pipe; and nobody whom it had started and who was left. */
  #buryRest(exit: TransportExit, looks: number): void {
    const { platform, clock } = this.#context;
    const group = platform === "win32" ? undefined : this.pid;
    if (group === undefined || looks === 0 || !(isGroupAlive(group, platform) || this.#strays?.areAlive === true)) {
      this.#finish(exit);
      return;
    }
    if (looks === LOOKS) {
      killGroup(group, "SIGKILL", { platform });
      // They may have something to put away.
      this.#strays?.kill("SIGTERM");
    } else if (looks === LOOKS / 2) {
      this.#strays?.note();
      this.#strays?.kill("SIGKILL");
    }
    clock.after(LOOK_MS, () => this.#buryRest(exit, looks - 1), { keepsAlive: true });
  }

  #finish(exit: TransportExit): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forget();
    this.#context.handlers.onExit(exit);
  }
}

function pipesOf({ stdin, stdout, stderr }: Child): readonly Socket[] {
  return [stdin, stdout, stderr] as unknown as readonly Socket[];
}

function notStarted(launch: Launch, cause: unknown): TransportExit {
  const { command, cwd } = launch;
  const code = (cause as NodeJS.ErrnoException).code ?? "";
  // Node blames the program for a missing folder.
  const reason = !existsSync(cwd)
    ? `the working directory ${JSON.stringify(cwd)} does not exist`
    : code === "E2BIG"
      ? "its command line is too long; put long prompts into files"
      : code === "EMFILE" || code === "ENFILE"
        ? `no file descriptor is free (${code}: too many open files); close some files or sessions, or raise \`ulimit -n\``
        : (cause as Error).message;
  const message = `${JSON.stringify(command)} could not be started: ${reason}.`;
  return {
    code: null,
    signal: null,
    error: new ClaudeError("start-failed", message, { command, cwd, code }, { cause }),
  };
}

const NO_TRANSPORT: Transport = {
  pid: undefined,
  write: () => undefined,
  endInput: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
  kill: () => false,
  unref: () => undefined,
  ref: () => undefined,
};
