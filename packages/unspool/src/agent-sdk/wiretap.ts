// Between the session and its transport: hands on every message of the CLI beside the session, writes prompts as they are,
// and stops reading while messages are not taken. The control protocol stays with the session.

import type { JsonObject } from "@unspool/protocol";
import type { Launch, Transport, TransportExit, TransportFactory } from "@unspool/client";
import { createDelivery } from "./delivery.ts";

export interface WiretapOptions {
  /** What is started, as the SDK would start it. */
  readonly changeLaunch: (launch: Launch) => Launch;
  /** `initialize`, as it was written. */
  readonly onFirstLine: (line: string) => void;
  readonly onMessage: (message: JsonObject, bytes: number) => void;
  readonly onStderr: (chunk: Uint8Array) => void;
  /** After the last message. */
  readonly onExit: (exit: TransportExit) => void;
}

export class Wiretap {
  readonly #options: WiretapOptions;
  #inner: Transport | undefined;
  /** Until `initialize` is written, which must be the first line. */
  #waiting: string[] | undefined = [];
  #isInputEnded = false;
  #isHeld = false;
  #isPaused = false;

  constructor(options: WiretapOptions) {
    this.#options = options;
  }

  /** For the option `wrapTransport`. */
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
      return this.#face(inner);
    };
  };

  /** A whole line. */
  write(line: string): void {
    if (this.#waiting === undefined) this.#inner?.write(line);
    else this.#waiting.push(line);
  }

  /** After what was written. */
  endInput(): void {
    this.#isInputEnded = true;
    if (this.#waiting === undefined) this.#inner?.endInput();
  }

  /** Nothing more is read for now. */
  set isHeld(isHeld: boolean) {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.#flow();
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  #face(inner: Transport): Transport {
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
