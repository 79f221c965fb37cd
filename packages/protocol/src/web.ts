// A reader for web pages: `fetch` → server-sent events → events → a store. After a lost connection it continues after
// the last received message. Nothing that the server sends makes it throw.

import type { SessionState } from "./session/state.ts";
import type { Event } from "./translate/events.ts";
import { readConnection, type FetchTurn } from "./web/connection.ts";
import { toEvent, malformed, parseJson } from "./web/to-event.ts";
import { createSseParser, type SseMessage } from "./web/sse-parser.ts";
import type { JsonObject } from "./wire/json.ts";

export type { FetchTurn, TurnBodyReader, TurnResponse } from "./web/connection.ts";

/** Options of `readTurn`. */
export interface ReadTurnOptions {
  /**
   * Receives the events: a store of `@unspool/protocol/store`. A `reset` returns it to its state at the call of
   * `readTurn`.
   */
  readonly store?: EventStore;
  /** Called for each event, after the store. If it throws, the promise rejects. */
  readonly onEvent?: (event: Event) => void;
  /** Called when the server sends the turn from its beginning again. Earlier events are then void. */
  readonly onReset?: () => void;
  /** Called when the connection changes: `connecting`, `open`, or `waiting` before the next attempt. */
  readonly onStatus?: (status: "connecting" | "open" | "waiting") => void;
  /** Stops reading. The turn itself continues. */
  readonly signal?: AbortSignal;
  /** Headers for each request, such as `Authorization`. @default none */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the requests, for example to set `credentials`. Each one is a GET. @default the global `fetch` */
  readonly fetch?: FetchTurn;
  /** Delay before the first retry. It doubles with each retry in a row. @default 500 */
  readonly minRetryMs?: number;
  /** Maximum delay before a retry. @default 30000 */
  readonly maxRetryMs?: number;
  /** Maximum number of failed retries in a row. @default Infinity */
  readonly maxRetries?: number;
  /** How long a connection may stay silent before it counts as lost: three heartbeats of the server. @default 45000 */
  readonly silenceMs?: number;
  /** Waits before a retry, for example until the machine is online again. @default a timer */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/** The used part of a store. */
export interface EventStore {
  /** Adds events. */
  readonly add: (...events: readonly Event[]) => void;
  /** Returns the current state. */
  readonly getSnapshot: () => SessionState;
  /** Returns to a state. */
  readonly reset: (state?: SessionState) => void;
}

/**
 * How reading ended: with the turn's `result` or `error` (whose `data` has the fields that the server sent), because it
 * was `aborted`, or because the server could not be read (`failed`).
 */
export type TurnOutcome =
  | { readonly type: "result"; readonly data: JsonObject }
  | { readonly type: "error"; readonly data: JsonObject }
  | { readonly type: "aborted" }
  | { readonly type: "failed"; readonly reason: string; readonly status?: number };

/**
 * Reads a turn that a server sends with `toResponse` or `pipeToResponse`, to its end. Requests are repeated when the
 * connection is lost, so the URL must belong to a turn that exists: start the turn with a separate request.
 * @throws {RangeError} for an invalid option; rethrows errors of `onEvent` and of listeners of the store
 */
export async function readTurn(url: string, options: ReadTurnOptions = {}): Promise<TurnOutcome> {
  const { store, onEvent, onReset, onStatus, signal, headers = {}, fetch: request = fetch, wait = pause } = options;
  const { minRetryMs = 500, maxRetryMs = 30_000, maxRetries = Infinity, silenceMs = 45_000 } = options;
  checkNumbers({ minRetryMs, maxRetryMs, maxRetries, silenceMs });
  const first = store?.getSnapshot();
  let lastEventId: string | undefined;
  let line = 0;
  let outcome: TurnOutcome | undefined;
  let failures = 0;
  const isAborted = (): boolean => signal?.aborted === true;

  const deliver = (event: Event): void => {
    const before = store?.getSnapshot();
    try {
      store?.add(event);
    } catch (error) {
      // If the state has changed, a listener threw. Otherwise the reducer threw, so the data is not a valid event.
      if (store?.getSnapshot() !== before) throw error;
      deliver(malformed("bad-shape", "fields of the event are missing or invalid", event.type, line));
      return;
    }
    if (typeof event.line === "number") line = event.line;
    onEvent?.(event);
  };
  const take = (message: SseMessage): void => {
    if (outcome !== undefined) return;
    failures = 0;
    const { id, name, data } = message;
    if (name === "reset") {
      lastEventId = undefined;
      store?.reset(first);
      onReset?.();
    } else if (name === "result" || name === "error") {
      const fields = parseJson(data);
      outcome = { type: name, data: typeof fields === "object" && fields !== null ? (fields as JsonObject) : {} };
    } else {
      deliver(toEvent(message, line));
    }
    if (id !== undefined) lastEventId = id;
  };

  for (;;) {
    if (isAborted()) return { type: "aborted" };
    onStatus?.("connecting");
    const sent = {
      ...headers,
      Accept: "text/event-stream",
      ...(lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId }),
    };
    const parser = createSseParser(take);
    const { isFinal, ...end } = await readConnection({
      open: (connection) => request(url, { headers: sent, signal: connection }),
      onOpen: () => onStatus?.("open"),
      onText(text) {
        parser.push(text);
        return outcome === undefined;
      },
      silenceMs,
      signal,
    });
    if (outcome !== undefined) return outcome;
    if (isAborted()) return { type: "aborted" };
    failures += 1;
    if (isFinal || failures > maxRetries) return { type: "failed", ...end };
    onStatus?.("waiting");
    // The delay is randomized, so that all readers of a failed server do not reconnect at the same moment.
    await wait(Math.min(maxRetryMs, minRetryMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2), signal);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}

function checkNumbers(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (!(value >= 0)) throw new RangeError(`${name} is ${String(value)}: give a number, 0 or more.`);
  }
}
