// All keys of a terminal, one after the other, until it is stopped. Pasted text comes as one key, so that its line ends
// send nothing.

import { emitKeypressEvents } from "node:readline";
import type { Io } from "../cli/io.ts";
import type { Key } from "./line-editor.ts";

/** Asks the terminal to mark what is pasted. */
const MARKS_PASTE = "\u001B[?2004h";
const NO_MARKS = "\u001B[?2004l";

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
  const raw = stdin as unknown as { setRawMode(isRaw: boolean): unknown };
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
