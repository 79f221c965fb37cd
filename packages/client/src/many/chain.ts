// Steps one after the other, each on a session of its own, each with the answer of the one before it. A step that fails
// fails the chain, which then has all that came before.

import { SYSTEM_CLOCK } from "../clock.ts";
import { messageOf, sentence } from "../message-of.ts";
import { ClaudeError } from "../errors.ts";
import { budgetOf } from "../guard/budget.ts";
import { checkKind } from "../options/check.ts";
import { callback, either, fields, promptKind, record, text } from "../options/kind.ts";
import { mergeOptions } from "../options/merge.ts";
import type { AskOptions } from "../options/types.ts";
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
import { withMaterial } from "./material.ts";
import { StopSign, stopOnAbort } from "./stop-sign.ts";

interface Step {
  readonly index: number;
  readonly prompt: ChainPrompt;
  readonly name: string | undefined;
  readonly options: StepOptions;
}

/** @throws {ClaudeError} `invalid-option` */
export function chainSteps(host: AskHost<unknown>, steps: readonly ChainStep[], options: ChainOptions = {}): Chain {
  return new StepChain(host, steps.map(stepOf), options);
}

class StepChain implements Chain {
  readonly #host: AskHost<unknown>;
  readonly #steps: readonly Step[];
  readonly #options: AskOptions;
  readonly #events = new StreamSequence<ChainEvent>();
  readonly #sign = new StopSign();
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
    this.#options = { ...options, budget: budgetOf(budget, options.clock ?? SYSTEM_CLOCK), reject: false };
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
    this.#sign.stop(new ClaudeError("interrupted", "The chain was interrupted."));
    await this.#turns.at(-1)?.interrupt();
    await this.#settled.catch(() => undefined);
  }

  async #run(): Promise<ChainResult> {
    const { signal } = this.#options;
    const ignoreSignal = stopOnAbort(this.#sign, signal, () => {
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

  /** @returns its result, or why there is none */
  async #take(step: Step): Promise<StepResult | Error> {
    let prompt: Prompt | undefined;
    try {
      prompt = await this.#sign.unlessStopped(this.#promptOf(step));
    } catch (error) {
      return new ClaudeError(
        "prompt-failed",
        `its prompt could not be made: ${messageOf(error)}`,
        {},
        { cause: error },
      );
    }
    const { reason } = this.#sign;
    if (reason !== undefined) return reason;
    const turn = this.#host.ask(prompt as Prompt, mergeOptions(this.#options, step.options));
    this.#turns.push(turn);
    this.#events.add(() => tagged(turn[Symbol.asyncIterator](), step));
    const settled = (await turn) as Settled;
    this.#costUsd += settled.costUsd;
    return settled;
  }

  async #promptOf({ prompt }: Step): Promise<Prompt> {
    const previous = this.#results.at(-1);
    if (typeof prompt === "function") return prompt(previous as StepResult, this.results);
    return previous === undefined ? prompt : withMaterial(prompt, TITLE, previous.text);
  }

  #errorOf({ index, name }: Step, cause: Error): ChainError {
    const which = `Step ${index + 1} of ${this.#steps.length}${name === undefined ? "" : ` (${name})`}`;
    const code = cause instanceof ClaudeError ? cause.code : "turn-failed";
    const begun = cause instanceof TurnError ? "failed" : "was not begun";
    return new ChainError(
      code,
      `${which} ${begun}: ${sentence(cause.message)} What came before it is in \`results\`.`,
      { step: index, stepName: name, results: this.results, costUsd: this.#costUsd },
      { cause },
    );
  }
}

const TITLE = "Below is the answer of the step before this one.";

function stepOf(step: ChainStep, index: number): Step {
  if (typeof step === "string" || typeof step === "function" || isBlocks(step)) {
    return { index, prompt: step, name: undefined, options: {} };
  }
  checkKind(`steps[${index}]`, step, STEP);
  return { index, prompt: step.prompt, name: step.name, options: step.options ?? {} };
}

const STEP = fields(
  { prompt: either("a prompt, or a function", promptKind, callback), name: text, options: record },
  {
    needs: ["prompt"],
  },
);

function isBlocks(step: object): step is Exclude<Prompt, string> {
  return Array.isArray(step);
}

function checkSteps([first, ...others]: readonly Step[], sessionOptions: object): void {
  if (first === undefined) throw refusal("steps", "A chain needs at least one step; it has none.");
  if (typeof first.prompt === "function") {
    throw refusal(
      "steps",
      "The first step of a chain must be a prompt: there is no answer yet that a function could be given.",
    );
  }
  if (others.length > 0 && "record" in sessionOptions) {
    throw refusal(
      "record",
      "A recording is of one session: give `record` with the options of each step, and to each its own file.",
    );
  }
}

function refusal(option: string, message: string): ClaudeError {
  return new ClaudeError("invalid-option", message, { option });
}

function tagged(events: AsyncIterator<ChainEvent["event"]>, { index, name }: Step): AsyncIterator<ChainEvent> {
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
