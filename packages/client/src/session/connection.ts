// One life of the program: bytes in, events out, requests answered or timed out, lines written. When it ends, everything
// that waits for it is told so, here and nowhere else.

import { createDecoder, encode, type Decoder, type Event, type Json } from "@unspool/protocol";
import type { Cancel, Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { messageOf, sentence } from "../message-of.ts";
import type { Recorder } from "../record/types.ts";
import type { Launch, Transport, TransportExit, TransportFactory } from "../transport/types.ts";

/** More than any conversation holds; only who never reads lets so much wait. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

export interface ConnectionOptions {
  readonly launch: Launch;
  readonly transport: TransportFactory;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
  readonly recorder: Recorder | undefined;
  /** The cost that the CLI's own count begins with. */
  readonly previousCostUsd: number;
  readonly onEvent: (event: Event) => void;
  /** A piece of the stream has been read. */
  readonly onChunk: (bytes: number) => void;
  readonly onStderr: (chunk: Uint8Array) => void;
  /** Once; all events have been handed on. */
  readonly onExit: (exit: TransportExit) => void;
  /** Once: the program does not read, or has written what cannot be kept. Nothing more is written to it. */
  readonly onFailure: (error: ClaudeError) => void;
  /** Why nothing can be asked any more. */
  readonly endOf: (exit: TransportExit) => ClaudeError;
}

