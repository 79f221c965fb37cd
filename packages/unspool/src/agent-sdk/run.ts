// One query from its start to its end. Messages are the lines of the CLI, each once and in order; the session has the
// process and the control protocol, and ends both whatever happens.

import { claude, ClaudeError, redactText, type Session, type TransportExit } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";
import { AbortError } from "./abort-error.ts";
import { answerWith } from "./answers.ts";
import { createLastWords } from "./exit-error.ts";
import { createInitialization } from "./initialization.ts";
import { forEachUntil, lineOf } from "./input.ts";
import { launchChange, spawnWith } from "./launch.ts";
import { MessageQueue } from "./message-queue.ts";
import type { SDKMessage, SDKUserMessage } from "./messages.ts";
import type { Options } from "./options-type.ts";
import { planOf } from "./plan.ts";
import { createRunEnd, type RunEnd } from "./run-end.ts";
import type { SDKControlInitializeResponse } from "./types.ts";
import { Wiretap } from "./wiretap.ts";

/** So much may wait to be taken before reading stops. */
const MOST_BEHIND_BYTES = 1024 * 1024;
/** From the end of input to the first signal, as the SDK has it when it is closed. */
const SHUTDOWN = { graceMs: 2000, killMs: 5000 };
/** A CLI that is told to end by the end of its input may have hooks to run. */
const EXIT_PATIENCE_MS = 30_000;
const STDERR_TAIL = 2048;

export class Run {
  readonly session: Session;
  readonly #options: Options;
  readonly #tap: Wiretap;
  readonly #queue: MessageQueue<SDKMessage>;
  readonly #lastWords = createLastWords();
  readonly #runEnd: RunEnd;
  readonly #start = createInitialization();
  readonly #decoder = new TextDecoder();
  readonly #over: Promise<void>;
  #tellOver!: () => void;
  #stderr = "";
  #asking = 0;
  /** Its caller, or we, want it to end: how it does is no error. */
  #isEnding = false;

