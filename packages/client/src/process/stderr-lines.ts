// What a program writes to stderr, line by line, for a callback of the host. At most one line is held, and no more of it than
// a limit: a program that never ends its line costs no more memory than that.

import { StringDecoder } from "node:string_decoder";
import { messageOf, sentence } from "../message-of.ts";
import type { Warning } from "../turn/types.ts";

/** Longer lines come in parts of this size. */
const MAX_LINE_CHARACTERS = 16 * 1024;

export interface StderrLines {
  push(chunk: Uint8Array): void;
  /** The program is gone: what is left is its last line. */
  end(): void;
}

/**
 * One for each program: the last line of one is not the beginning of the next one's first.
 * @param onLine undefined: nobody listens
 * @param warn called when it throws, or when what it returned rejects
 */
export function createStderrLines(
  onLine: ((line: string) => unknown) | undefined,
  warn: (warning: Warning) => void,
): StderrLines {
  if (onLine === undefined) return NOBODY;
  const onError = (error: unknown): void => {
    const message = `${sentence(`\`onStderr\` threw: ${messageOf(error)}`)} Further lines are told all the same.`;
    warn({ code: "callback-failed", message });
  };
  const decoder = new StringDecoder("utf8");
  let rest = "";
  const tell = (line: string): void => {
    try {
      const returned = onLine(line);
      if (returned instanceof Promise) returned.catch(onError);
    } catch (error) {
      onError(error);
    }
  };
  const take = (text: string): void => {
    rest += text;
    let from = 0;
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n", from)) {
      tellParts(rest.slice(from, rest[end - 1] === "\r" ? Math.max(from, end - 1) : end), tell);
      from = end + 1;
    }
    rest = rest.slice(from);
    while (rest.length > MAX_LINE_CHARACTERS) {
      tell(rest.slice(0, MAX_LINE_CHARACTERS));
      rest = rest.slice(MAX_LINE_CHARACTERS);
    }
  };
  return {
    push: (chunk) => take(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))),
    end() {
      take(decoder.end());
      if (rest !== "") tell(rest);
      rest = "";
    },
  };
}

const NOBODY: StderrLines = { push: () => undefined, end: () => undefined };

function tellParts(line: string, tell: (part: string) => void): void {
  for (let from = 0; from === 0 || from < line.length; from += MAX_LINE_CHARACTERS) {
    tell(line.slice(from, from + MAX_LINE_CHARACTERS));
  }
}
