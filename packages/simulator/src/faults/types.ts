// What may go wrong with a CLI, as data: declared in a scenario or injected from outside.

/**
 * Where a fault strikes. With `afterType` and `afterLines`: after so many lines of that type. Faults that write whole
 * lines wait for the end of the line that `atByte` falls into, all others strike at that very byte.
 * @default at once
 */
export interface FaultPlace {
  /** Bytes of stdout, those of other faults included. */
  readonly atByte?: number;
  /** Lines of the engine, those of faults not included. */
  readonly afterLines?: number;
  /** A wire type, e.g. `result`, or a type with its subtype, e.g. `system/init` or `stream_event/message_start`. */
  readonly afterType?: string;
}

export type Fault = FaultPlace &
  /** Output in chunks of so many bytes, also inside a character. 0: sizes at random, by the seed. */
  (
    | { readonly fault: "chunks"; readonly bytes: number }
    /** What is given, as it is, or a line of garbage or ANSI noise; with `times`, again behind each of the next lines. */
    | { readonly fault: "noise"; readonly text?: string; readonly times?: number }
    /** A line that is no JSON. @default an assistant line cut in its middle */
    | { readonly fault: "invalid-line"; readonly text?: string }
    /** A valid line of so many bytes, LF included. @default 100 MB */
    | { readonly fault: "long-line"; readonly bytes?: number }
    /** Nothing for so long; without a time, never again. */
    | { readonly fault: "stall"; readonly ms?: number }
    /** So many lines at once. @default 10000 */
    | { readonly fault: "flood"; readonly lines?: number }
    /** The end of the process, with a code or by a signal; `undrained` does not wait for the pipe. @default code 1 */
    | { readonly fault: "exit"; readonly code?: number; readonly signal?: string; readonly undrained?: boolean }
    /** Every result from here on is left out. */
    | { readonly fault: "no-result" }
    /** Stays after the end of input. */
    | { readonly fault: "no-exit" }
    | { readonly fault: "ignore-sigterm" }
    /** A child that keeps stdout open for so long after the process has gone. @default 10 s */
    | { readonly fault: "grandchild"; readonly ms?: number }
    | { readonly fault: "close-stdin" }
    /** @default 1 MB */
    | { readonly fault: "stderr-flood"; readonly bytes?: number }
    /** Each line from here on so many times. @default 2 */
    | { readonly fault: "duplicate-lines"; readonly times?: number }
    /** Each is one line, without its LF. Without a place: after the first result. @default one that no version knows */
    | { readonly fault: "lines-after-result"; readonly lines?: readonly string[] }
    /** One more result, so long after the first, or after the one before its place. @default 0 */
    | { readonly fault: "late-result"; readonly ms?: number }
  );

export type FaultName = Fault["fault"];