  constructor(options: Options) {
    this.#options = options;
    const plan = planOf(options);
    this.#over = new Promise((resolve) => {
      this.#tellOver = resolve;
    });
    this.#queue = new MessageQueue(() => this.#flow());
    this.#tap = new Wiretap({
      changeLaunch: launchChange(options, plan.ownArgs),
      onFirstLine: (line) => this.#start.asked(line),
      onMessage: (message, bytes) => this.#read(message, bytes),
      onStderr: (chunk) => this.#readStderr(chunk),
      onExit: (exit) => this.#exited(exit),
    });
    const { abortController = new AbortController(), spawnClaudeCodeProcess } = options;
    this.session = claude.session({
      ...plan.session,
      partialMessages: options.includePartialMessages ?? false,
      initialize: plan.initialize,
      extraArgs: plan.args,
      env: plan.env,
      // Its caller has patience of its own.
      patience: false,
      shutdown: SHUTDOWN,
      onRequest: answerWith(options),
      wrapTransport: this.#tap.wrap,
      ...(spawnClaudeCodeProcess === undefined
        ? {}
        : { spawn: spawnWith(spawnClaudeCodeProcess, abortController.signal) }),
    });
    this.#runEnd = createRunEnd({
      idle: () => this.session.idle(),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
      endInput: () => this.#endInput(),
    });
    // Whatever keeps it from starting. That `initialize` was not liked does not.
    this.session.ready().catch((error: unknown) => (isOfRequest(error) ? undefined : this.fail(error)));
    const { signal } = abortController;
    const abort = (): void => this.fail(new AbortError("Claude Code process aborted by user"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    void this.#over.then(() => signal.removeEventListener("abort", abort));
  }

  /** The messages. */
  get generator(): AsyncGenerator<SDKMessage, void> {
    const generator: AsyncGenerator<SDKMessage, void> = {
      next: () => this.#queue.next(),
      return: async () => {
        await this.close();
        return { done: true, value: undefined };
      },
      throw: async (error) => {
        await this.close();
        throw error;
      },
      [Symbol.asyncIterator]: () => generator,
      [Symbol.asyncDispose]: () => this.close(),
    };
    return generator;
  }

  /** Writes prompts as they come. Resolves when all are written, or nobody wants them any more. */
  async feed(stream: AsyncIterable<SDKUserMessage>): Promise<void> {
    this.#runEnd.streamBegan();
    try {
      await forEachUntil(stream, this.#over, (message) => {
        const line = lineOf(message, this.#options.verbatimPrompts ?? false);
        this.#runEnd.promptWritten(message.shouldQuery !== false);
        this.#tap.write(line);
      });
    } finally {
      this.#runEnd.streamEnded();
    }
  }

  /** A control request. While it waits, reading goes on: its answer lies behind what is unread. */
  async ask(subtype: string, payload: object = {}): Promise<JsonObject> {
    this.#asking += 1;
    this.#flow();
    // The input stays open for its answer, too.
    this.#runEnd.streamBegan();
    try {
      const answer = await this.session.control(subtype, payload as JsonObject);
      return typeof answer === "object" && answer !== null && !Array.isArray(answer) ? (answer as JsonObject) : {};
    } finally {
      this.#asking -= 1;
      this.#flow();
      this.#runEnd.streamEnded();
    }
  }

  /** What the CLI told about itself at the start. */
  async initialization(): Promise<SDKControlInitializeResponse> {
    await this.session.ready();
    return this.#start.reply();
  }

  async reinitialize(): Promise<SDKControlInitializeResponse> {
    await this.session.ready();
    this.#start.answered(await this.ask("initialize", this.#start.request()));
    return this.#start.reply();
  }

  /** What had come can still be taken, then the error. */
  fail(error: unknown): void {
    this.#queue.end(this.#isEnding && isClosed(error) ? {} : { error });
    void this.#end();
  }

  /** Ends it now. Resolves when no process is left. */
  async close(): Promise<void> {
    this.#queue.discard();
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#isEnding = true;
    this.#tap.isHeld = false;
    this.#tellOver();
    await this.session.close();
  }

  #read(message: JsonObject, bytes: number): void {
    const { type, subtype } = message;
    this.#start.read(message);
    if (isControl(type)) return;
    this.#lastWords.read(message);
    if (type === "result") this.#runEnd.resultCame();
    const isState = type === "system" && subtype === "session_state_changed";
    if (isState) this.#runEnd.stateCame();
    // For hosts, not for their users: the SDK keeps it back as well.
    if (isState && message["sdk_host_only"] === true) return;
    this.#queue.add(message as unknown as SDKMessage, bytes);
    this.#flow();
  }

  #readStderr(chunk: Uint8Array): void {
    const text = this.#decoder.decode(chunk, { stream: true });
    this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL);
    try {
      this.#options.stderr?.(text);
    } catch (error) {
      this.fail(error);
    }
  }

  #exited(exit: TransportExit): void {
    const error = this.#isEnding ? undefined : this.#lastWords.errorOf(exit, redactText(this.#stderr));
    this.#isEnding = true;
    this.#queue.end(error === undefined ? {} : { error });
    this.#tellOver();
    void this.session.close();
  }

  #endInput(): void {
    this.#tap.endInput();
    const look = (): void => {
      // Who does not take the messages does not see the end either.
      if (this.#tap.isHeld) wait();
      else if (!this.#isEnding) {
        this.#isEnding = true;
        void this.session.close();
      }
    };
    const wait = (): void => {
      const timer = setTimeout(look, EXIT_PATIENCE_MS).unref();
      void this.#over.then(() => clearTimeout(timer));
    };
    wait();
  }

  #flow(): void {
    this.#tap.isHeld = this.#queue.bytes > MOST_BEHIND_BYTES && this.#asking === 0 && !this.#isEnding;
  }
}

function isControl(type: unknown): boolean {
  return (
    type === "control_request" ||
    type === "control_response" ||
    type === "control_cancel_request" ||
    type === "keep_alive" ||
    type === "transcript_mirror"
  );
}

function isOfRequest(error: unknown): boolean {
  const codes = ["request-refused", "request-timeout", "unsupported-request"];
  return error instanceof ClaudeError && codes.includes(error.code);
}

function isClosed(error: unknown): boolean {
  return error instanceof ClaudeError && error.code === "session-closed";
}
