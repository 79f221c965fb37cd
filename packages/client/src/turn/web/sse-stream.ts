// A turn as chunks of server-sent messages, for `toResponse` and `pipeToResponse`. It reads events only while a chunk is
// awaited, so a slow client is a slow reader of the turn's log like any other.

import type { Event } from "@unspool/protocol";
import type { Cancel, Clock } from "../../clock.ts";
import type { EventLog } from "../event-log.ts";
import { isDelta, mergeDeltas, type Delta } from "./merge-deltas.ts";
import type { TurnResponseOptions } from "./response-types.ts";
import {
  formatEventMessage,
  HEARTBEAT,
  formatMessageId,
  formatOutcomeMessage,
  parseMessageId,
  RESET,
} from "./sse-messages.ts";
import type { Turn, TurnFields } from "../types.ts";

/** The events and the outcome that the messages of a turn are made from. */
export interface SseSource {
  /** Names the turn in the ids of its messages. */
  readonly tag: string;
  readonly log: Pick<EventLog<Event>, "keep" | "keeps" | "read">;
  readonly settled: PromiseLike<TurnFields>;
}

/** Returns the source of a turn. A `Turn` that is not a `TurnHandle` is read from the beginning. */
export function getSseSource<Data>(turn: Turn<Data>): SseSource | Promise<SseSource> {
  if ("sseSource" in turn) return turn.sseSource as SseSource | Promise<SseSource>;
  return createSseSource(turn, { tag: "turn", keep: () => undefined });
}

/** Returns a source for a turn whose events can only be read from the beginning: skips those that the reader has. */
export function createSseSource<Data>(
  turn: Turn<Data>,
  { tag, keep }: { readonly tag: string; readonly keep: (bytes: number) => void },
): SseSource {
  const read = (after = 0): AsyncIterableIterator<Event> => {
    const events = turn.events[Symbol.asyncIterator]() as AsyncIterableIterator<Event>;
    return after === 0 ? events : skipFirst(events, after);
  };
  return { tag, log: { keep, keeps: () => true, read }, settled: turn };
}

async function* skipFirst(events: AsyncIterableIterator<Event>, count: number): AsyncIterableIterator<Event> {
  let number = 0;
  for await (const event of events) {
    number += 1;
    if (number > count) yield event;
  }
}

const DEFAULTS = {
  heartbeatMs: 15_000,
  mergeMs: 40,
  maxReplayBytes: 4 * 1024 * 1024,
  filter: (_event: Event): boolean => true,
};

/** Characters after which a chunk is sent, even if no time has passed. */
const MAX_CHUNK_CHARS = 64 * 1024;

export class SseStream {
  readonly #source: SseSource | Promise<SseSource>;
  readonly #options: TurnResponseOptions & typeof DEFAULTS;
  readonly #clock: Clock;
  readonly #encoder = new TextEncoder();
  #iterator: AsyncIterator<Event> | undefined;
  #tag = "";
  /** The number of the last event that was read. */
  #number = 0;
  /** Messages that are ready to be sent. `#held` comes after them and may still grow. */
  #text = "";
  #held: { readonly delta: Delta; readonly number: number } | undefined;
  #heldChars = 0;
  #isUrgent = false;
  #isTaking = false;
  #state: "open" | "ended" | "cancelled" = "open";
  #sentAt = Number.NEGATIVE_INFINITY;
  /** Resolves the pending call of `next`. */
  #answer: ((chunk: string | undefined) => void) | undefined;
  #due: { readonly isSoon: boolean; readonly cancel: Cancel } | undefined;

