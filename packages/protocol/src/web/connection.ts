// One connection, from the request to its end. It is closed after too long a silence, and when the signal is aborted.

import { getErrorMessage, toSentence } from "../kit/error-message.ts";

/** Makes a request, as the global `fetch` does. */
export type FetchTurn = (
  url: string,
  init: { readonly headers: Record<string, string>; readonly signal: AbortSignal },
) => Promise<TurnResponse>;

/** The used part of a `Response`. */
export interface TurnResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The response headers. */
  readonly headers: { get(name: string): string | null };
  /** The response body. */
  readonly body: { getReader(): TurnBodyReader } | null;
}

/** The used part of the reader of a body. */
export interface TurnBodyReader {
  /** Returns the next bytes. */
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  /** Cancels the body. */
  cancel(): Promise<void>;
}

export interface ConnectionOptions {
  readonly open: (signal: AbortSignal) => Promise<TurnResponse>;
  readonly onOpen: () => void;
  /** Returns whether to continue reading. */
  readonly onText: (text: string) => boolean;
  readonly silenceMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Why the connection ended, and whether a retry is pointless. */
export interface ConnectionEnd {
  readonly reason: string;
  readonly status?: number;
  readonly isFinal: boolean;
}

/** Timers with a longer delay fire immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Reads a connection to its end. Rejects only with errors that `onOpen` or `onText` throw. */
export async function readConnection(options: ConnectionOptions): Promise<ConnectionEnd> {
  const { onOpen, onText, silenceMs, signal } = options;
  const connection = new AbortController();
  let reader: TurnBodyReader | undefined;
  const leave = (): void => {
    connection.abort();
    // For implementations of `fetch` that ignore the signal.
    reader?.cancel().catch(() => undefined);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(leave, Math.min(silenceMs, LONGEST_TIMER_MS));
  };
  signal?.addEventListener("abort", leave);
  try {
    watch();
    const response = await settle(() => options.open(connection.signal));
    if ("error" in response) return lost(response.error);
    const { status, headers, body } = response.value;
    const refusal = findRefusal(status, headers.get("Content-Type") ?? "");
    if (refusal !== undefined || body === null) {
      reader = body?.getReader();
      return refusal ?? lost("the response has no body");
    }
    reader = body.getReader();
    onOpen();
    const decoder = new TextDecoder();
    for (;;) {
      const current = reader;
      const next = await settle(() => current.read());
      if ("error" in next) return lost(next.error);
      if (next.value.done) return lost("the stream ended before the turn");
      watch();
      if (next.value.value !== undefined && !onText(decoder.decode(next.value.value, { stream: true }))) {
        return lost("it was closed");
      }
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
    leave();
  }
}

/** Returns an end if the response is not an event stream. Busy, restarting or failing servers may succeed later. */
function findRefusal(status: number, contentType: string): ConnectionEnd | undefined {
  if (status === 200 || status === 201) {
    if (contentType.startsWith("text/event-stream")) return undefined;
    const reason = `The server answered with ${contentType === "" ? "no content type" : contentType} instead of text/event-stream.`;
    return { reason, status, isFinal: true };
  }
  const isPassing = status >= 500 || status === 408 || status === 425 || status === 429;
  return { reason: `The server answered with status ${status}.`, status, isFinal: !isPassing };
}

function lost(why: unknown): ConnectionEnd {
  return { reason: toSentence(`The connection was lost: ${getErrorMessage(why)}`), isFinal: false };
}

async function settle<Value>(
  run: () => Promise<Value>,
): Promise<{ readonly value: Value } | { readonly error: unknown }> {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
}
