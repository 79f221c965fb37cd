// Parses server-sent messages from text that may be cut anywhere. It never throws. An incomplete message is not
// reported.

/** A message as the server sent it. */
export interface SseMessage {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: string;
  /** Whether it exceeded the limit; its data is then omitted. */
  readonly isTooLong: boolean;
}

export interface SseParser {
  push(text: string): void;
}

/** The same limit as that of the decoder for a line. */
const MAX_CHARS = 64 * 1024 * 1024;

export function createSseParser(onMessage: (message: SseMessage) => void, maxChars: number = MAX_CHARS): SseParser {
  /** The unfinished line. Only new text is searched for its end. */
  let rest = "";
  /** Whether the last character was a CR: an LF right after it belongs to it. */
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
        // Not an empty line, because that would end the message.
        rest = ":";
        data = "";
      }
    },
  };
}
