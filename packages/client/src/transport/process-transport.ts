// A program that somebody else has started, as a transport: Node's ChildProcess, the simulator in this process, or anything
// of that shape. The contract is that of the child transport; a signal goes to the program only, for its group is its
// starter's.

import { ChildProcess } from "node:child_process";
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
import { messageOf, sentence } from "../message-of.ts";

/** How long a pipe that somebody holds open after the end is still read. */
const QUIET_MS = 250;

export function transportOf(
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
        quiet(spawned);
        return fail("The option `spawn` gave a promise: it must give the process at once.", undefined);
      }
      // Node's ChildProcess has no pipes when no file descriptor was free. Its `error` event, unheard, would end the host.
      swallow(spawned);
      const message = `The option \`spawn\` gave a process without ${missing}: give it pipes, and see that file descriptors are free (too many open files).`;
      return fail(message, undefined);
    } catch (cause) {
      return fail(sentence(`The option \`spawn\` threw: ${messageOf(cause)}`), cause);
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
    // One that never started: Node would send the signal to this process's own group.
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
        onExit({ code: null, signal: null, error: cause instanceof Error ? cause : new Error(messageOf(cause)) }),
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

/** Nobody is there any more: its exit tells. Writers of web streams tell by a promise. */
function attempt(action: () => unknown): unknown {
  try {
    const returned = action();
    if (isThenable(returned)) quiet(returned);
    return returned;
  } catch {
    return undefined;
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === "function";
}

function quiet(promise: PromiseLike<unknown>): void {
  promise.then(undefined, () => undefined);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

const NOTHING: SpawnedProcess = {
  stdin: { write: () => undefined, end: () => undefined },
  stdout: nothing(),
  kill: () => false,
};
