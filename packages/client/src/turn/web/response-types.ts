// Options for sending a turn as server-sent events, and the parts of Node's response that are used.

import type { Event } from "@unspool/protocol";

/** Options of `toResponse` and `pipeToResponse`, in addition to those of a `Response`. */
export interface TurnResponseOptions extends ResponseInit {
  /**
   * Milliseconds without a message before a comment is sent, so that no proxy closes the connection and a reader can tell
   * silence from a lost connection. 0 sends no comments.
   * @default 15000
   */
  readonly heartbeatMs?: number;
  /**
   * Milliseconds for which deltas of a block are collected and sent as one. The first delta is sent at once, and any other
   * event sends what was collected. 0 collects only the deltas of the same tick.
   * @default 40
   */
  readonly mergeMs?: number;
  /**
   * Returns whether an event is sent. It is called again for a reader that comes back. `control-response` is never sent, so
   * the filter does not see it.
   * @default `() => true`
   */
  readonly filter?: (event: Event) => boolean;
  /**
   * The `Last-Event-ID` header of a reader that comes back. The reader gets what came after that message.
   * @default the header of the request for `pipeToResponse`, none for `toResponse`
   */
  readonly lastEventId?: string | null | undefined;
  /**
   * Bytes of the CLI's output that are kept for readers that come back. In memory it is about 2.5 times as much. It applies
   * from the first response on, and the largest value wins. 0 keeps only the first MiB.
   * @default 4194304, about 12,000 deltas
   */
  readonly maxReplayBytes?: number;
}

/** The parts of a `ServerResponse` of `node:http` that are used. */
export interface NodeResponse {
  /** Whether the status and the headers have been sent. */
  readonly headersSent: boolean;
  /** Whether the connection is gone. */
  readonly destroyed?: boolean;
  /** The request, for its `Last-Event-ID` header. */
  readonly req?: { readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> };
  /** Sets the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Sends the headers before there is a body. */
  flushHeaders?(): void;
  /** Returns false if the caller should wait for `drain`. */
  write(chunk: Uint8Array): boolean;
  /** Ends the response. Calls back when everything has been handed to the system. */
  end(callback?: () => void): unknown;
  /** Adds a listener. */
  on(event: "close" | "drain" | "error", listener: () => void): unknown;
  /** Removes a listener. */
  off(event: "close" | "drain" | "error", listener: () => void): unknown;
}
