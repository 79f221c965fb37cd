// Runs one turn for each input, several at once, under one budget. Whatever fails or stops it, settled items stay, and no
// further input begins.

import { SYSTEM_CLOCK } from "../clock.ts";
import type { ClaudeError } from "../errors.ts";
import { toBudget, type Budget } from "../limits/budget.ts";
import { mergeOptions } from "../options/merge-options.ts";
import type { AskOptions } from "../options/options.ts";
import type { Prompt } from "../session/types.ts";
import { EventLog } from "../turn/event-log.ts";
import { TurnError } from "../turn/turn-error.ts";
import type { Settled } from "../turn/types.ts";
import type { AskHost } from "./ask-host.ts";
import { createInputReader, type InputReader, type Inputs, type IndexedInput } from "./inputs.ts";
import {
  createAbortedError,
  createBudgetError,
  checkPrompt,
  checkMapOptions,
  createPromptError,
  createStoppedError,
} from "./map-errors.ts";
import type { MapCounts, MapItem, MapOptions, MapProgress, MapPrompt, MapRun } from "./map-types.ts";
import { AbortLatch, stopOnAbort } from "./abort-latch.ts";

/** Starts a map. @throws {ClaudeError} `invalid-option` */
export function mapInputs<Input, Data>(
  host: AskHost<Data>,
  inputs: Inputs<Input>,
  prompt: MapPrompt<Input>,
  options: MapOptions<Input> = {},
): MapRun<Input, Data> {
  return new InputMap<Input, Data>(host, inputs, prompt, options);
}

class InputMap<Input, Data> implements MapRun<Input, Data> {
  readonly #host: AskHost<Data>;
  readonly #prompt: MapPrompt<Input>;
  readonly #options: MapOptions<Input>;
  readonly #askOptions: AskOptions;
  readonly #concurrency: number;
  readonly #budget: Budget;
  readonly #inputs: InputReader<Input>;
  /** The items in the order in which they settled. */
  readonly #log: EventLog<MapItem<Input, Data>>;
  readonly #byIndex: MapItem<Input, Data>[] = [];
  readonly #settled: Promise<readonly MapItem<Input, Data>[]>;
  readonly #abort = new AbortLatch();
  /** Workers that wait for a slow reader. */
  readonly #waiting: (() => void)[] = [];
  readonly #counts = { running: 0, fulfilled: 0, rejected: 0, costUsd: 0 };

