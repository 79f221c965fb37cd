// What can be chosen about a turn as a response of server-sent events, and what is needed of Node's own response.

import type { Event } from "@unspool/protocol";

/** Options of `toResponse` and `pipeToResponse`: those of a `Response`, and these. */
export interface TurnResponseOptions extends ResponseInit {
  /**
   * How long nothing may be sent before a comment is, so that no proxy takes the connection for dead and a reader can
   * tell silence from a lost connection. 0: never.
   * @default 15000
   */
  readonly heartbeatMs?: number;
  /**
   * How long deltas of a block are collected and sent as one, after something has been sent. The first one is not held
   * back, and any other event sends what was collected. 0: until the host is done with what it is doing.
   * @default 40
   */
  readonly mergeMs?: number;
  /**
   * Returns whether an event is sent. It is called again for a reader that comes back, and is never asked about
   * `control-response`, which is not sent.
   * @default `() => true`
   */
  readonly filter?: (event: Event) => boolean;
  /**
   * The `Last-Event-ID` header of a reader that comes back: it gets what came after that message.
   * @default for `pipeToResponse` that of the request, for `toResponse` none
   */
  readonly lastEventId?: string | null | undefined;
  /**
   * How much of the turn is kept for readers that come back, in bytes of the CLI's output; in memory it is about 2.5
   * times as much. It holds from the first response on, and the largest one counts. 0: nothing more than the first MiB.
   * @default 4194304, about 12,000 deltas
   */
  readonly maxReplayBytes?: number;
}

/** What is needed of a `ServerResponse` of `node:http`. */
export interface NodeResponse {
  /** Whether the status and the headers have gone. */
  readonly headersSent: boolean;
  /** Whether the connection is gone. */
  readonly destroyed?: boolean;
  /** The request, whose `Last-Event-ID` counts. */
  readonly req?: { readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> };
  /** Sends the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Sends the headers before there is a body. */
  flushHeaders?(): void;
  /** Returns false when it is better to wait for `drain`. */
  write(chunk: Uint8Array): boolean;
  /** Calls back when all of it has been handed to the system. */
  end(callback?: () => void): unknown;
  /** Listens. */
  on(event: "close" | "drain" | "error", listener: () => void): unknown;
  /** Listens no longer. */
  off(event: "close" | "drain" | "error", listener: () => void): unknown;
}