  constructor(source: SseSource | Promise<SseSource>, options: TurnResponseOptions, clock: Clock) {
    this.#source = source;
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    this.#options = { ...DEFAULTS, ...Object.fromEntries(given) };
    this.#clock = clock;
    const prepare = ({ log, settled }: SseSource): void => {
      log.keep(this.#options.maxReplayBytes);
      // The reader gets a rejection from the events. One that leaves early never awaits it.
      settled.then(undefined, () => undefined);
    };
    if (source instanceof Promise) void source.then(prepare);
    else prepare(source);
  }

  /** Returns the next chunk when it is due, and `undefined` at the end. */
  next(): Promise<Uint8Array | undefined> {
    if (this.#state === "cancelled" || (this.#state === "ended" && this.#isEmpty)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const { heartbeatMs } = this.#options;
      const beat = (): void => (this.#isEmpty ? this.#answer?.(HEARTBEAT) : this.#send());
      const cancelBeat = heartbeatMs > 0 ? this.#clock.after(heartbeatMs, beat) : undefined;
      this.#answer = (chunk) => {
        this.#answer = undefined;
        cancelBeat?.();
        resolve(chunk === undefined ? undefined : this.#encoder.encode(chunk));
      };
      if (!this.#isEmpty) this.#schedule();
      this.#take();
    });
  }

  /** Stops reading. The turn goes on. */
  cancel(): void {
    if (this.#state === "cancelled") return;
    this.#state = "cancelled";
    this.#cancelDue();
    // Not awaited: a generator returns only when its next event has come.
    this.#iterator?.return?.().catch(() => undefined);
    this.#answer?.(undefined);
  }

  get #isEmpty(): boolean {
    return this.#text === "" && this.#held === undefined;
  }

  /** Reads events one after the other until the chunk is sent. */
  #take(): void {
    const isFull = this.#text.length + this.#heldChars >= MAX_CHUNK_CHARS;
    if (this.#isTaking || this.#answer === undefined || this.#state !== "open" || isFull) return;
    this.#isTaking = true;
    const taken = this.#iterator === undefined ? this.#open().then((opened) => opened.next()) : this.#iterator.next();
    taken.then(
      (next) => {
        this.#isTaking = false;
        if (this.#state !== "open") return undefined;
        if (next.done === true) return this.#end();
        this.#add(next.value);
        this.#take();
        return undefined;
      },
      (error: unknown) => this.#finish(error),
    );
  }

  async #open(): Promise<AsyncIterator<Event>> {
    const { tag, log } = await this.#source;
    this.#tag = tag;
    const { lastEventId } = this.#options;
    const last = parseMessageId(lastEventId);
    if (last?.tag === tag && last.number !== "end") this.#number = last.number;
    else if (lastEventId !== undefined && lastEventId !== null && lastEventId !== "" && log.keeps(0)) {
      this.#text = RESET;
      this.#isUrgent = true;
      this.#schedule();
    }
    const iterator = log.read(this.#number);
    this.#iterator = iterator;
    // It was cancelled before the turn began.
    if (this.#state === "cancelled") await iterator.return?.();
    return iterator;
  }

  #add(event: Event): void {
    this.#number += 1;
    // The answer to `initialize`, the first event of a first turn, names the account.
    if (event.type === "control-response") return;
    try {
      if (!this.#options.filter(event)) return;
    } catch (error) {
      this.#iterator?.return?.().catch(() => undefined);
      this.#finish(error);
      return;
    }
    if (isDelta(event)) this.#hold(event);
    else {
      this.#release();
      this.#text += formatEventMessage(event, this.#idOf(this.#number));
      this.#isUrgent = true;
    }
    this.#schedule();
  }

  #hold(event: Delta): void {
    const merged = this.#held === undefined ? undefined : mergeDeltas(this.#held.delta, event);
    if (merged === undefined) this.#release();
    this.#held = { delta: merged ?? event, number: this.#number };
    this.#heldChars += "text" in event ? event.text.length : event.partialJson.length;
  }

  #release(): void {
    if (this.#held !== undefined) this.#text += formatEventMessage(this.#held.delta, this.#idOf(this.#held.number));
    this.#held = undefined;
    this.#heldChars = 0;
  }

  #idOf(number: number | "end"): string {
    return formatMessageId({ tag: this.#tag, number });
  }

  async #end(): Promise<void> {
    const { settled } = await this.#source;
    const finish = (outcome: unknown): void => this.#finish(outcome);
    settled.then(finish, finish);
  }

  #finish(outcome: unknown): void {
    if (this.#state !== "open") return;
    this.#state = "ended";
    this.#release();
    this.#text += formatOutcomeMessage(outcome, this.#idOf("end"));
    this.#isUrgent = true;
    this.#schedule();
  }

  /** Schedules the chunk. Deltas wait for `mergeMs`; any other event is sent at the end of the tick. */
  #schedule(): void {
    if (this.#answer === undefined) return;
    if (this.#text.length + this.#heldChars >= MAX_CHUNK_CHARS) {
      this.#send();
      return;
    }
    // The clock may have been set back.
    const wait = Math.min(this.#options.mergeMs, this.#sentAt + this.#options.mergeMs - this.#clock.now());
    const isSoon = this.#isUrgent || wait <= 0;
    if (this.#due !== undefined && (this.#due.isSoon || !isSoon)) return;
    this.#cancelDue();
    const send = (): void => this.#send();
    if (isSoon) {
      const immediate = setImmediate(send);
      this.#due = { isSoon, cancel: () => clearImmediate(immediate) };
    } else {
      this.#due = { isSoon, cancel: this.#clock.after(wait, send) };
    }
  }

  #cancelDue(): void {
    this.#due?.cancel();
    this.#due = undefined;
  }

  #send(): void {
    this.#cancelDue();
    this.#release();
    const chunk = this.#text;
    this.#text = "";
    this.#isUrgent = false;
    this.#sentAt = this.#clock.now();
    this.#answer?.(chunk);
  }
}
