// The options of the stand-in, checked once.

import { sleep } from "../faults/sleep.ts";
import { ModelStubError } from "./errors.ts";

export interface ModelStubOptions {
  /** The workspace that `${cwd}` in the scenario stands for. @default left as it is */
  readonly cwd?: string;
  /** Ids and signatures are made from it. @default 1 */
  readonly seed?: number;
  /** Of 127.0.0.1. @default 0: a free one */
  readonly port?: number;
  /** Between pieces, where the reply does not say. @default 0 */
  readonly pieceDelayMs?: number;
  /** Longest request body. @default 33554432 (32 MiB, the API's own limit) */
  readonly maxBodyBytes?: number;
  /** How many requests and answers are remembered; the oldest are forgotten. @default 10000 */
  readonly maxRemembered?: number;
  /** Waits; resolves early when the signal is aborted. @default real time */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export type CheckedOptions = Required<Omit<ModelStubOptions, "cwd">> & { readonly cwd: string | undefined };

export function checkOptions(options: ModelStubOptions): CheckedOptions {
  for (const name of Object.keys(options)) {
    if (!NAMES.has(name)) throw invalid(`unknown option ${JSON.stringify(name)}; known are ${[...NAMES].join(", ")}`);
  }
  return {
    cwd: options.cwd,
    seed: whole("seed", options.seed ?? 1, 0),
    port: whole("port", options.port ?? 0, 0),
    pieceDelayMs: whole("pieceDelayMs", options.pieceDelayMs ?? 0, 0),
    maxBodyBytes: whole("maxBodyBytes", options.maxBodyBytes ?? 32 * 1024 * 1024, 1),
    maxRemembered: whole("maxRemembered", options.maxRemembered ?? 10_000, 1),
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

function whole(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw invalid(`${name} is ${String(value)}; give a whole number of at least ${least}`);
}

function invalid(message: string): ModelStubError {
  return new ModelStubError("invalid-option", `startModelStub: ${message}.`);
}

/** Without a delay the next piece follows in the same breath. */
async function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, signal);
}
