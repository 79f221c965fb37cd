// The result of one check: its level, what was found, and what to do about it.

export interface CheckResult {
  readonly level: "ok" | "warning" | "error";
  /** The name of the check, one or two words. */
  readonly name: string;
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

export function ok(name: string, found: string): CheckResult {
  return { level: "ok", name, found };
}

export function warning(name: string, found: string, advice: string): CheckResult {
  return { level: "warning", name, found, advice };
}

export function failure(name: string, found: string, advice: string): CheckResult {
  return { level: "error", name, found, advice };
}
