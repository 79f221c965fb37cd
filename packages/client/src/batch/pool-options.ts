// The options of a pool, in addition to those of its sessions.

import { ClaudeError } from "../errors.ts";
import type { AnswerSchema } from "../options/model-options.ts";
import type { SessionOptions } from "../options/options.ts";

export interface PoolOptions<Schema extends AnswerSchema = AnswerSchema> extends Omit<
  SessionOptions<Schema>,
  keyof OfOneSession
> {
  /** Number of warm sessions to keep ready. */
  readonly size: number;
  /**
   * Maximum number of sessions, ready or busy. Below it, an `ask` that finds no ready session starts one; at the maximum it
   * waits.
   * @default twice the size
   */
  readonly max?: number;
  /** Milliseconds after which a ready session is replaced, because settings, login and files may have changed. @default 300000 */
  readonly maxIdleMs?: number;
}

/** Options of one conversation, which several sessions cannot share. */
type OfOneSession = Pick<SessionOptions, "resume" | "continue" | "fork" | "sessionId" | "resumeAt" | "record">;
const OF_ONE_SESSION: Readonly<Record<keyof OfOneSession, true>> = {
  resume: true,
  continue: true,
  fork: true,
  sessionId: true,
  resumeAt: true,
  record: true,
};

/** Validates the options of the pool itself. Those of the sessions are validated when they open. @throws {ClaudeError} `invalid-option` */
export function checkPoolOptions(options: Required<Pick<PoolOptions, "size" | "max" | "maxIdleMs">>): void {
  const { size, max, maxIdleMs } = options;
  if (!Number.isSafeInteger(size) || size < 1) throw createOptionError("size", size, "a whole number of at least 1");
  if (!(max >= size)) throw createOptionError("max", max, `a number from the size on (${size})`);
  if (!(maxIdleMs > 0)) throw createOptionError("maxIdleMs", maxIdleMs, "milliseconds above 0");
  for (const option of Object.keys(options)) {
    if (!Object.hasOwn(OF_ONE_SESSION, option)) continue;
    const message = `The option \`${option}\` is for one session, but every session of a pool is a new conversation. Remove it.`;
    throw new ClaudeError("invalid-option", message, { option });
  }
}

function createOptionError(option: string, value: unknown, wanted: string): ClaudeError {
  const message = `The option \`${option}\` must be ${wanted}; it is ${String(value)}.`;
  return new ClaudeError("invalid-option", message, { option, value });
}
