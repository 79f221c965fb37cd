// Where the simulator's output goes, and what stands before it: both a child process and a test in the same process
// give a sink, and get back an output that misbehaves as told.

/** How the process ends. Without code and signal: code 0. */
export interface SinkExit {
  readonly code?: number;
  readonly signal?: string;
  /** At once, whatever has not left yet. */
  readonly undrained?: boolean;
}

export interface OutputSink {
  /** To stdout. Resolves when more may be written. */
  write(bytes: Uint8Array): Promise<void> | void;
  /** To stderr. */
  complain(bytes: Uint8Array): void;
  exit(how: SinkExit): void;
  /** With 0: until what was written has had a chance to leave. */
  sleep(ms: number): Promise<void>;
  /** No more is read from stdin, its writer gets a broken pipe, and the program takes it for the end of input. */
  closeInput(): void;
  /** Someone else holds stdout open for so long after the process has gone. */
  keepOpen(ms: number): Promise<void> | void;
}

export interface FaultyOutput {
  /** One line with its LF. Lines keep their order, awaited or not. */
  write(line: string): Promise<void> | void;
  readonly ignoresSigterm: boolean;
  readonly neverExits: boolean;
  /** Resolves when everything is written, late results included. The exit itself is the caller's. */
  end(): Promise<void>;
}
