// Sessions of this process that end by themselves: the answer of an `ask` is there a moment before its program has gone. Who
// goes on with such a session waits for that moment, and is not refused by a lock that its own process holds.

import type { SessionOptions } from "../options/types.ts";

const ending = new Map<string, Promise<void>>();

/** @param ended never rejects */
export function endsSoon(id: string | undefined, ended: Promise<void>): void {
  if (id === undefined || ending.get(id) === ended) return;
  ending.set(id, ended);
  void ended.then(() => (ending.get(id) === ended ? ending.delete(id) : undefined));
}

/** Resolves when the session that is to be gone on with is free, as far as this process knows. */
export async function untilEnded(options: Pick<SessionOptions, "resume" | "continue" | "fork">): Promise<void> {
  const { resume, continue: continues, fork } = options;
  if (fork === true) return;
  if (resume !== undefined) await ending.get(resume);
  // Any of them may be the last one of the folder.
  if (continues === true) await Promise.all(ending.values());
}
