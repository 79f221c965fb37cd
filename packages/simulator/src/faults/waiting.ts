// Faults that wait for their place. Each is taken once, in the order of declaration.

import type { Fault, FaultName } from "./types.ts";
import { isOfKind } from "./wire-kind.ts";

export interface Waiting {
  /** Those without a place. */
  takeAtOnce(): readonly Fault[];
  /** Those whose byte has been reached, except such that need the end of a line. */
  takeAtByte(position: number): readonly Fault[];
  /** Those that strike behind this line of the engine, which ends at `position`. */
  takeAfterLine(line: string, position: number): readonly Fault[];
  /** How many bytes may be written before the next one strikes. */
  room(position: number): number;
}

/** They write whole lines, so inside a line they would only spoil it. */
const WHOLE_LINES: ReadonlySet<FaultName> = new Set([
  "invalid-line",
  "long-line",
  "flood",
  "lines-after-result",
  "late-result",
]);
const AFTER_RESULT: ReadonlySet<FaultName> = new Set(["lines-after-result", "late-result"]);

export function createWaiting(faults: readonly Fault[]): Waiting {
  let left = faults.map((fault) => ({ fault, place: placeOf(fault), linesLeft: Math.max(fault.afterLines ?? 1, 1) }));
  const take = (isDue: (entry: (typeof left)[number]) => boolean): readonly Fault[] => {
    const due = left.filter(isDue);
    if (due.length > 0) left = left.filter((entry) => !due.includes(entry));
    return due.map((entry) => entry.fault);
  };
  return {
    takeAtOnce: () => take(({ place }) => place === "at-once"),
    takeAtByte: (position) => take(({ place, fault }) => place === "byte" && (fault.atByte ?? 0) <= position),
    takeAfterLine: (line, position) =>
      take((entry) => {
        if (entry.place === "line-end-behind-byte") return (entry.fault.atByte ?? 0) <= position;
        if (entry.place !== "line") return false;
        const kind = kindOf(entry.fault);
        if (kind === undefined || isOfKind(line, kind)) entry.linesLeft -= 1;
        return entry.linesLeft === 0;
      }),
    room(position) {
      const bytes = left.filter(({ place }) => place === "byte").map(({ fault }) => fault.atByte ?? 0);
      return Math.min(...bytes) - position;
    },
  };
}

function kindOf(fault: Fault): string | undefined {
  if (fault.afterType !== undefined) return fault.afterType;
  return AFTER_RESULT.has(fault.fault) && fault.afterLines === undefined ? "result" : undefined;
}

function placeOf(fault: Fault): "at-once" | "byte" | "line-end-behind-byte" | "line" {
  if (fault.atByte !== undefined) return WHOLE_LINES.has(fault.fault) ? "line-end-behind-byte" : "byte";
  if (kindOf(fault) !== undefined) return "line";
  return fault.afterLines === undefined || fault.afterLines === 0 ? "at-once" : "line";
}
