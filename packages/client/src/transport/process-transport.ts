// A transport for a program that the host's `spawn` started: Node's ChildProcess, the simulator in this process, or anything
// of that shape. It keeps the contract of the child transport, but sends signals to the program only, not to its group.

import { ChildProcess } from "node:child_process";
import { getErrorMessage, toSentence } from "@unspool/protocol/kit";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { createPump, type Pump } from "./pump.ts";
import { QuietWait } from "./quiet-wait.ts";
import type {
  SpawnedProcess,
  SpawnFunction,
  Transport,
  TransportExit,
  TransportFactory,
  TransportHandlers,
} from "./types.ts";

/** How long a pipe is still read after the program has ended. */
const QUIET_MS = 250;

export function createProcessTransport(
  spawn: SpawnFunction,
  { clock = SYSTEM_CLOCK }: { readonly clock?: Clock } = {},
): TransportFactory {
  return (launch, handlers) => {
    const fail = (message: string, cause: unknown): Transport => {
      const error = new ClaudeError("start-failed", message, { command: launch.command }, { cause });
      queueMicrotask(() => handlers.onExit({ code: null, signal: null, error }));
      return new ProcessTransport(NOTHING, { ...handlers, onExit: () => undefined }, clock);
    };
    try {
      const spawned = spawn(launch);
      const missing = (["stdin", "stdout"] as const).find((name) => (spawned as Partial<SpawnedProcess>)[name] == null);
      if (missing === undefined) return new ProcessTransport(spawned, handlers, clock);
      if (isThenable(spawned)) {
        ignoreRejection(spawned);
        return fail("The option `spawn` returned a promise. It must return the process itself.", undefined);
      }
      // Node's ChildProcess has no pipes if no file descriptor was free. Without a listener, its `error` event would end the host.
      swallow(spawned);
      const message = `The option \`spawn\` returned a process without ${missing}. Give it pipes, and make sure that file descriptors are free (too many open files).`;
      return fail(message, undefined);
    } catch (cause) {
      return fail(toSentence(`The option \`spawn\` threw: ${getErrorMessage(cause)}`), cause);
    }
  };
}

class ProcessTransport implements Transport {
  readonly #spawned: SpawnedProcess;
  readonly #handlers: TransportHandlers;
  readonly #clock: Clock;
  readonly #stdout: Pump;
  readonly #stderr: Pump | undefined;
  #exit: TransportExit | undefined;
  #wait: QuietWait | undefined;
  #isPaused = false;
  #isStdoutOver = false;
  #isInputOver = false;
  #isOver = false;

