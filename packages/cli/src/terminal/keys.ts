// Keys of a terminal in raw mode: one awaited key, or all of them until the listener is stopped. Ctrl-C is a key, too.

import { emitKeypressEvents } from "node:readline";
import type { Io } from "../cli/io.ts";
import type { Key } from "./line-editor.ts";

export const CTRL_C = "\u0003";

interface RawInput {
  setRawMode(isRaw: boolean): unknown;
}

/** Whether stdin is a terminal that can report single keys. */
export function hasKeys(stdin: Io["stdin"]): boolean {
  return stdin.isTTY === true && "setRawMode" in stdin;
}

/**
 * Resolves with the next key that is in `keys`, in lower case, or with Ctrl-C. Resolves with `undefined` when aborted.
 * @param isTooEarly called for each key; if it returns true, the key is ignored unless it is Ctrl-C
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

/** Bracketed paste mode: the terminal marks pasted text. */
const MARKS_PASTE = "\u001B[?2004h";
const NO_MARKS = "\u001B[?2004l";

/** Reports every key until the returned function is called. Pasted text is one key, so that its line ends send nothing. */
export function listenToKeys(io: Io, onKey: (key: Key) => void): () => void {
  const { stdin, stdout } = io;
  let pasted: string | undefined;
  const take = (
    text: string | undefined,
    key: { name?: string; ctrl?: boolean; meta?: boolean; sequence?: string },
  ): void => {
    if (key.name === "paste-start") pasted = "";
    else if (key.name === "paste-end") {
      const all = pasted ?? "";
      pasted = undefined;
      if (all !== "") onKey({ text: all, isPasted: true });
    } else if (pasted !== undefined) pasted += text ?? key.sequence ?? "";
    else onKey({ name: key.name, text, ctrl: key.ctrl, meta: key.meta });
  };
  const raw = stdin as unknown as RawInput;
  emitKeypressEvents(stdin);
  stdin.on("keypress", take);
  raw.setRawMode(true);
  stdin.resume();
  stdout.write(MARKS_PASTE);
  return () => {
    stdin.off("keypress", take);
    stdout.write(NO_MARKS);
    raw.setRawMode(false);
    stdin.pause();
  };
}
