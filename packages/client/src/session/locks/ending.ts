// Sessions of this process that are about to end: an `ask` resolves a moment before its CLI has exited. Resuming such a
// session waits for the exit, instead of failing on a lock that this process still holds.

import type { SessionOptions } from "../../options/options.ts";

const ending = new Map<string, Promise<void>>();

/** Registers a session that ends by itself. @param ended settles at its end and never rejects */
export function setEnding(id: string | undefined, ended: Promise<void>): void {
  if (id === undefined || ending.get(id) === ended) return;
  ending.set(id, ended);
  void ended.then(() => (ending.get(id) === ended ? ending.delete(id) : undefined));
}

/** Resolves when no session of this process that the options resume is about to end. */
export async function waitUntilEnded(options: Pick<SessionOptions, "resume" | "continue" | "fork">): Promise<void> {
  const { resume, continue: continues, fork } = options;
  if (fork === true) return;
  if (resume !== undefined) await ending.get(resume);
  // Each of them may be the last session of the folder.
  if (continues === true) await Promise.all(ending.values());
}
