// One turn for each input, so many at once, under one budget. Whatever fails or stops it, what was settled stays, and
// nothing that has not begun begins.

import { SYSTEM_CLOCK } from "../clock.ts";
import type { ClaudeError } from "../errors.ts";
import { budgetOf, type Budget } from "../guard/budget.ts";
import { mergeOptions } from "../options/merge.ts";
import type { AskOptions } from "../options/types.ts";
import type { Prompt } from "../session/types.ts";
import { EventLog } from "../turn/event-log.ts";
import { TurnError } from "../turn/turn-error.ts";
import type { Settled } from "../turn/types.ts";
import type { AskHost } from "./ask-host.ts";
import { createInputReader, type InputReader, type Inputs, type Place } from "./inputs.ts";
import { aborted, budgetRefusal, checkMade, checkMapOptions, promptRefusal, stoppedByError } from "./map-errors.ts";
import type { MapCounts, MapItem, MapOptions, MapProgress, MapPrompt, MapRun } from "./map-types.ts";
import { StopSign, stopOnAbort } from "./stop-sign.ts";

/** @throws {ClaudeError} `invalid-option` */
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
  /** In the order in which they were settled. */
  readonly #log: EventLog<MapItem<Input, Data>>;
  readonly #byIndex: MapItem<Input, Data>[] = [];
  readonly #settled: Promise<readonly MapItem<Input, Data>[]>;
  readonly #sign = new StopSign();
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
    this.#budget = budgetOf(budget, options.clock ?? SYSTEM_CLOCK);
    this.#inputs = createInputReader(inputs);
    this.#log = new EventLog({
      maxBehind: concurrency,
      // The promise keeps them all, too.
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
    // Those that are not settled yet are holes, which `filter` passes over.
    return this.#byIndex.filter(() => true);
  }

  get counts(): MapCounts {
    return { total: this.#inputs.total, ...this.#counts };
  }

  get stoppedBy(): ClaudeError | undefined {
    return this.#sign.reason;
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
    const ignoreSignal = stopOnAbort(this.#sign, signal, () => aborted(signal?.reason));
    try {
      const workers = Array.from({ length: this.#concurrency }, () => this.#work());
      // All have come to their end before the failure of one is told.
      const failed = (await Promise.allSettled(workers)).find(({ status }) => status === "rejected");
      const { reason } = this.#sign;
      if (reason !== undefined) for (const place of this.#inputs.rest()) this.#reject(place, reason);
      if (failed?.status === "rejected") throw failed.reason;
      return this.items;
    } finally {
      ignoreSignal();
      this.#inputs.close();
    }
  }

  /** Takes the next input when it has done one, until there are no more. */
  async #work(): Promise<void> {
    for (;;) {
      while (this.#log.isBehind && this.#sign.reason === undefined) await this.#sign.unlessStopped(this.#caughtUp());
      if (this.#whyNotBegin() !== undefined) return;
      const next = this.#inputs.next();
      const place = await (this.#inputs.isAsync ? this.#sign.unlessStopped(next) : next);
      if (place === undefined) return;
      await this.#settle(place);
    }
  }

  async #settle(place: Place<Input>): Promise<void> {
    let made: Awaited<ReturnType<MapPrompt<Input>>> | undefined;
    try {
      if (this.#sign.reason === undefined) {
        made = await this.#sign.unlessStopped(Promise.resolve(this.#prompt(place.input, place.index)));
        if (made !== undefined) checkMade(made);
      }
    } catch (error) {
      this.#reject(place, promptRefusal(place.index, error));
      return;
    }
    // Time has passed since there was room for it.
    const reason = this.#whyNotBegin();
    if (reason !== undefined || made === undefined) {
      this.#reject(place, reason ?? promptRefusal(place.index, new Error("the function returned undefined")));
      return;
    }
    const { prompt, options } = typeof made === "string" || isBlocks(made) ? { prompt: made, options: {} } : made;
    const turn = this.#host.ask(prompt, {
      ...mergeOptions(this.#askOptions, options ?? {}),
      budget: this.#budget,
      reject: false,
    });
    this.#counts.running += 1;
    this.#tell({ ...place, type: "start", turn, ...this.counts });
    const settled = (await turn) as Settled<Data>;
    this.#counts.running -= 1;
    this.#counts.costUsd += settled.costUsd;
    if (settled instanceof TurnError) this.#reject(place, settled);
    else this.#add({ ...place, status: "fulfilled", result: settled });
  }

  #whyNotBegin(): ClaudeError | undefined {
    if (this.#sign.reason === undefined && this.#budget.isExceeded) this.#sign.stop(budgetRefusal(this.#budget));
    return this.#sign.reason;
  }

  #reject(place: Place<Input>, error: ClaudeError): void {
    this.#add({ ...place, status: "rejected", error });
    if (this.#options.stopOnError === true) this.#sign.stop(stoppedByError(place.index, error));
  }

  #add(item: MapItem<Input, Data>): void {
    this.#byIndex[item.index] = item;
    this.#counts[item.status] += 1;
    this.#log.add(item);
    this.#log.flush(1);
    this.#tell({ index: item.index, input: item.input, type: "end", item, ...this.counts });
  }

  /** A listener's own mistake is its own: it surfaces as an uncaught error, and the others go on. */
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
