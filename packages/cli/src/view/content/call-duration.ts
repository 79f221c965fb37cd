// Computes how long a tool call took, for the live view and for exported pages.

import type { Event } from "@unspool/protocol";

export interface CallTimes {
  /** Times in the stream: when the input was complete, and when the result came. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** Times by the clock of the viewer. */
  readonly seenFromMs?: number | undefined;
  readonly seenToMs?: number | undefined;
  /** The duration in the tool's last progress report. */
  readonly progressMs?: number | undefined;
  /** Whether a person was asked for permission. */
  readonly wasAsked?: boolean | undefined;
}

/** Shorter durations are not shown. */
const MIN_SHOWN_MS = 95;

/**
 * Returns `undefined` if the duration is unknown or too short to show. The stream's times come first, because a page made from
 * the stream has no others. After a permission prompt only the tool's own report counts: the rest is the person's thinking time.
 */
export function computeCallDurationMs(times: CallTimes): number | undefined {
  const tookMs =
    times.wasAsked === true
      ? times.progressMs
      : (computeDifference(times.startedAt, times.endedAt) ??
        computeDifference(times.seenFromMs, times.seenToMs) ??
        times.progressMs);
  return tookMs === undefined || tookMs < MIN_SHOWN_MS ? undefined : tookMs;
}

function computeDifference(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : Math.max(0, to - from);
}

export interface CallTimer {
  push(event: Event): void;
  durationMs(toolUseId: string): number | undefined;
}

/** Collects the times of all calls while a stream is read, for output that is written afterwards. */
export function createCallTimer(): CallTimer {
  const calls = new Map<string, CallTimes>();
  const note = (id: string, times: CallTimes): void => void calls.set(id, { ...calls.get(id), ...times });
  return {
    push(event) {
      if (event.type === "tool-call-end") note(event.toolUseId, { startedAt: event.at });
      else if (event.type === "tool-result") note(event.toolUseId, { endedAt: event.at });
      else if (event.type === "permission-request" && event.toolUseId !== undefined)
        note(event.toolUseId, { wasAsked: true });
      else if (event.type === "tool-progress" && event.elapsedSeconds !== undefined)
        note(event.toolUseId, { progressMs: event.elapsedSeconds * 1000 });
    },
    durationMs: (toolUseId) => computeCallDurationMs(calls.get(toolUseId) ?? {}),
  };
}
