// One connection, from the request to its end. It is left when it is silent for too long, and when the signal says so.

import { getErrorMessage } from "../kit/error-message.ts";

/** Makes a request, as the global `fetch` does. */
export type FetchTurn = (
  url: string,
  init: { readonly headers: Record<string, string>; readonly signal: AbortSignal },
) => Promise<TurnResponse>;

/** What is needed of a `Response`. */
export interface TurnResponse {
  /** The HTTP status. */
  readonly status: number;
  /** Its headers. */
  readonly headers: { get(name: string): string | null };
  /** Its body. */
  readonly body: { getReader(): TurnBodyReader } | null;
}

/** What is needed of the reader of a body. */
export interface TurnBodyReader {
  /** The next bytes. */
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  /** Leaves. */
  cancel(): Promise<void>;
}

export interface ConnectionOptions {
  readonly open: (signal: AbortSignal) => Promise<TurnResponse>;
  readonly onOpen: () => void;
  /** Returns whether to read on. */
  readonly onText: (text: string) => boolean;
  readonly silenceMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Why it ended, and whether it is of use to try again. */
export interface ConnectionEnd {
  readonly reason: string;
  readonly status?: number;
  readonly isFinal: boolean;
}

/** Longer timers fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Rejects only with what `onOpen` or `onText` throws. */
export async function readConnection(options: ConnectionOptions): Promise<ConnectionEnd> {
  const { onOpen, onText, silenceMs, signal } = options;
  const connection = new AbortController();
  let reader: TurnBodyReader | undefined;
  const leave = (): void => {
    connection.abort();
    // Where `fetch` does not listen to the signal.
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
    const refusal = refusalOf(status, headers.get("Content-Type") ?? "");
    if (refusal !== undefined || body === null) {
      reader = body?.getReader();
      return refusal ?? lost("it has no body");
    }
    reader = body.getReader();
    onOpen();
    const decoder = new TextDecoder();
    for (;;) {
      const current = reader;
      const next = await settle(() => current.read());
      if ("error" in next) return lost(next.error);
      if (next.value.done) return lost("it ended before the turn");
      watch();
      if (next.value.value !== undefined && !onText(decoder.decode(next.value.value, { stream: true }))) {
        return lost("it was left");
      }
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
    leave();
  }
}

/** An answer that is no stream of events. A server that is busy, restarting or broken may give another one later. */
function refusalOf(status: number, contentType: string): ConnectionEnd | undefined {
  if (status === 200 || status === 201) {
    if (contentType.startsWith("text/event-stream")) return undefined;
    const reason = `The server answered with ${contentType === "" ? "no content type" : contentType}, and not with text/event-stream.`;
    return { reason, status, isFinal: true };
  }
  const isPassing = status >= 500 || status === 408 || status === 425 || status === 429;
  return { reason: `The server answered with status ${status}.`, status, isFinal: !isPassing };
}

function lost(why: unknown): ConnectionEnd {
  const words = getErrorMessage(why);
  return { reason: `The connection was lost: ${words}.`, isFinal: false };
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
