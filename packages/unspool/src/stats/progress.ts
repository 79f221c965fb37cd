// How far long work has come, on a line of its own that is gone when the work is done. Only for a terminal.

import type { Io } from "../cli/io.ts";

const CLEAR = "\r\u001B[K";
/** What is done sooner needs no word. */
const PATIENCE_MS = 400;

export interface Progress {
  readonly show: (files: number, ofFiles: number, bytes: number) => void;
  readonly end: () => void;
}

export function createProgress(stderr: Io["stderr"], startedAt: number = performance.now()): Progress {
  if (stderr.isTTY !== true) return { show: () => undefined, end: () => undefined };
  let isShown = false;
  return {
    show(files, ofFiles, bytes) {
      if (performance.now() - startedAt < PATIENCE_MS) return;
      isShown = true;
      stderr.write(`${CLEAR}reading ${files} of ${ofFiles} files, ${Math.round(bytes / 1e6)} MB`);
    },
    end() {
      if (isShown) stderr.write(CLEAR);
    },
  };
}
