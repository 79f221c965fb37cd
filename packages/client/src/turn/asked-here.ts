// Where a turn was asked for. An error that is made when the answer comes has no line of the program that asked in its
// stack, and that is the only one its reader can do something about.

/** Frames of this package, in its sources as in its bundle, say nothing to whoever asked. */
const OWN_FOLDER = new URL("..", import.meta.url).pathname;

export interface AskedHere {
  /** Gives the error the stack of whoever asked, if any of it is known. */
  mark(error: Error): void;
}

export function askedHere(): AskedHere {
  // The stack is made into text when it is read, so that a turn that succeeds pays for no more than noting it.
  const place = new Error("asked here");
  return {
    mark(error) {
      const frames =
        place.stack?.split("\n").filter((line) => /^\s+at /.test(line) && !line.includes(OWN_FOLDER)) ?? [];
      if (frames.length > 0) error.stack = [`${error.name}: ${error.message}`, ...frames].join("\n");
    },
  };
}
