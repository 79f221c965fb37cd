// The default transport: a child process with three pipes and its own process group. Readers are attached before the first
// write, stderr is always read, and errors of pipes do not reach the host: every failure becomes the exit.
// `onExit` is called once, when stdout has ended and no process of the group, or detached from it, is left. While paused it
// waits, so that no data is lost: a paused reader must resume to get the exit. A process that holds stdout open after the
// child's end is not waited for long.

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
  createChildId,
  openRegistry,
  removeQuietly,
  getStartTime,
  type Registry,
} from "../process/registry.ts";
import { trackDetachedProcesses, type DetachedProcesses } from "../process/detached-processes.ts";
import { QuietWait } from "./quiet-wait.ts";
import type { Launch, Transport, TransportExit, TransportFactory, TransportHandlers } from "./types.ts";

export interface ChildTransportOptions {
  readonly clock?: Clock;
  /** False for none. @default the user's registry */
  readonly registry?: Registry | false;
  readonly platform?: string;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** How long remaining processes may be silent before they are killed, and then before their pipe is closed. */
const QUIET_MS = 250;
/** A killed process is gone in less than a millisecond, unless it is in a system call. */
const POLL_MS = 5;
const MAX_POLLS = 400;

/** Returns a factory that starts one child per call. It never throws. */
export function createChildTransport(options: ChildTransportOptions = {}): TransportFactory {
  const { clock = SYSTEM_CLOCK, platform = process.platform } = options;
  let { registry } = options;
  return (launch, handlers) => {
    registry ??= openRegistry();
    const id = createChildId();
    try {
      const child = spawn(launch.command, launch.args, {
        cwd: launch.cwd,
        env: { ...launch.env, [CHILD_VARIABLE]: id },
        stdio: ["pipe", "pipe", "pipe"],
        detached: platform !== "win32",
        windowsHide: true,
      });
      // Without a free file descriptor (EMFILE, ENFILE) Node returns a child without pipes, and emits the error in the next tick.
      if ((child.stdout as Readable | undefined) === undefined) {
        child.on("error", (error) => handlers.onExit(createStartFailure(launch, error)));
        return NO_TRANSPORT;
      }
      return new ChildTransport({ child, launch, handlers, clock, platform, id, registry });
    } catch (error) {
      // For example a NUL in an argument.
      queueMicrotask(() => handlers.onExit(createStartFailure(launch, error)));
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
  readonly #detached: DetachedProcesses | undefined;
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
      if (child.pid === undefined) this.#finish(createStartFailure(launch, error));
    });
    child.on("exit", (code, signal) => this.#onProcessEnd({ code, signal }));
    child.on("close", () => this.#onPipesEnd());
    const { pid } = child;
    if (pid === undefined) return;
    const program = { id, pid, lastCommand: launch.env["_"] };
    const detached = trackDetachedProcesses(
      { ...program, start: getStartTime(pid, context.platform) },
      context.platform,
    );
    this.#detached = detached;
    const registration = registry === false ? undefined : registry.add({ ...program, files });
    // By the system's clock, not the session's: a signal to the host is real.
    const forgetHost = endWithHost({
      terminate: () => void this.kill("SIGTERM"),
      kill: () => {
        detached.scan();
        killGroup(pid, "SIGKILL", { platform: context.platform, isSync: true });
        detached.kill("SIGKILL");
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
    this.#detached?.scan();
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
    this.#detached?.scan();
    return killGroup(this.pid, signal, { platform: this.#context.platform });
  }

  unref(): void {
    const { child } = this.#context;
    child.unref();
    for (const pipe of listPipes(child)) pipe.unref();
  }

  ref(): void {
    const { child } = this.#context;
    child.ref();
    for (const pipe of listPipes(child)) pipe.ref();
  }

  #onProcessEnd(exit: TransportExit): void {
    // A program that never started has been reported already.
    if (this.#isOver) return;
    this.#exit = exit;
    this.#context.child.stdin.destroy();
    // Ends the commands that it left running, now: a slow reader may take long until the pipes end.
    this.#detached?.scan();
    this.#detached?.kill("SIGTERM");
    this.#wait = new QuietWait(this.#context.clock, QUIET_MS, () => this.#onQuiet());
    this.#wait.isPaused = this.#isPaused;
    // Node resumes all pipes of a child in the tick after its `exit`, even paused ones. They are paused again in the next tick.
    process.nextTick(() => process.nextTick(() => (this.#isPaused ? this.#context.child.stdout.pause() : undefined)));
  }

  /** A process holds a pipe open and is silent: the group is killed first, then the pipe is closed. */
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
    if (this.#exit !== undefined) this.#reapRemaining(this.#exit, MAX_POLLS);
  }

  /** Ends the remaining processes of the group, and the detached ones, and then reports the exit. */
  #reapRemaining(exit: TransportExit, polls: number): void {
    const { platform, clock } = this.#context;
    const group = platform === "win32" ? undefined : this.pid;
    if (group === undefined || polls === 0 || !(isGroupAlive(group, platform) || this.#detached?.areAlive === true)) {
      this.#finish(exit);
      return;
    }
    if (polls === MAX_POLLS) {
      killGroup(group, "SIGKILL", { platform });
      // With SIGTERM first, so that they can clean up.
      this.#detached?.kill("SIGTERM");
    } else if (polls === MAX_POLLS / 2) {
      this.#detached?.scan();
      this.#detached?.kill("SIGKILL");
    }
    clock.after(POLL_MS, () => this.#reapRemaining(exit, polls - 1), { keepsAlive: true });
  }

  #finish(exit: TransportExit): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forget();
    this.#context.handlers.onExit(exit);
  }
}

function listPipes({ stdin, stdout, stderr }: Child): readonly Socket[] {
  return [stdin, stdout, stderr] as unknown as readonly Socket[];
}

function createStartFailure(launch: Launch, cause: unknown): TransportExit {
  const { command, cwd } = launch;
  const code = (cause as NodeJS.ErrnoException).code ?? "";
  // For a missing working directory, Node reports a missing program.
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
