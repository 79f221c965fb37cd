// Faults that wait for their trigger. Each is taken once, in the order of declaration.

import type { Fault, FaultName } from "../faults/types.ts";
import { isOfType } from "./line-type.ts";

export interface PendingFaults {
  /** Takes faults without a trigger. */
  takeAtStart(): readonly Fault[];
  /** Takes faults whose byte is reached, except those that need the end of a line. */
  takeAtByte(position: number): readonly Fault[];
  /** Takes faults that follow this line, which ends at `position`. */
  takeAfterLine(line: string, position: number): readonly Fault[];
  /** Returns the number of bytes before the next fault. */
  room(position: number): number;
}

/** Faults that write whole lines and so wait for the end of the current one. */
const WHOLE_LINES: ReadonlySet<FaultName> = new Set([
  "invalid-line",
  "long-line",
  "flood",
  "lines-after-result",
  "late-result",
]);
const AFTER_RESULT: ReadonlySet<FaultName> = new Set(["lines-after-result", "late-result"]);

export function createPendingFaults(faults: readonly Fault[]): PendingFaults {
  let left = faults.map((fault) => ({
    fault,
    trigger: findTrigger(fault),
    linesLeft: Math.max(fault.afterLines ?? 1, 1),
  }));
  const take = (isDue: (entry: (typeof left)[number]) => boolean): readonly Fault[] => {
    const due = left.filter(isDue);
    if (due.length > 0) left = left.filter((entry) => !due.includes(entry));
    return due.map((entry) => entry.fault);
  };
  return {
    takeAtStart: () => take(({ trigger }) => trigger === "start"),
    takeAtByte: (position) => take(({ trigger, fault }) => trigger === "byte" && (fault.atByte ?? 0) <= position),
    takeAfterLine: (line, position) =>
      take((entry) => {
        if (entry.trigger === "line-end-after-byte") return (entry.fault.atByte ?? 0) <= position;
        if (entry.trigger !== "line") return false;
        const type = getLineType(entry.fault);
        if (type === undefined || isOfType(line, type)) entry.linesLeft -= 1;
        return entry.linesLeft === 0;
      }),
    room(position) {
      const bytes = left.filter(({ trigger }) => trigger === "byte").map(({ fault }) => fault.atByte ?? 0);
      return Math.min(...bytes) - position;
    },
  };
}

function getLineType(fault: Fault): string | undefined {
  if (fault.afterType !== undefined) return fault.afterType;
  return AFTER_RESULT.has(fault.fault) && fault.afterLines === undefined ? "result" : undefined;
}

function findTrigger(fault: Fault): "start" | "byte" | "line-end-after-byte" | "line" {
  if (fault.atByte !== undefined) return WHOLE_LINES.has(fault.fault) ? "line-end-after-byte" : "byte";
  if (getLineType(fault) !== undefined) return "line";
  return fault.afterLines === undefined || fault.afterLines === 0 ? "start" : "line";
}
