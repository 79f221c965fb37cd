// Runs steps in order, each in a session of its own, each with the answer of the step before it. A failed step fails the
// chain, whose error has all results so far.

import { getErrorMessage, toSentence } from "@unspool/protocol/kit";
import { SYSTEM_CLOCK } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { toBudget } from "../limits/budget.ts";
import { checkOption } from "../validation/check-option.ts";
import { callback, either, fields, promptValidator, record, text } from "../validation/validator.ts";
import { mergeOptions } from "../options/merge-options.ts";
import type { AskOptions } from "../options/options.ts";
import type { Prompt } from "../session/types.ts";
import { StreamSequence } from "../turn/stream-sequence.ts";
import { TurnError } from "../turn/turn-error.ts";
import type { Settled, Turn } from "../turn/types.ts";
import type { AskHost } from "./ask-host.ts";
import {
  ChainError,
  type Chain,
  type ChainEvent,
  type ChainOptions,
  type ChainPrompt,
  type ChainResult,
  type ChainStep,
  type StepOptions,
  type StepResult,
} from "./chain-types.ts";
import { quoteAsContext } from "./quote-as-context.ts";
import { AbortLatch, stopOnAbort } from "./abort-latch.ts";

interface Step {
  readonly index: number;
  readonly prompt: ChainPrompt;
  readonly name: string | undefined;
  readonly options: StepOptions;
}

/** Starts a chain. @throws {ClaudeError} `invalid-option` */
export function chainSteps(host: AskHost<unknown>, steps: readonly ChainStep[], options: ChainOptions = {}): Chain {
  return new StepChain(host, steps.map(toStep), options);
}

class StepChain implements Chain {
  readonly #host: AskHost<unknown>;
  readonly #steps: readonly Step[];
  readonly #options: AskOptions;
  readonly #events = new StreamSequence<ChainEvent>();
  readonly #abort = new AbortLatch();
  readonly #settled: Promise<ChainResult>;
  readonly #turns: Turn[] = [];
  readonly #results: StepResult[] = [];
  #costUsd = 0;

