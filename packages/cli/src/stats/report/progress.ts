// Shows progress on a line of stderr, if that is a terminal, and clears the line at the end.

import type { Io } from "../../cli/io.ts";

const CLEAR = "\r\u001B[K";
/** Shorter work shows no progress. */
const DELAY_MS = 400;

export interface Progress {
  readonly show: (files: number, ofFiles: number, bytes: number) => void;
  readonly end: () => void;
}

export function createProgress(stderr: Io["stderr"], startedAt: number = performance.now()): Progress {
  if (stderr.isTTY !== true) return { show: () => undefined, end: () => undefined };
  let isShown = false;
  return {
    show(files, ofFiles, bytes) {
      if (performance.now() - startedAt < DELAY_MS) return;
      isShown = true;
      stderr.write(`${CLEAR}reading ${files} of ${ofFiles} files, ${Math.round(bytes / 1e6)} MB`);
    },
    end() {
      if (isShown) stderr.write(CLEAR);
    },
  };
}
