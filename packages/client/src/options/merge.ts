// Defaults and what is chosen beside them: an option takes the place of the former, but for the environment, whose variables
// are added one by one.

import type { SessionOptions } from "./types.ts";

export function mergeOptions<Defaults extends SessionOptions, More extends SessionOptions>(
  defaults: Defaults,
  more: More,
): Omit<Defaults, keyof More> & More {
  const { env: former } = defaults;
  const { env } = more;
  // What is no object is left to the check of options, which says so.
  const isAdded = typeof former === "object" && former !== null && (env === undefined || typeof env === "object");
  return { ...defaults, ...more, ...(isAdded ? { env: { ...former, ...env } } : {}) };
}
