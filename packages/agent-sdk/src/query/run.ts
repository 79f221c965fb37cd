// One query from start to end. Its messages are the lines of the CLI, each once and in order. The session owns the process and
// the control protocol and ends both in any case.

import { claude, ClaudeError, redactText, type Session, type TransportExit } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";
import { createRequestHandler } from "./callbacks.ts";
import { AbortError, createExitDiagnosis } from "./exit-error.ts";
import { createInitialization } from "./initialization.ts";
import { forEachUntil, encodePrompt } from "./input.ts";
import { createLaunchRewriter, toSpawnFunction } from "../options/launch.ts";
import { MessageQueue } from "./message-queue.ts";
import type { SDKMessage, SDKUserMessage } from "../types/messages.ts";
import type { Options } from "../types/options.ts";
import { createLaunchPlan } from "../options/launch-plan.ts";
import { createInputEnd, type InputEnd } from "./input-end.ts";
import type { SDKControlInitializeResponse } from "../types/types.ts";
import { TransportTap } from "../transport/transport-tap.ts";

/** Reading pauses when this much is unread. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** The times of the SDK between the end of input, the first signal and the kill. */
const SHUTDOWN = { graceMs: 2000, killMs: 5000 };
/** How long the CLI may run after its input has ended, for example for hooks. */
const EXIT_TIMEOUT_MS = 30_000;
const STDERR_TAIL = 2048;

export class QueryRun {
  readonly session: Session;
  readonly #options: Options;
  readonly #tap: TransportTap;
  readonly #queue: MessageQueue<SDKMessage>;
  readonly #diagnosis = createExitDiagnosis();
  readonly #inputEnd: InputEnd;
  readonly #initialization = createInitialization();
  readonly #decoder = new TextDecoder();
  readonly #over: Promise<void>;
  #resolveOver!: () => void;
  #stderr = "";
  #pendingRequests = 0;
  /** Set when the query is ended on purpose: its exit is not an error then. */
  #isEnding = false;

  constructor(options: Options) {
    this.#options = options;
    const plan = createLaunchPlan(options);
    this.#over = new Promise((resolve) => {
      this.#resolveOver = resolve;
    });
    this.#queue = new MessageQueue(() => this.#flow());
    this.#tap = new TransportTap({
      changeLaunch: createLaunchRewriter(options, plan.ownArgs),
      onFirstLine: (line) => this.#initialization.onRequest(line),
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
      // The caller of `query` decides how long to wait.
      timeouts: false,
      shutdown: SHUTDOWN,
      onRequest: createRequestHandler(options),
      wrapTransport: this.#tap.wrap,
      ...(spawnClaudeCodeProcess === undefined
        ? {}
        : { spawn: toSpawnFunction(spawnClaudeCodeProcess, abortController.signal) }),
    });
    this.#inputEnd = createInputEnd({
      idle: () => this.session.idle(),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
      endInput: () => this.#endInput(),
    });
    // Fails the query if the session cannot start. A refused `initialize` does not prevent the start.
    this.session.ready().catch((error: unknown) => (isRequestError(error) ? undefined : this.fail(error)));
    const { signal } = abortController;
    const abort = (): void => this.fail(new AbortError("Claude Code process aborted by user"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    void this.#over.then(() => signal.removeEventListener("abort", abort));
  }

  /** The messages as an async generator. */
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

  /** Writes prompts as they come. Resolves when all are written or the query has ended. */
  async sendPrompts(stream: AsyncIterable<SDKUserMessage>): Promise<void> {
    this.#inputEnd.onStreamStart();
    try {
      await forEachUntil(stream, this.#over, (message) => {
        const line = encodePrompt(message, this.#options.verbatimPrompts ?? false);
        this.#inputEnd.onPrompt(message.shouldQuery !== false);
        this.#tap.write(line);
      });
    } finally {
      this.#inputEnd.onStreamEnd();
    }
  }

  /** Sends a control request. Reading continues while it is pending, because its reply comes after unread messages. */
  async request(subtype: string, payload: object = {}): Promise<JsonObject> {
    this.#pendingRequests += 1;
    this.#flow();
    // The input stays open until the reply.
    this.#inputEnd.onStreamStart();
    try {
      const answer = await this.session.control(subtype, payload as JsonObject);
      return asObject(answer) ?? {};
    } finally {
      this.#pendingRequests -= 1;
      this.#flow();
      this.#inputEnd.onStreamEnd();
    }
  }

  /** Returns the reply to `initialize`. */
  async initialization(): Promise<SDKControlInitializeResponse> {
    await this.session.ready();
    return this.#initialization.reply();
  }

  async reinitialize(): Promise<SDKControlInitializeResponse> {
    await this.session.ready();
    this.#initialization.onReply(await this.request("initialize", this.#initialization.request()));
    return this.#initialization.reply();
  }

  /** Ends the query with an error. Messages received before can still be read. */
  fail(error: unknown): void {
    this.#queue.end(this.#isEnding && isClosed(error) ? {} : { error });
    void this.#end();
  }

  /** Ends the query now. Resolves when no process is left. */
  async close(): Promise<void> {
    this.#queue.discard();
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#isEnding = true;
    this.#tap.isHeld = false;
    this.#resolveOver();
    await this.session.close();
  }

  #read(message: JsonObject, bytes: number): void {
    const { type, subtype } = message;
    this.#initialization.read(message);
    if (isControl(type)) return;
    this.#diagnosis.read(message);
    if (type === "result") this.#inputEnd.onResult();
    const isState = type === "system" && subtype === "session_state_changed";
    if (isState) this.#inputEnd.onSessionState();
    // These messages are for hosts; the SDK does not yield them either.
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
    const error = this.#isEnding ? undefined : this.#diagnosis.toError(exit, redactText(this.#stderr));
    this.#isEnding = true;
    this.#queue.end(error === undefined ? {} : { error });
    this.#resolveOver();
    void this.session.close();
  }

  #endInput(): void {
    this.#tap.endInput();
    const closeIfRead = (): void => {
      // While messages are unread, the reader has not seen the end.
      if (this.#tap.isHeld) wait();
      else if (!this.#isEnding) {
        this.#isEnding = true;
        void this.session.close();
      }
    };
    const wait = (): void => {
      const timer = setTimeout(closeIfRead, EXIT_TIMEOUT_MS).unref();
      void this.#over.then(() => clearTimeout(timer));
    };
    wait();
  }

  #flow(): void {
    this.#tap.isHeld = this.#queue.bytes > MAX_UNREAD_BYTES && this.#pendingRequests === 0 && !this.#isEnding;
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

function isRequestError(error: unknown): boolean {
  const codes = ["request-refused", "request-timeout", "unsupported-request"];
  return error instanceof ClaudeError && codes.includes(error.code);
}

function isClosed(error: unknown): boolean {
  return error instanceof ClaudeError && error.code === "session-closed";
}
