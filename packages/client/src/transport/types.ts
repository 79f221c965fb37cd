// Between the session and whatever speaks the protocol: bytes out, lines in, an end. A child process is the usual one; the
// simulator in this process, a recording and something remote are others, and the session cannot tell them apart.

/** How the program is to be started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Files and folders with secrets, which are removed if this process cannot do so itself. */
  readonly privateFiles?: readonly string[];
}

/** How it ended. `error`: it never started, or the connection broke. */
export interface TransportExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: Error;
}

/** What the session wants to know. None of these throws. */
export interface TransportHandlers {
  /** A piece of stdout, cut anywhere; it belongs to the session from here on. Not called while paused, up to what was under way. */
  onData(chunk: Uint8Array): void;
  /** A piece of stderr. Always read, paused or not. */
  onStderr(chunk: Uint8Array): void;
  /** Once: nothing more will come, stdout is at its end, and the program is gone. */
  onExit(exit: TransportExit): void;
}

export interface Transport {
  readonly pid: number | undefined;
  /** Writes whole lines. Never throws; what nobody reads any more is dropped, for `onExit` will tell. */
  write(lines: string): void;
  /** How much of what was written the program has not taken yet. A transport that cannot tell has none. */
  waitingBytes?(): number;
  /** No more input. */
  endInput(): void;
  /** Stops reading stdout, so that the program waits at its pipe. */
  pause(): void;
  resume(): void;
  /** To the whole process group, where there is one. False when it is gone already. */
  kill(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): boolean;
  /** An idle one does not keep Node alive. */
  unref(): void;
  ref(): void;
}

export type TransportFactory = (launch: Launch, handlers: TransportHandlers) => Transport;

/** A started program as `spawn` gives it: Node's ChildProcess with pipes fits, and so does the simulator in process. */
export interface SpawnedProcess {
  readonly pid?: number | undefined;
  readonly stdin: { write(data: string): unknown; end(): unknown };
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr?: AsyncIterable<Uint8Array> | null | undefined;
  kill(signal?: "SIGINT" | "SIGTERM" | "SIGKILL"): unknown;
  /** How it ended. A ChildProcess has none: its `exit` event is listened to. */
  readonly exited?: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export type SpawnFunction = (launch: Launch) => SpawnedProcess;
