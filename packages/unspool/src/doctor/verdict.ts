// One thing that was looked at: in order, worth knowing, or broken, and what to do.

export interface Verdict {
  readonly level: "ok" | "warning" | "error";
  /** What was looked at, in one or two words. */
  readonly name: string;
  /** What was found. */
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

export function ok(name: string, found: string): Verdict {
  return { level: "ok", name, found };
}

export function warning(name: string, found: string, advice: string): Verdict {
  return { level: "warning", name, found, advice };
}

export function failure(name: string, found: string, advice: string): Verdict {
  return { level: "error", name, found, advice };
}
