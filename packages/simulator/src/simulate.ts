// The fake `claude` without a child: the same program, with pipes inside this process. Time is virtual unless a speed is
// given, sessions are kept in memory, and nothing of this machine's environment is read.

import { createByteQueue } from "./cli/byte-queue.ts";
import { startProgram } from "./cli/program.ts";
import { createMemoryStore, type SessionStore } from "./cli/store.ts";
import { FLAG_OPTIONS, wordsOf, type FlagOptions } from "./cli/words-of-options.ts";
import { checkOptions, type KeysOf } from "./check-options.ts";
import { checkFaults } from "./faults/check.ts";
import type { OutputSink } from "./faults/sink.ts";
import { sleep } from "./faults/sleep.ts";
import type { Fault } from "./faults/types.ts";
import { keepAlive } from "./keep-alive.ts";
import { scenarioOf, type ScenarioSource } from "./scenario/any-scenario.ts";
import type { RunLog } from "./testing/log.ts";

export interface SimulateOptions extends FlagOptions {
  /**
   * Data, text (JSON or YAML), the path or URL of a file, or the name of a ready-made one.
   * @default one that answers every prompt and says that it is simulated
   */
  readonly scenario?: ScenarioSource | undefined;
  /** Beside those of the scenario. A grandchild is a stdout that stays open. */
  readonly faults?: readonly Fault[];
  /** @default the working directory of this process */
  readonly cwd?: string;
  /** @default nothing */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Give the same to two runs, and the second can resume the session of the first. @default one of its own */
  readonly store?: SessionStore;
}

/** How it ended: with a code or by a signal, as a child process tells it. */
export interface SimulatedExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface SimulatedClaude {
  readonly stdin: {
    /** False when nobody reads any more. */
    write(data: Uint8Array | string): boolean;
    end(): void;
  };
  /** For one reader. Who does not read makes the program wait, as a pipe does. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /** False when it has ended already. @default "SIGTERM" */
  kill(signal?: string): boolean;
  readonly exited: Promise<SimulatedExit>;
  readonly pid: undefined;
  /** As a child process, it keeps Node alive until it ends. */
  ref(): void;
  unref(): void;
}

export const SIMULATE_OPTIONS: KeysOf<SimulateOptions> = {
  scenario: true,
  faults: true,
  cwd: true,
  env: true,
  store: true,
  ...FLAG_OPTIONS,
};

/** @throws {ScenarioError} for an option, a scenario or faults that are none */
export function simulate(options: SimulateOptions = {}): SimulatedClaude {
  checkOptions<SimulateOptions>("simulate", options, SIMULATE_OPTIONS);
  return startSimulated(options);
}

/** The same without the check, and with a log for tests. */
export function startSimulated(options: SimulateOptions, log?: RunLog): SimulatedClaude {
  const scenario = options.scenario === undefined ? undefined : scenarioOf(options.scenario);
  const faults = checkFaults(options.faults ?? [], "the options");
  const stdout = createByteQueue();
  const stderr = createByteQueue(Number.POSITIVE_INFINITY);
  const store = options.store ?? createMemoryStore();
  const hold = keepAlive();
  let stalls = new AbortController();
  let isReading = true;
  let isOver = false;
  let heldOpenMs = 0;
  let tellExit: ((exit: SimulatedExit) => void) | undefined;
  const exited = new Promise<SimulatedExit>((resolve) => {
    tellExit = resolve;
  });

  const exit = (how: SimulatedExit): void => {
    if (isOver) return;
    isOver = true;
    isReading = false;
    stalls.abort();
    hold.end();
    // Its delays would keep this process from its end.
    program.close();
    stderr.end();
    if (heldOpenMs === 0) stdout.end();
    else setTimeout(() => stdout.end(), heldOpenMs);
    tellExit?.(how);
  };
  const sink: OutputSink = {
    write: (bytes) => (isOver ? undefined : stdout.push(bytes)),
    complain: (bytes) => void (isOver ? undefined : stderr.push(bytes)),
    exit({ code, signal, undrained }) {
      if (undrained === true) stdout.cut();
      exit(signal === undefined ? { code: code ?? 0, signal: null } : { code: null, signal });
    },
    // A stall that outlives the program would keep this process from its end; SIGINT ends it, too.
    sleep: (ms) => sleep(ms, stalls.signal),
    closeInput() {
      isReading = false;
      program.endInput();
    },
    keepOpen(ms) {
      heldOpenMs = ms;
    },
  };
  const program = startProgram({
    words: wordsOf(options),
    environment: options.env ?? {},
    cwd: options.cwd ?? process.cwd(),
    sink,
    hasInput: true,
    openStore: () => store,
    scenario,
    faults,
    log,
  });

  return {
    stdin: {
      write(data) {
        if (isReading) program.input(typeof data === "string" ? Buffer.from(data) : data);
        return isReading;
      },
      end() {
        if (isReading) program.endInput();
        isReading = false;
      },
    },
    stdout,
    stderr,
    kill(signal = "SIGTERM") {
      if (isOver) return false;
      if (signal === "SIGINT") {
        stalls.abort();
        stalls = new AbortController();
      }
      if (signal === "SIGINT" || signal === "SIGTERM") program.signal(signal);
      else exit({ code: null, signal });
      return true;
    },
    exited,
    pid: undefined,
    ref: () => hold.ref(),
    unref: () => hold.unref(),
  };
}
