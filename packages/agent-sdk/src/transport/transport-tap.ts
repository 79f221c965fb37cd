// Sits between the session and its transport: passes every message of the CLI to the query as well, writes prompts unchanged, and
// pauses reading while messages are unread. The session keeps the control protocol.

import type { JsonObject } from "@unspool/protocol";
import type { Launch, Transport, TransportExit, TransportFactory } from "@unspool/client";
import { createDelivery } from "./delivery.ts";

export interface TransportTapOptions {
  /** Rewrites the launch to what the SDK would start. */
  readonly changeLaunch: (launch: Launch) => Launch;
  /** Called with the `initialize` request as it was written. */
  readonly onFirstLine: (line: string) => void;
  readonly onMessage: (message: JsonObject, bytes: number) => void;
  readonly onStderr: (chunk: Uint8Array) => void;
  /** Called after the last message. */
  readonly onExit: (exit: TransportExit) => void;
}

export class TransportTap {
  readonly #options: TransportTapOptions;
  #inner: Transport | undefined;
  /** Lines that wait until `initialize` is written, which must be first. */
  #waiting: string[] | undefined = [];
  #isInputEnded = false;
  #isHeld = false;
  #isPaused = false;

  constructor(options: TransportTapOptions) {
    this.#options = options;
  }

  /** The `wrapTransport` option of the session. */
  readonly wrap = (factory: TransportFactory): TransportFactory => {
    return (launch, handlers) => {
      const { changeLaunch, onMessage, onStderr, onExit } = this.#options;
      const delivery = createDelivery({
        onData: (chunk) => handlers.onData(chunk),
        onMessage,
        onExit: (exit) => {
          onExit(exit);
          handlers.onExit(exit);
        },
      });
      const inner = factory(changeLaunch(launch), {
        onData: (chunk) => delivery.push(chunk),
        onStderr: (chunk) => {
          onStderr(chunk);
          handlers.onStderr(chunk);
        },
        onExit: (exit) => delivery.exit(exit),
      });
      this.#inner = inner;
      this.#flow();
      return this.#toTransport(inner);
    };
  };

  /** Writes a complete line. */
  write(line: string): void {
    if (this.#waiting === undefined) this.#inner?.write(line);
    else this.#waiting.push(line);
  }

  /** Ends the input after the lines written so far. */
  endInput(): void {
    this.#isInputEnded = true;
    if (this.#waiting === undefined) this.#inner?.endInput();
  }

  /** Pauses or resumes reading. */
  set isHeld(isHeld: boolean) {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.#flow();
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  #toTransport(inner: Transport): Transport {
    return {
      get pid() {
        return inner.pid;
      },
      write: (lines) => {
        inner.write(lines);
        if (this.#waiting !== undefined) this.#begin(inner, lines);
      },
      endInput: () => inner.endInput(),
      pause: () => {
        this.#isPaused = true;
        this.#flow();
      },
      resume: () => {
        this.#isPaused = false;
        this.#flow();
      },
      kill: (signal) => inner.kill(signal),
      unref: () => inner.unref(),
      ref: () => inner.ref(),
    };
  }

  #begin(inner: Transport, firstLine: string): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#options.onFirstLine(firstLine);
    for (const line of waiting ?? []) inner.write(line);
    if (this.#isInputEnded) inner.endInput();
  }

  #flow(): void {
    if (this.#isHeld || this.#isPaused) this.#inner?.pause();
    else this.#inner?.resume();
  }
}
