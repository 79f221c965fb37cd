// The options of the model stub and their check.

import { sleep } from "../sleep.ts";
import { ModelStubError } from "./request/errors.ts";

export interface ModelStubOptions {
  /** Replaces `${cwd}` in the scenario. @default not replaced */
  readonly cwd?: string;
  /** Seed of ids and signatures. @default 1 */
  readonly seed?: number;
  /** Port on 127.0.0.1. @default 0: a free one */
  readonly port?: number;
  /** Delay between pieces, if the reply has none. @default 0 */
  readonly pieceDelayMs?: number;
  /** Maximum size of a request body. @default 33554432 (32 MiB, the API's own limit) */
  readonly maxBodyBytes?: number;
  /** Number of requests and answers to keep; the oldest are dropped. @default 10000 */
  readonly maxRemembered?: number;
  /** Waits; resolves early when the signal is aborted. @default real time */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export type CheckedOptions = Required<Omit<ModelStubOptions, "cwd">> & { readonly cwd: string | undefined };

export function checkOptions(options: ModelStubOptions): CheckedOptions {
  for (const name of Object.keys(options)) {
    if (!NAMES.has(name))
      throw createOptionError(`unknown option ${JSON.stringify(name)}; known are ${[...NAMES].join(", ")}`);
  }
  return {
    cwd: options.cwd,
    seed: checkWhole("seed", options.seed ?? 1, 0),
    port: checkWhole("port", options.port ?? 0, 0),
    pieceDelayMs: checkWhole("pieceDelayMs", options.pieceDelayMs ?? 0, 0),
    maxBodyBytes: checkWhole("maxBodyBytes", options.maxBodyBytes ?? 32 * 1024 * 1024, 1),
    maxRemembered: checkWhole("maxRemembered", options.maxRemembered ?? 10_000, 1),
    sleep: options.sleep ?? realSleep,
  };
}

const NAMES: ReadonlySet<string> = new Set([
  "cwd",
  "seed",
  "port",
  "pieceDelayMs",
  "maxBodyBytes",
  "maxRemembered",
  "sleep",
]);

function checkWhole(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw createOptionError(`${name} is ${String(value)}; give a whole number of at least ${least}`);
}

function createOptionError(message: string): ModelStubError {
  return new ModelStubError("invalid-option", `startModelStub: ${message}.`);
}

/** Without a delay the next piece follows in the same tick. */
async function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, signal);
}
