// A turn for the web: as a stream of events, and as server-sent events. Both read only when they are read, and who goes
// away leaves the turn alone.

import type { Event } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import { TurnError } from "./turn-error.ts";
import type { TurnFields } from "./types.ts";

export function toReadableStream(events: AsyncIterable<Event>): ReadableStream<Event> {
  return pullFrom(events, (event) => event);
}

/**
 * One server-sent event for each event, its type as the name and its JSON as the data; last `result` with the fields of
 * the result, or `error` with code, message and the same fields. Answers to requests of the host are left out: the one to
 * `initialize`, which is the first event of a first turn, names the account's e-mail address and organisation.
 */
export function toSseResponse(
  events: AsyncIterable<Event>,
  settled: PromiseLike<TurnFields>,
  init: ResponseInit = {},
): Response {
  const encoder = new TextEncoder();
  const encode = ({ name, data }: Frame): Uint8Array => encoder.encode(`event: ${name}\ndata: ${data}\n\n`);
  const outcome = Promise.resolve(settled).then(outcomeFrame, outcomeFrame);
  const body = pullFrom(forOthers(events), (event) => encode({ name: event.type, data: toJson(event) }), {
    onEnd: async () => encode(await outcome),
    onError: (error) => encode(outcomeFrame(error)),
  });
  const headers = new Headers(init.headers);
  headers.set("Content-Type", "text/event-stream; charset=utf-8");
  headers.set("Cache-Control", "no-cache");
  // Else nginx keeps events back until its buffer is full.
  headers.set("X-Accel-Buffering", "no");
  return new Response(body, { ...init, headers });
}

function forOthers(events: AsyncIterable<Event>): AsyncIterable<Event> {
  const read = (): AsyncIterator<Event> => {
    const iterator = events[Symbol.asyncIterator]();
    return {
      async next() {
        for (;;) {
          const next = await iterator.next();
          if (next.done === true || next.value.type !== "control-response") return next;
        }
      },
      return: () => iterator.return?.() ?? Promise.resolve({ done: true, value: undefined }),
    };
  };
  return { [Symbol.asyncIterator]: read };
}

interface Frame {
  readonly name: string;
  readonly data: string;
}

interface LastChunk<Chunk> {
  onEnd(): Promise<Chunk>;
  onError(error: unknown): Chunk;
}

/** Nothing is read ahead, and nothing before the first read: a stream that nobody reads does not hold the session up. */
function pullFrom<Chunk>(
  events: AsyncIterable<Event>,
  chunkOf: (event: Event) => Chunk,
  last?: LastChunk<Chunk>,
): ReadableStream<Chunk> {
  let iterator: AsyncIterator<Event> | undefined;
  let isCancelled = false;
  const nextChunk = async (): Promise<{ readonly chunk?: Chunk; readonly isLast: boolean }> => {
    try {
      iterator ??= events[Symbol.asyncIterator]();
      const next = await iterator.next();
      if (next.done !== true) return { chunk: chunkOf(next.value), isLast: false };
    } catch (error) {
      if (last === undefined) throw error;
      return { chunk: last.onError(error), isLast: true };
    }
    return last === undefined ? { isLast: true } : { chunk: await last.onEnd(), isLast: true };
  };
  return new ReadableStream<Chunk>(
    {
      async pull(controller) {
        const { chunk, isLast } = await nextChunk();
        if (isCancelled) return;
        if (chunk !== undefined) controller.enqueue(chunk);
        if (isLast) controller.close();
      },
      cancel() {
        isCancelled = true;
        // Not waited for: a generator leaves only when its next event has come.
        iterator?.return?.().catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function outcomeFrame(outcome: unknown): Frame {
  try {
    if (outcome instanceof ClaudeError) return { name: "error", data: toJson(errorData(outcome)) };
    if (outcome instanceof Error) return { name: "error", data: toJson(UNTOLD) };
    return { name: "result", data: toJson(fieldsOf(outcome as TurnFields)) };
  } catch {
    return { name: "error", data: toJson(UNWRITABLE) };
  }
}

/** Whoever listens at the other end may not be told what an error of the host's own code says. */
const UNTOLD = { code: "unknown", message: "The turn failed. The program that ran it knows why." };
const UNWRITABLE = {
  code: "invalid-data",
  message: "The result cannot be written as JSON. Give the schema plain data.",
};

/** No stack, no details: they may hold paths, the tail of stderr, a command line. */
function errorData(error: ClaudeError): object {
  const { code, message } = error;
  return error instanceof TurnError ? { code, message, ...fieldsOf(error) } : { code, message };
}

function fieldsOf(fields: TurnFields): TurnFields {
  return {
    outcome: fields.outcome,
    text: fields.text,
    data: fields.data,
    thinking: fields.thinking,
    toolCalls: fields.toolCalls,
    costUsd: fields.costUsd,
    totalCostUsd: fields.totalCostUsd,
    usage: fields.usage,
    usageByModel: fields.usageByModel,
    usageByAgent: fields.usageByAgent,
    stopReason: fields.stopReason,
    subtype: fields.subtype,
    denials: fields.denials,
    sessionId: fields.sessionId,
    durationMs: fields.durationMs,
    warnings: fields.warnings,
  };
}

/** JSON has no line breaks of its own; the two that it leaves alone end a line for some readers. */
function toJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}
