// One run of the CLI's process: decodes its output to events, writes lines to its input, and settles our control requests.
// When the process ends, every pending request is rejected here and nowhere else.

import { createDecoder, encode, type Decoder, type Event, type Json } from "@unspool/protocol";
import { getErrorMessage, toSentence } from "@unspool/protocol/kit";
import type { Cancel, Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import type { Recorder } from "../record/types.ts";
import type { Launch, Transport, TransportExit, TransportFactory } from "../transport/types.ts";

/** Bytes that wait for the CLI to read them. No conversation is that long, so a CLI that exceeds it does not read. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

export interface ConnectionOptions {
  readonly launch: Launch;
  readonly transport: TransportFactory;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
  readonly recorder: Recorder | undefined;
  /** The total cost that the CLI's count starts from. */
  readonly previousCostUsd: number;
  readonly onEvent: (event: Event) => void;
  /** A chunk of stdout has been decoded. */
  readonly onChunk: (bytes: number) => void;
  readonly onStderr: (chunk: Uint8Array) => void;
  /** Called once, after the last event. */
  readonly onExit: (exit: TransportExit) => void;
  /** Called once if the CLI does not read its input, or its output cannot be decoded. Nothing more is written to it. */
  readonly onFailure: (error: ClaudeError) => void;
  /** Returns the error for requests that are pending at the exit, or come later. */
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
  #isUnref = false;
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
      // Read once per chunk, whose lines came together. Reading the clock for each of 200,000 lines takes 60 ms.
      now: () => this.#now,
      previousCostUsd: options.previousCostUsd,
    });
    this.#transport = options.transport(options.launch, {
      onData: (chunk) => {
        // A custom transport may send data after its exit.
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

  /** Whether a request is pending, so that reading must go on even if a reader is slow. */
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

  /** Lets Node exit while the process lives, except while an answer is pending. */
  set isUnref(isUnref: boolean) {
    this.#isUnref = isUnref;
    this.#hold();
  }

  #hold(): void {
    const isHeld = !this.#isUnref || this.isAsking;
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    if (isHeld) this.#transport.ref();
    else this.#transport.unref();
  }

  /** Writes whole lines, each with its LF. Lines after the exit are dropped. */
  write(lines: string): void {
    if (this.#exit !== undefined || this.#isBlocked) return;
    // Reading goes on meanwhile, because the CLI may read its input only after its output has been read.
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
   * Catches what decoding throws, because an exception in a pipe's event would end the host. A block that never ends throws
   * at 2^29 characters, the longest string of V8.
   */
  #read(take: () => void): void {
    if (this.#isBroken) return;
    try {
      take();
    } catch (error) {
      this.#isBroken = true;
      this.#isBlocked = true;
      const message = `Claude's output cannot be read any further: ${toSentence(getErrorMessage(error))} The session was ended; start another one.`;
      this.#options.onFailure(new ClaudeError("protocol-violation", message, {}, { cause: error }));
      this.#transport.kill("SIGKILL");
    }
  }

  /** Sends a control request. Settles with its answer, at its deadline, or at the exit. */
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
        const advice = "This version may not know the request; older versions do not answer unknown requests.";
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

  /** Rejects all pending requests. */
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

/** Returns the line of a control request, by its subtype on the wire. */
export const controlLine =
  (subtype: string, payload: object = {}) =>
  (requestId: string): string =>
    encode.control(requestId, { ...payload, subtype });
