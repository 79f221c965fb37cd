// Splits a program's stderr into lines for a callback of the host. It holds at most one line, up to a limit, so a program that
// never ends its line costs no more memory than that.

import { StringDecoder } from "node:string_decoder";
import { getErrorMessage, toSentence } from "@unspool/protocol/kit";
import type { Warning } from "../warning.ts";

/** Longer lines arrive in parts of this size. */
const MAX_LINE_CHARACTERS = 16 * 1024;

export interface StderrLines {
  push(chunk: Uint8Array): void;
  /** Reports the rest as the last line. Call it when the program is gone. */
  end(): void;
}

/**
 * Create one for each program, so that the last line of one is not joined to the first of the next.
 * @param onLine `undefined` if the host has no callback
 * @param warn called when `onLine` throws or rejects
 */
export function createStderrLines(
  onLine: ((line: string) => unknown) | undefined,
  warn: (warning: Warning) => void,
): StderrLines {
  if (onLine === undefined) return NOBODY;
  const onError = (error: unknown): void => {
    const message = `${toSentence(`\`onStderr\` threw: ${getErrorMessage(error)}`)} It is still called for further lines.`;
    warn({ code: "callback-failed", message });
  };
  const decoder = new StringDecoder("utf8");
  let rest = "";
  const callOnLine = (line: string): void => {
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
      callInParts(rest.slice(from, rest[end - 1] === "\r" ? Math.max(from, end - 1) : end), callOnLine);
      from = end + 1;
    }
    rest = rest.slice(from);
    while (rest.length > MAX_LINE_CHARACTERS) {
      callOnLine(rest.slice(0, MAX_LINE_CHARACTERS));
      rest = rest.slice(MAX_LINE_CHARACTERS);
    }
  };
  return {
    push: (chunk) => take(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))),
    end() {
      take(decoder.end());
      if (rest !== "") callOnLine(rest);
      rest = "";
    },
  };
}

const NOBODY: StderrLines = { push: () => undefined, end: () => undefined };

function callInParts(line: string, tell: (part: string) => void): void {
  for (let from = 0; from === 0 || from < line.length; from += MAX_LINE_CHARACTERS) {
    tell(line.slice(from, from + MAX_LINE_CHARACTERS));
  }
}