  constructor(host: AskHost<unknown>, steps: readonly Step[], options: ChainOptions) {
    const { signal: _signal, budget, ...sessionOptions } = options;
    checkSteps(steps, sessionOptions);
    for (const step of steps) host.check(mergeOptions(sessionOptions, step.options), ["signal"]);
    this.#host = host;
    this.#steps = steps;
    this.#options = { ...options, budget: toBudget(budget, options.clock ?? SYSTEM_CLOCK), reject: false };
    this.#settled = this.#run();
    this.#settled.then(
      () => this.#events.end(),
      (error: unknown) => this.#events.end({ error }),
    );
  }

  get turns(): readonly Turn[] {
    return [...this.#turns];
  }

  get results(): readonly StepResult[] {
    return [...this.#results];
  }

  get costUsd(): number {
    return this.#costUsd;
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<ChainEvent> {
    return this.#events.read();
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a chain is a promise of its result
  then<Value = ChainResult, Other = never>(
    onFulfilled?: ((result: ChainResult) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: ChainError) => Other | PromiseLike<Other>) | null,
  ): Promise<Value | Other> {
    return this.#settled.then(onFulfilled, onRejected);
  }

  catch<Other = never>(
    onRejected?: ((reason: ChainError) => Other | PromiseLike<Other>) | null,
  ): Promise<ChainResult | Other> {
    return this.#settled.catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<ChainResult> {
    return this.#settled.finally(onFinally);
  }

  async interrupt(): Promise<void> {
    this.#abort.stop(new ClaudeError("interrupted", "The chain was interrupted."));
    await this.#turns.at(-1)?.interrupt();
    await this.#settled.catch(() => undefined);
  }

  async #run(): Promise<ChainResult> {
    const { signal } = this.#options;
    const ignoreSignal = stopOnAbort(this.#abort, signal, () => {
      return new ClaudeError("aborted", "The chain was aborted by its signal.", {}, { cause: signal?.reason });
    });
    try {
      for (const step of this.#steps) {
        const result = await this.#take(step);
        if (result instanceof Error) throw this.#errorOf(step, result);
        this.#results.push(result);
      }
    } finally {
      ignoreSignal();
    }
    const last = this.#results.at(-1) as StepResult;
    return { text: last.text, data: last.data, results: this.results, costUsd: this.#costUsd };
  }

  /** Runs a step. Returns its result, or the error if it has none. */
  async #take(step: Step): Promise<StepResult | Error> {
    let prompt: Prompt | undefined;
    try {
      prompt = await this.#abort.unlessStopped(this.#promptOf(step));
    } catch (error) {
      return new ClaudeError(
        "prompt-failed",
        `its prompt could not be created: ${getErrorMessage(error)}`,
        {},
        { cause: error },
      );
    }
    const { reason } = this.#abort;
    if (reason !== undefined) return reason;
    const turn = this.#host.ask(prompt as Prompt, mergeOptions(this.#options, step.options));
    this.#turns.push(turn);
    this.#events.add(() => tagEvents(turn[Symbol.asyncIterator](), step));
    const settled = (await turn) as Settled;
    this.#costUsd += settled.costUsd;
    return settled;
  }

  async #promptOf({ prompt }: Step): Promise<Prompt> {
    const previous = this.#results.at(-1);
    if (typeof prompt === "function") return prompt(previous as StepResult, this.results);
    return previous === undefined ? prompt : quoteAsContext(prompt, TITLE, previous.text);
  }

  #errorOf({ index, name }: Step, cause: Error): ChainError {
    const which = `Step ${index + 1} of ${this.#steps.length}${name === undefined ? "" : ` (${name})`}`;
    const code = cause instanceof ClaudeError ? cause.code : "turn-failed";
    const begun = cause instanceof TurnError ? "failed" : "was not begun";
    return new ChainError(
      code,
      `${which} ${begun}: ${toSentence(cause.message)} The results before it are in \`results\`.`,
      { step: index, stepName: name, results: this.results, costUsd: this.#costUsd },
      { cause },
    );
  }
}

const TITLE = "Below is the answer of the step before this one.";

function toStep(step: ChainStep, index: number): Step {
  if (typeof step === "string" || typeof step === "function" || isBlocks(step)) {
    return { index, prompt: step, name: undefined, options: {} };
  }
  checkOption(`steps[${index}]`, step, STEP);
  return { index, prompt: step.prompt, name: step.name, options: step.options ?? {} };
}

const STEP = fields(
  { prompt: either("a prompt, or a function", promptValidator, callback), name: text, options: record },
  {
    required: ["prompt"],
  },
);

function isBlocks(step: object): step is Exclude<Prompt, string> {
  return Array.isArray(step);
}

function checkSteps([first, ...others]: readonly Step[], sessionOptions: object): void {
  if (first === undefined) throw createOptionError("steps", "A chain needs at least one step. It has none.");
  if (typeof first.prompt === "function") {
    throw createOptionError(
      "steps",
      "The first step of a chain must be a prompt, not a function: there is no answer yet that a function could use.",
    );
  }
  if (others.length > 0 && "record" in sessionOptions) {
    throw createOptionError(
      "record",
      "A recording holds one session. Give each step its own `record` with another file.",
    );
  }
}

function createOptionError(option: string, message: string): ClaudeError {
  return new ClaudeError("invalid-option", message, { option });
}

function tagEvents(events: AsyncIterator<ChainEvent["event"]>, { index, name }: Step): AsyncIterator<ChainEvent> {
  return {
    async next() {
      const next = await events.next();
      if (next.done === true) return { done: true, value: undefined };
      return { done: false, value: { step: index, name, event: next.value } };
    },
    async return() {
      await events.return?.();
      return { done: true, value: undefined };
    },
  };
}
