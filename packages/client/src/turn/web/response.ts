// A turn as a web stream and as server-sent events. Both read events only on demand, and a reader that leaves does not stop
// the turn.

import type { Event } from "@unspool/protocol";
import type { Clock } from "../../clock.ts";
import { checkOption } from "../../validation/check-option.ts";
import {
  anything,
  callback,
  duration,
  either,
  fields,
  matches,
  nonNegativeInteger,
  text,
} from "../../validation/validator.ts";
import type { NodeResponse, TurnResponseOptions } from "./response-types.ts";
import { parseMessageId } from "./sse-messages.ts";
import { SseStream, type SseSource } from "./sse-stream.ts";

/** Reads nothing before the first read and nothing ahead, so a stream that nobody reads does not pause the session. */
export function toReadableStream(events: AsyncIterable<Event>): ReadableStream<Event> {
  let iterator: AsyncIterator<Event> | undefined;
  return createPullStream({
    async next() {
      iterator ??= events[Symbol.asyncIterator]();
      const next = await iterator.next();
      return next.done === true ? undefined : next.value;
    },
    // Not awaited: a generator returns only when its next event has come.
    cancel: () => void iterator?.return?.().catch(() => undefined),
  });
}

/**
 * Returns a response with one server-sent event per event: its type as the name, its JSON as the data, deltas joined. The
 * last one is `result` with the fields of the result, or `error` with code, message and the same fields. A reader that has
 * all of it gets 204, which tells an `EventSource` to stop.
 */
export function toSseResponse(
  source: SseSource | Promise<SseSource>,
  options: TurnResponseOptions,
  clock: Clock,
): Response {
  checkOption("toResponse", options, RESPONSE_OPTIONS);
  const { status, statusText = "" } = options;
  if (isComplete(source, options.lastEventId)) return new Response(null, { status: 204 });
  const body = createPullStream(new SseStream(source, options, clock));
  return new Response(body, { status: status ?? 200, statusText, headers: createHeaders(options) });
}

/**
 * Does the same for `node:http`. Waits while the socket is full, and stops when the client disconnects.
 * @returns whether everything was sent before the client disconnected
 */
export async function pipeToNodeResponse(
  response: NodeResponse,
  source: SseSource | Promise<SseSource>,
  options: TurnResponseOptions,
  clock: Clock,
): Promise<boolean> {
  checkOption("pipeToResponse", options, RESPONSE_OPTIONS);
  const header = response.req?.headers["last-event-id"];
  const { lastEventId = typeof header === "string" ? header : undefined, status = 200 } = options;
  const isDone = isComplete(source, lastEventId);
  const stream = new SseStream(source, { ...options, lastEventId }, clock);
  const connection: { isGone: boolean; wake?: () => void } = { isGone: response.destroyed === true };
  const wake = (): void => connection.wake?.();
  const leave = (): void => {
    connection.isGone = true;
    stream.cancel();
    wake();
  };
  if (connection.isGone) stream.cancel();
  response.on("close", leave);
  response.on("error", leave);
  response.on("drain", wake);
  try {
    if (!connection.isGone && !response.headersSent) {
      response.writeHead(isDone ? 204 : status, isDone ? {} : Object.fromEntries(createHeaders(options)));
      response.flushHeaders?.();
    }
    if (isDone) stream.cancel();
    for (let chunk = await stream.next(); chunk !== undefined; chunk = await stream.next()) {
      if (connection.isGone || response.write(chunk)) continue;
      await new Promise<void>((resolve) => {
        connection.wake = resolve;
      });
    }
    if (connection.isGone) return false;
    return await new Promise<boolean>((resolve) => {
      // `close` and the end may come in the same tick, `close` first.
      connection.wake = () => resolve(false);
      response.end(() => resolve(true));
    });
  } finally {
    stream.cancel();
    response.off("close", leave);
    response.off("drain", wake);
    // The `error` listener stays, because a late error would end the host.
  }
}

const RESPONSE_OPTIONS = fields({
  heartbeatMs: duration,
  mergeMs: duration,
  filter: callback,
  lastEventId: either(
    "a text, or null",
    text,
    matches("null", (value) => value === null),
  ),
  maxReplayBytes: nonNegativeInteger,
  status: anything,
  statusText: anything,
  headers: anything,
});

/** Whether the reader has everything, including the last message. */
function isComplete(source: SseSource | Promise<SseSource>, lastEventId: string | null | undefined): boolean {
  const id = parseMessageId(lastEventId);
  return !(source instanceof Promise) && id?.tag === source.tag && id.number === "end";
}

function createHeaders(options: TurnResponseOptions): Headers {
  const headers = new Headers(options.headers);
  headers.set("Content-Type", "text/event-stream; charset=utf-8");
  headers.set("Cache-Control", "no-cache");
  // Otherwise nginx holds events back until its buffer is full.
  headers.set("X-Accel-Buffering", "no");
  return headers;
}

interface Source<Chunk> {
  /** Returns the next chunk, or `undefined` at the end. */
  next(): Promise<Chunk | undefined>;
  cancel(): void;
}

function createPullStream<Chunk>(source: Source<Chunk>): ReadableStream<Chunk> {
  let isCancelled = false;
  return new ReadableStream<Chunk>(
    {
      async pull(controller) {
        const chunk = await source.next();
        if (isCancelled) return;
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
      cancel() {
        isCancelled = true;
        source.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}
