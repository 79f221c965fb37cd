// Server-sent messages out of text that is cut anywhere. It never throws; a message that is not whole is not told.

/** A message, as the server sent it. */
export interface SseMessage {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: string;
  /** It was longer than is read, and its data is left out. */
  readonly isTooLong: boolean;
}

export interface SseParser {
  push(text: string): void;
}

/** As much as the decoder takes of a line. */
const MAX_CHARS = 64 * 1024 * 1024;

export function createSseParser(onMessage: (message: SseMessage) => void, maxChars: number = MAX_CHARS): SseParser {
  /** The line that has begun. Only new text is searched for its end. */
  let rest = "";
  /** A CR was the last character: an LF right after it belongs to it. */
  let skipsLf = false;
  let id: string | undefined;
  let name = "";
  let data: string | undefined;
  let isTooLong = false;

  const takeLine = (line: string): void => {
    if (line === "") {
      if (data !== undefined || isTooLong) onMessage({ id, name, data: isTooLong ? "" : (data ?? ""), isTooLong });
      id = undefined;
      name = "";
      data = undefined;
      isTooLong = false;
      return;
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (field === "id") id = value;
    else if (field === "event") name = value;
    else if (field === "data") data = data === undefined ? value : `${data}\n${value}`;
  };

  return {
    push(text) {
      if (text === "") return;
      const breaks = /[\r\n]/g;
      let from = skipsLf && text.startsWith("\n") ? 1 : 0;
      skipsLf = text.endsWith("\r");
      breaks.lastIndex = from;
      for (let found = breaks.exec(text); found !== null; found = breaks.exec(text)) {
        takeLine(rest + text.slice(from, found.index));
        rest = "";
        if (text.startsWith("\r\n", found.index)) breaks.lastIndex += 1;
        from = breaks.lastIndex;
      }
      rest += text.slice(from);
      if (rest.length + (data?.length ?? 0) > maxChars) {
        isTooLong = true;
        // Not an empty line, which would end the message.
        rest = ":";
        data = "";
      }
    },
  };
}