  constructor(spawned: SpawnedProcess, handlers: TransportHandlers, clock: Clock) {
    this.#spawned = spawned;
    this.#handlers = handlers;
    this.#clock = clock;
    swallow(spawned.stdin);
    this.#stdout = createPump(spawned.stdout, {
      onData: (chunk) => {
        this.#wait?.heard();
        handlers.onData(chunk);
      },
      onEnd: (error) => this.#onStdoutEnd(error),
    });
    this.#stderr =
      spawned.stderr === undefined || spawned.stderr === null
        ? undefined
        : createPump(spawned.stderr, { onData: (chunk) => handlers.onStderr(chunk), onEnd: () => undefined });
    listenToExit(spawned, (exit) => this.#onProcessEnd(exit));
  }

  get pid(): number | undefined {
    return this.#spawned.pid;
  }

  write(lines: string): void {
    if (this.#isInputOver || this.#isOver) return;
    attempt(() => this.#spawned.stdin.write(lines));
  }

  waitingBytes(): number {
    const { writableLength } = this.#spawned.stdin as { readonly writableLength?: unknown };
    return typeof writableLength === "number" ? writableLength : 0;
  }

  endInput(): void {
    if (this.#isInputOver) return;
    this.#isInputOver = true;
    attempt(() => this.#spawned.stdin.end());
  }

  pause(): void {
    this.#isPaused = true;
    this.#stdout.pause();
    if (this.#wait !== undefined) this.#wait.isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#stdout.resume();
    if (this.#wait !== undefined) this.#wait.isPaused = false;
  }

  kill(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): boolean {
    if (this.#isOver || this.#exit !== undefined) return false;
    // For a child that never started, Node would send the signal to this process's own group.
    if (this.#spawned instanceof ChildProcess && this.pid === undefined) return false;
    return attempt(() => this.#spawned.kill(signal)) !== false;
  }

  unref(): void {
    this.#each("unref");
  }

  ref(): void {
    this.#each("ref");
  }

  #each(name: "ref" | "unref"): void {
    const { stdin, stdout, stderr } = this.#spawned;
    for (const one of [this.#spawned, stdin, stdout, stderr] as readonly (Partial<Record<string, unknown>> | null)[]) {
      const method = one?.[name];
      if (typeof method === "function") attempt(() => method.call(one));
    }
  }

  #onStdoutEnd(error: Error | undefined): void {
    this.#isStdoutOver = true;
    this.#wait?.end();
    if (this.#exit !== undefined) this.#finish(this.#exit);
    else if (error !== undefined) this.#exit = { code: null, signal: null, error };
    else if (!tellsExit(this.#spawned)) this.#finish({ code: null, signal: null });
  }

  #onProcessEnd(exit: TransportExit): void {
    const { error } = this.#exit ?? {};
    this.#exit = error === undefined ? exit : { ...exit, error };
    if (this.#isStdoutOver || exit.error !== undefined) {
      this.#finish(this.#exit);
      return;
    }
    this.#wait = new QuietWait(this.#clock, QUIET_MS, () => this.#finish(exit));
    this.#wait.isPaused = this.#isPaused;
    // As in the child transport: Node resumes the pipes of its children when they end.
    process.nextTick(() => process.nextTick(() => (this.#isPaused ? this.#stdout.pause() : undefined)));
  }

  #finish(exit: TransportExit): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#wait?.end();
    this.#stdout.stop();
    this.#stderr?.stop();
    this.#handlers.onExit(exit);
  }
}

interface Emitter {
  on(event: string, listener: (...values: never[]) => void): unknown;
}

function isEmitter(value: unknown): value is Emitter {
  return typeof (value as Partial<Emitter> | null)?.on === "function";
}

function tellsExit(spawned: SpawnedProcess): boolean {
  return spawned.exited !== undefined || isEmitter(spawned);
}

function listenToExit(spawned: SpawnedProcess, onExit: (exit: TransportExit) => void): void {
  if (spawned.exited !== undefined) {
    spawned.exited.then(
      (exit: Partial<TransportExit> | undefined) => onExit({ code: exit?.code ?? null, signal: exit?.signal ?? null }),
      (cause: unknown) =>
        onExit({ code: null, signal: null, error: cause instanceof Error ? cause : new Error(getErrorMessage(cause)) }),
    );
  }
  if (!isEmitter(spawned)) return;
  if (spawned.exited === undefined) {
    spawned.on("exit", (code: number | null, signal: string | null) => onExit({ code, signal }));
  }
  spawned.on("error", (error: Error) => {
    if (spawned.pid === undefined) onExit({ code: null, signal: null, error });
  });
}

function swallow(stream: unknown): void {
  if (isEmitter(stream)) stream.on("error", () => undefined);
}

/** Ignores errors of a program that is gone, as its exit reports them. Writers of web streams reject a promise instead. */
function attempt(action: () => unknown): unknown {
  try {
    const returned = action();
    if (isThenable(returned)) ignoreRejection(returned);
    return returned;
  } catch {
    return undefined;
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === "function";
}

function ignoreRejection(promise: PromiseLike<unknown>): void {
  promise.then(undefined, () => undefined);
}

async function* yieldNothing(): AsyncGenerator<Uint8Array> {}

const NOTHING: SpawnedProcess = {
  stdin: { write: () => undefined, end: () => undefined },
  stdout: yieldNothing(),
  kill: () => false,
};
