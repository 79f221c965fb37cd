// One key at a time from a terminal, without waiting for Enter. While a key is awaited Ctrl-C is a key too.

import type { Io } from "../cli/io.ts";

export const CTRL_C = "\u0003";

interface RawInput {
  setRawMode(isRaw: boolean): unknown;
}

/** Whether somebody can press keys here. */
export function hasKeys(stdin: Io["stdin"]): boolean {
  return stdin.isTTY === true && "setRawMode" in stdin;
}

/**
 * The next key that is one of these, in lower case, or Ctrl-C; undefined when the signal is aborted before.
 * @param isTooEarly asked for each key: if so, it is no answer, unless it is Ctrl-C
 */
export function readKey(
  stdin: Io["stdin"],
  keys: readonly string[],
  signal: AbortSignal,
  isTooEarly: () => boolean = () => false,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(undefined);
      return;
    }
    const raw = stdin as unknown as RawInput;
    raw.setRawMode(true);
    stdin.on("data", take);
    stdin.resume();
    signal.addEventListener("abort", leave, { once: true });
    function take(data: Buffer | string): void {
      for (const character of String(data).toLowerCase()) {
        if (character === CTRL_C || (!isTooEarly() && keys.includes(character))) {
          finish(character);
          return;
        }
      }
    }
    function leave(): void {
      finish(undefined);
    }
    function finish(key: string | undefined): void {
      stdin.off("data", take);
      stdin.pause();
      raw.setRawMode(false);
      signal.removeEventListener("abort", leave);
      resolve(key);
    }
  });
}
