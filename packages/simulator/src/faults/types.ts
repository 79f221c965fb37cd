// Faults of a CLI, as data: in a scenario or as an option.

/**
 * When a fault happens. `afterType` together with `afterLines`: after this many lines of that type. Faults that write whole
 * lines wait for the end of the line that contains `atByte`; all others happen exactly at that byte.
 * @default at the start
 */
export interface FaultTrigger {
  /** After this many bytes of stdout, including those of other faults. */
  readonly atByte?: number;
  /** After this many lines, not counting those of faults. */
  readonly afterLines?: number;
  /** After a line of this type, for example `result`, `system/init` or `stream_event/message_start`. */
  readonly afterType?: string;
}

export type Fault = FaultTrigger &
  /** Output in chunks of this many bytes, even inside a character. 0: random sizes, by the seed. */
  (
    | { readonly fault: "chunks"; readonly bytes: number }
    /** The given text, or a line of garbage or ANSI codes. With `times`, again after each of the next lines. */
    | { readonly fault: "noise"; readonly text?: string; readonly times?: number }
    /** A line that is not JSON. @default an assistant line that is cut off */
    | { readonly fault: "invalid-line"; readonly text?: string }
    /** A valid line of this many bytes, including LF. @default 100 MB */
    | { readonly fault: "long-line"; readonly bytes?: number }
    /** No output for this long; without `ms`, never again. */
    | { readonly fault: "stall"; readonly ms?: number }
    /** This many lines at once. @default 10000 */
    | { readonly fault: "flood"; readonly lines?: number }
    /** Ends the process with a code or by a signal. `undrained` does not wait for the pipe. @default code 1 */
    | { readonly fault: "exit"; readonly code?: number; readonly signal?: string; readonly undrained?: boolean }
    /** Drops all further result lines. */
    | { readonly fault: "no-result" }
    /** Keeps running after the end of input. */
    | { readonly fault: "no-exit" }
    | { readonly fault: "ignore-sigterm" }
    /** A child process that keeps stdout open for this long after the process has ended. @default 10 s */
    | { readonly fault: "grandchild"; readonly ms?: number }
    | { readonly fault: "close-stdin" }
    /** @default 1 MB */
    | { readonly fault: "stderr-flood"; readonly bytes?: number }
    /** Writes each further line this many times. @default 2 */
    | { readonly fault: "duplicate-lines"; readonly times?: number }
    /** Lines without LF. Without a trigger: after the first result. @default a line of a type that no version knows */
    | { readonly fault: "lines-after-result"; readonly lines?: readonly string[] }
    /** One more result, `ms` after the first one or after the trigger. @default 0 */
    | { readonly fault: "late-result"; readonly ms?: number }
  );

export type FaultName = Fault["fault"];