interface Pending {
  readonly subtype: string;
  readonly resolve: (payload: Json | undefined) => void;
  readonly reject: (error: ClaudeError) => void;
  readonly cancelDeadline: Cancel;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #transport: Transport;
  readonly #decoder: Decoder;
  readonly #pending = new Map<string, Pending>();
  #now = 0;
  #requests = 0;
  #isPaused = false;
  #isBlocked = false;
  #isBroken = false;
  #isLetGo = false;
  #isHeld = true;
  #exit: TransportExit | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { clock, recorder } = options;
    this.#decoder = createDecoder({
      onEvent: (event) => {
        if (event.type === "control-response" && event.isEcho !== true) this.#settle(event.requestId, event);
        options.onEvent(event);
      },
      // Once for each chunk: the lines of one came together, and the clock is not free (60 ms for 200,000 lines).
      now: () => this.#now,
      previousCostUsd: options.previousCostUsd,
    });
    this.#transport = options.transport(options.launch, {
      onData: (chunk) => {
        // A transport of the host's own may go on after the exit it has told.
        if (this.#exit !== undefined) return;
        this.#read(() => {
          recorder?.output(chunk);
          this.#now = clock.now();
          this.#decoder.push(chunk);
          options.onChunk(chunk.length);
        });
      },
      onStderr: (chunk) => {
        recorder?.stderr(chunk);
        options.onStderr(chunk);
      },
      onExit: (exit) => this.#end(exit),
    });
  }

  get transport(): Transport {
    return this.#transport;
  }

  get pid(): number | undefined {
    return this.#transport.pid;
  }

  get exit(): TransportExit | undefined {
    return this.#exit;
  }

  /** Somebody waits for an answer: reading must go on, whoever is slow. */
  get isAsking(): boolean {
    return this.#pending.size > 0;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  set isPaused(isPaused: boolean) {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#transport.pause();
    else this.#transport.resume();
  }

  /** Node may end though it lives; not while somebody waits for an answer. */
  set isLetGo(isLetGo: boolean) {
    this.#isLetGo = isLetGo;
    this.#hold();
  }

  #hold(): void {
    const isHeld = !this.#isLetGo || this.isAsking;
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    if (isHeld) this.#transport.ref();
    else this.#transport.unref();
  }

  /** Whole lines, each with its LF. What is written after the end is dropped. */
  write(lines: string): void {
    if (this.#exit !== undefined || this.#isBlocked) return;
    // Reading goes on meanwhile: a program that waits for its own output to be taken may read its input only then.
    if ((this.#transport.waitingBytes?.() ?? 0) > MAX_WAITING_BYTES) {
      this.#block();
      return;
    }
    this.#options.recorder?.input(lines);
    this.#transport.write(lines);
  }

  #block(): void {
    this.#isBlocked = true;
    const message = `Claude does not read its input: more than ${MAX_WAITING_BYTES >> 20} MB wait for it. The session was ended; start another one.`;
    this.#options.onFailure(
      new ClaudeError("input-blocked", message, { waitingBytes: this.#transport.waitingBytes?.() }),
    );
  }

  /**
   * What is thrown here would end the host: nobody stands above a pipe's event. A block without an end throws at 2^29
   * characters, which no string can hold.
   */
  #read(take: () => void): void {
    if (this.#isBroken) return;
    try {
      take();
    } catch (error) {
      this.#isBroken = true;
      this.#isBlocked = true;
      const message = `Claude's output cannot be read any further: ${sentence(messageOf(error))} The session was ended; start another one.`;
      this.#options.onFailure(new ClaudeError("protocol-violation", message, {}, { cause: error }));
      // Nothing of what it still says is heard.
      this.#transport.kill("SIGKILL");
    }
  }

  /** A control request of ours. Settles with its answer, at its deadline, or at the end. */
  request(subtype: string, line: (requestId: string) => string): Promise<Json | undefined> {
    if (this.#exit !== undefined) return Promise.reject(this.#options.endOf(this.#exit));
    this.#requests += 1;
    const id = `unspool-${this.#requests}`;
    return new Promise((resolve, reject) => {
      const text = line(id);
      const { requestTimeoutMs, clock } = this.#options;
      const cancelDeadline = clock.after(requestTimeoutMs, () => {
        this.#pending.delete(id);
        this.#hold();
        const advice = "This version may not know the request; older ones say nothing then.";
        reject(
          new ClaudeError(
            "request-timeout",
            `Claude did not answer ${subtype} within ${requestTimeoutMs} ms. ${advice}`,
            {
              subtype,
            },
          ),
        );
      });
      this.#pending.set(id, { subtype, resolve, reject, cancelDeadline });
      this.#hold();
      this.write(text);
      this.isPaused = false;
    });
  }

  /** Their answers are not waited for any more. */
  giveUpRequests(errorOf: (subtype: string) => ClaudeError): void {
    for (const { subtype, reject, cancelDeadline } of this.#pending.values()) {
      cancelDeadline();
      reject(errorOf(subtype));
    }
    this.#pending.clear();
    this.#hold();
  }

  #settle(requestId: string, event: Event & { readonly type: "control-response" }): void {
    const pending = this.#pending.get(requestId);
    if (pending === undefined) return;
    this.#pending.delete(requestId);
    this.#hold();
    pending.cancelDeadline();
    if (event.subtype !== "error") {
      pending.resolve(event.payload);
      return;
    }
    const { subtype } = pending;
    const reason = event.error ?? "no reason given";
    const isUnsupported = event.errorCode === "unsupported_request" || /unsupported control request/i.test(reason);
    pending.reject(
      new ClaudeError(
        isUnsupported ? "unsupported-request" : "request-refused",
        isUnsupported
          ? `This version of Claude Code does not know the request ${subtype}: ${reason}`
          : `Claude refused ${subtype}: ${reason}`,
        { subtype, error: event.error, errorCode: event.errorCode },
      ),
    );
  }

  #end(exit: TransportExit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#options.recorder?.exit({ code: exit.code, signal: exit.signal });
    this.#now = this.#options.clock.now();
    this.#read(() => {
      this.#decoder.end();
      this.#options.onChunk(0);
    });
    const error = this.#options.endOf(exit);
    this.giveUpRequests(() => error);
    this.#options.onExit(exit);
  }
}

/** The requests a session can make, by the name of their subtype on the wire. */
export const controlLine =
  (subtype: string, payload: object = {}) =>
  (requestId: string): string =>
    encode.control(requestId, { ...payload, subtype });
