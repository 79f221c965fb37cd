// Merges options with defaults: an option replaces its default, except for `env`, whose variables are merged one by one.

import type { SessionOptions } from "./options.ts";

export function mergeOptions<Defaults extends SessionOptions, More extends SessionOptions>(
  defaults: Defaults,
  more: More,
): Omit<Defaults, keyof More> & More {
  const { env: former } = defaults;
  const { env } = more;
  // A value that is not an object is left to checkOptions, which refuses it.
  const isAdded = typeof former === "object" && former !== null && (env === undefined || typeof env === "object");
  return { ...defaults, ...more, ...(isAdded ? { env: { ...former, ...env } } : {}) };
}
