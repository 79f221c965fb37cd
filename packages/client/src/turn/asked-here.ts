// Where a turn was asked for. An error that is made when the answer comes has no line of the program that asked in its
// stack, and that is the only one its reader can do something about.

/** Frames of this package, in its sources as in its bundle, say nothing to whoever asked. */
const OWN_FOLDER = new URL("..", import.meta.url).pathname;

/** Frames between a caller and here. By default V8 notes ten in all, and `ask` with all its layers needs nine. */
const MAX_OWN_FRAMES = 20;

export interface AskedHere {
  /** Gives the error the stack of whoever asked, if any of it is known. */
  mark(error: Error): void;
}

export function askedHere(): AskedHere {
  const limit = Error.stackTraceLimit;
  // Not by assignment, which throws where intrinsics are frozen.
  Reflect.set(Error, "stackTraceLimit", limit + MAX_OWN_FRAMES);
  // The stack is made into text when it is read, so that a turn that succeeds pays for no more than noting it.
  const place = new Error("asked here");
  Reflect.set(Error, "stackTraceLimit", limit);
  return {
    mark(error) {
      const lines = place.stack?.split("\n") ?? [];
      const frames = lines.filter((line) => /^\s+at /.test(line) && !line.includes(OWN_FOLDER)).slice(0, limit);
      if (frames.length > 0) error.stack = [`${error.name}: ${error.message}`, ...frames].join("\n");
    },
  };
}
