// The sink of the simulator's output (a process or a test in process) and the output in front of it, which applies faults.

/** How the process ends. Without code and signal: code 0. */
export interface SinkExit {
  readonly code?: number;
  readonly signal?: string;
  /** Exits at once, even if output is still buffered. */
  readonly undrained?: boolean;
}

export interface OutputSink {
  /** Writes to stdout. Resolves when more may be written. */
  write(bytes: Uint8Array): Promise<void> | void;
  writeStderr(bytes: Uint8Array): void;
  exit(how: SinkExit): void;
  /** Waits. With 0, pending output is sent first. */
  sleep(ms: number): Promise<void>;
  /** Stops reading stdin: its writer gets a broken pipe, and the program sees the end of input. */
  closeInput(): void;
  /** Keeps stdout open for this long after the process has ended. */
  keepOpen(ms: number): Promise<void> | void;
}

export interface FaultyOutput {
  /** Writes one line with its LF. Lines keep their order, awaited or not. */
  write(line: string): Promise<void> | void;
  readonly ignoresSigterm: boolean;
  readonly neverExits: boolean;
  /** Resolves when everything is written, late results included. The caller exits. */
  end(): Promise<void>;
}
