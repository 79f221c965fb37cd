// How long a tool took, for the live view and for exported pages alike.

import type { Event } from "@unspool/protocol";

export interface CallTimes {
  /** By the stream's own times: when the input was whole, and when the result came. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** By the clock of whoever watched. */
  readonly seenFromMs?: number | undefined;
  readonly seenToMs?: number | undefined;
  /** The tool's last report of its own. */
  readonly progressMs?: number | undefined;
  /** Somebody was asked whether it may run. */
  readonly wasAsked?: boolean | undefined;
}

/** Shorter than this is no news. */
const WORTH_TELLING_MS = 95;

/**
 * Undefined if it is not known, or not worth telling. The stream's times come first: a page that is made from the stream
 * later has no others. How long somebody thought about a question says nothing about the tool: then only its own report counts.
 */
export function callDurationMs(times: CallTimes): number | undefined {
  const tookMs =
    times.wasAsked === true
      ? times.progressMs
      : (between(times.startedAt, times.endedAt) ?? between(times.seenFromMs, times.seenToMs) ?? times.progressMs);
  return tookMs === undefined || tookMs < WORTH_TELLING_MS ? undefined : tookMs;
}

function between(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : Math.max(0, to - from);
}

export interface CallClock {
  push(event: Event): void;
  durationMs(toolUseId: string): number | undefined;
}

/** Reads the times of all calls from a stream, for those who tell it afterwards. */
export function createCallClock(): CallClock {
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
    durationMs: (toolUseId) => callDurationMs(calls.get(toolUseId) ?? {}),
  };
}
