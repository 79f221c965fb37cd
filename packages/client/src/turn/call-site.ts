// Captures where a turn was asked for. An error that is created when the answer comes has no line of the caller in its
// stack, although that is the line that its reader needs.

/** Frames of this package, as sources or as a bundle, are left out of the stack. */
const OWN_FOLDER = new URL("..", import.meta.url).pathname;

/** Frames between the caller and here. V8 keeps ten by default, and the layers of `ask` take nine. */
const MAX_OWN_FRAMES = 20;

export interface CallSite {
  /** Sets the stack of the error to that of the caller, if it is known. */
  mark(error: Error): void;
}

export function captureCallSite(): CallSite {
  const limit = Error.stackTraceLimit;
  // `Reflect.set`, because an assignment throws where intrinsics are frozen.
  Reflect.set(Error, "stackTraceLimit", limit + MAX_OWN_FRAMES);
  // V8 formats the stack when it is read, so a turn that succeeds pays only for capturing it.
  const site = new Error("asked here");
  Reflect.set(Error, "stackTraceLimit", limit);
  return {
    mark(error) {
      const lines = site.stack?.split("\n") ?? [];
      const frames = lines.filter((line) => /^\s+at /.test(line) && !line.includes(OWN_FOLDER)).slice(0, limit);
      if (frames.length > 0) error.stack = [`${error.name}: ${error.message}`, ...frames].join("\n");
    },
  };
}
