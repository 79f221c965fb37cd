// The connection between the session and a program: it writes lines, reads bytes, and reports the exit. It is usually a child
// process. The simulator in this process, a recording or a remote program look the same to the session.

/** How to start the program. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Files and folders with secrets. Another process removes them if this one dies. */
  readonly privateFiles?: readonly string[];
}

/** How the program ended. `error`: it never started, or the connection broke. */
export interface TransportExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: Error;
}

/** Callbacks of the session. None of them throws. */
export interface TransportHandlers {
  /** A chunk of stdout, cut anywhere. The session owns it from here on. Not called while paused, except for data in flight. */
  onData(chunk: Uint8Array): void;
  /** A chunk of stderr. It is read even while paused. */
  onStderr(chunk: Uint8Array): void;
  /** Called once, when stdout has ended and the program is gone. */
  onExit(exit: TransportExit): void;
}

export interface Transport {
  readonly pid: number | undefined;
  /** Writes whole lines. Never throws. Lines for a program that is gone are dropped, as `onExit` will report its end. */
  write(lines: string): void;
  /** Number of written bytes that the program has not read yet. Missing if the transport does not know. */
  waitingBytes?(): number;
  /** Ends the input. */
  endInput(): void;
  /** Stops reading stdout, so that the program waits at its full pipe. */
  pause(): void;
  resume(): void;
  /** Sends a signal to the process group, if there is one. Returns false if the program is gone. */
  kill(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): boolean;
  /** Lets Node exit while the program runs. */
  unref(): void;
  ref(): void;
}

export type TransportFactory = (launch: Launch, handlers: TransportHandlers) => Transport;

/** A started program, as `spawn` returns it: Node's ChildProcess with pipes, or the simulator in this process. */
export interface SpawnedProcess {
  readonly pid?: number | undefined;
  readonly stdin: { write(data: string): unknown; end(): unknown };
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr?: AsyncIterable<Uint8Array> | null | undefined;
  kill(signal?: "SIGINT" | "SIGTERM" | "SIGKILL"): unknown;
  /** How the program ended. A ChildProcess has an `exit` event instead. */
  readonly exited?: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export type SpawnFunction = (launch: Launch) => SpawnedProcess;