  constructor(host: AskHost<Data>, inputs: Inputs<Input>, prompt: MapPrompt<Input>, options: MapOptions<Input>) {
    const { concurrency = 4, onProgress: _onProgress, stopOnError: _stopOnError, budget, ...askOptions } = options;
    const { signal: _signal, ...sessionOptions } = askOptions;
    checkMapOptions(concurrency, sessionOptions);
    host.check(sessionOptions, ["concurrency", "signal", "onProgress", "stopOnError"]);
    this.#host = host;
    this.#prompt = prompt;
    this.#options = options;
    this.#askOptions = askOptions;
    this.#concurrency = concurrency;
    this.#budget = toBudget(budget, options.clock ?? SYSTEM_CLOCK);
    this.#inputs = createInputReader(inputs);
    this.#log = new EventLog({
      maxBehind: concurrency,
      // The promise keeps all items anyway.
      maxKept: Number.POSITIVE_INFINITY,
      onProgress: () => {
        for (const wake of this.#waiting.splice(0)) wake();
      },
    });
    this.#settled = this.#run();
    this.#settled.then(
      () => this.#log.end(),
      (error: unknown) => this.#log.end({ error }),
    );
  }

  get items(): readonly MapItem<Input, Data>[] {
    // Inputs that have not settled are holes, which `filter` skips.
    return this.#byIndex.filter(() => true);
  }

  get counts(): MapCounts {
    return { total: this.#inputs.total, ...this.#counts };
  }

  get stoppedBy(): ClaudeError | undefined {
    return this.#abort.reason;
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<MapItem<Input, Data>> {
    return this.#log.read();
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a run is a promise of its items
  then<Value = readonly MapItem<Input, Data>[], Other = never>(
    onFulfilled?: ((items: readonly MapItem<Input, Data>[]) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<Value | Other> {
    return this.#settled.then(onFulfilled, onRejected);
  }

  catch<Other = never>(
    onRejected?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<readonly MapItem<Input, Data>[] | Other> {
    return this.#settled.catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<readonly MapItem<Input, Data>[]> {
    return this.#settled.finally(onFinally);
  }

  async #run(): Promise<readonly MapItem<Input, Data>[]> {
    const { signal } = this.#options;
    const ignoreSignal = stopOnAbort(this.#abort, signal, () => createAbortedError(signal?.reason));
    try {
      const workers = Array.from({ length: this.#concurrency }, () => this.#work());
      // All workers end before the failure of one is reported.
      const failed = (await Promise.allSettled(workers)).find(({ status }) => status === "rejected");
      const { reason } = this.#abort;
      if (reason !== undefined) for (const item of this.#inputs.rest()) this.#reject(item, reason);
      if (failed?.status === "rejected") throw failed.reason;
      return this.items;
    } finally {
      ignoreSignal();
      this.#inputs.close();
    }
  }

  /** Runs one input after the other until there are no more. */
  async #work(): Promise<void> {
    for (;;) {
      while (this.#log.isBehind && this.#abort.reason === undefined) await this.#abort.unlessStopped(this.#caughtUp());
      if (this.#whyNotBegin() !== undefined) return;
      const next = this.#inputs.next();
      const item = await (this.#inputs.isAsync ? this.#abort.unlessStopped(next) : next);
      if (item === undefined) return;
      await this.#settle(item);
    }
  }

  async #settle(item: IndexedInput<Input>): Promise<void> {
    let made: Awaited<ReturnType<MapPrompt<Input>>> | undefined;
    try {
      if (this.#abort.reason === undefined) {
        made = await this.#abort.unlessStopped(Promise.resolve(this.#prompt(item.input, item.index)));
        if (made !== undefined) checkPrompt(made);
      }
    } catch (error) {
      this.#reject(item, createPromptError(item.index, error));
      return;
    }
    // Checked again, because the prompt may have taken time.
    const reason = this.#whyNotBegin();
    if (reason !== undefined || made === undefined) {
      this.#reject(item, reason ?? createPromptError(item.index, new Error("the function returned undefined")));
      return;
    }
    const { prompt, options } = typeof made === "string" || isBlocks(made) ? { prompt: made, options: {} } : made;
    const turn = this.#host.ask(prompt, {
      ...mergeOptions(this.#askOptions, options ?? {}),
      budget: this.#budget,
      reject: false,
    });
    this.#counts.running += 1;
    this.#tell({ ...item, type: "start", turn, ...this.counts });
    const settled = (await turn) as Settled<Data>;
    this.#counts.running -= 1;
    this.#counts.costUsd += settled.costUsd;
    if (settled instanceof TurnError) this.#reject(item, settled);
    else this.#add({ ...item, status: "fulfilled", result: settled });
  }

  #whyNotBegin(): ClaudeError | undefined {
    if (this.#abort.reason === undefined && this.#budget.isExceeded) this.#abort.stop(createBudgetError(this.#budget));
    return this.#abort.reason;
  }

  #reject(item: IndexedInput<Input>, error: ClaudeError): void {
    this.#add({ ...item, status: "rejected", error });
    if (this.#options.stopOnError === true) this.#abort.stop(createStoppedError(item.index, error));
  }

  #add(item: MapItem<Input, Data>): void {
    this.#byIndex[item.index] = item;
    this.#counts[item.status] += 1;
    this.#log.add(item);
    this.#log.flush(1);
    this.#tell({ index: item.index, input: item.input, type: "end", item, ...this.counts });
  }

  /** Reports progress. What the callback throws surfaces as an uncaught error, and the map goes on. */
  #tell(progress: MapProgress<Input>): void {
    try {
      this.#options.onProgress?.(progress);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  #caughtUp(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }
}

function isBlocks(made: object): made is Exclude<Prompt, string> {
  return Array.isArray(made);
}
