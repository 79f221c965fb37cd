// What a pool can be told, beside what each of its sessions is.

import { ClaudeError } from "../errors.ts";
import type { AnswerSchema, SessionOptions } from "../options/types.ts";

export interface PoolOptions<Schema extends AnswerSchema = AnswerSchema> extends Omit<
  SessionOptions<Schema>,
  keyof OfOneSession
> {
  /** So many sessions are kept ready. */
  readonly size: number;
  /**
   * So many are alive at most, ready or at work. While there is room, an ask that finds none ready starts one; after that
   * asks wait for each other. With `max: size`, none is started beyond those.
   * @default twice the size
   */
  readonly max?: number;
  /** One that has waited so long is replaced: settings, login and files may have changed. @default 300000 */
  readonly maxIdleMs?: number;
}

/** What belongs to one conversation, and cannot be the same for many at once. */
type OfOneSession = Pick<SessionOptions, "resume" | "continue" | "fork" | "sessionId" | "resumeAt" | "record">;
const OF_ONE_SESSION: Readonly<Record<keyof OfOneSession, true>> = {
  resume: true,
  continue: true,
  fork: true,
  sessionId: true,
  resumeAt: true,
  record: true,
};

/** Options of the sessions are checked by whoever opens them. @throws {ClaudeError} `invalid-option` */
export function checkPoolOptions(options: Required<Pick<PoolOptions, "size" | "max" | "maxIdleMs">>): void {
  const { size, max, maxIdleMs } = options;
  if (!Number.isSafeInteger(size) || size < 1) throw refusal("size", size, "a whole number from 1 on");
  if (!(max >= size)) throw refusal("max", max, `a number from the size on (${size})`);
  if (!(maxIdleMs > 0)) throw refusal("maxIdleMs", maxIdleMs, "milliseconds above 0");
  for (const option of Object.keys(options)) {
    if (!Object.hasOwn(OF_ONE_SESSION, option)) continue;
    const message = `The option \`${option}\` is for one session, and a pool has many, each a new conversation.`;
    throw new ClaudeError("invalid-option", message, { option });
  }
}

function refusal(option: string, value: unknown, wanted: string): ClaudeError {
  const message = `The option \`${option}\` must be ${wanted}; it is ${String(value)}.`;
  return new ClaudeError("invalid-option", message, { option, value });
}
