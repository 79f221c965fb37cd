// Detects a CLI that has stalled: five reasons, each with its own timeout. Silence counts only when the CLI must write next:
// not while a tool or a callback runs, during a retry's delay or a compaction, or while reading is paused.

import type { Event } from "@unspool/protocol";
import type { Cancel, Clock } from "../clock.ts";
import type { Timeouts, StallReason } from "./types.ts";
import { createStallDetector } from "./stall-detector.ts";

export interface Watchdog {
  /** The process runs and has a request to answer. Called again after `exited` for another process. */
  started(): void;
  /** A prompt was written, so a line is due. */
  promptWritten(): void;
  /** Lines came, parsed or not. Called once per chunk of stdout, right before or after its events. */
  linesCame(): void;
  observe(event: Event): void;
  /** A callback of the host for a permission, a hook, a tool or a dialog runs, or does not any more. */
  requestPending(isPending: boolean): void;
  inputEnded(): void;
  /** Reading was paused or resumed. */
  paused(isPaused: boolean): void;
  exited(): void;
  close(): void;
}

export interface WatchdogOptions {
  readonly timeouts: Timeouts | false;
  readonly clock: Clock;
  /** Called once for each silence. */
  readonly onStall: (stallReason: StallReason, silentMs: number) => void;
}

const LIMITS: { readonly [Reason in StallReason]: { readonly name: keyof Timeouts; readonly defaultMs: number } } = {
  "no-first-line": { name: "firstLineMs", defaultMs: 60_000 },
  "silent-stream": { name: "silentMs", defaultMs: 300_000 },
  "silent-after-tool-result": { name: "afterToolResultMs", defaultMs: 300_000 },
  "silent-after-end-of-turn": { name: "afterEndOfTurnMs", defaultMs: 60_000 },
  "no-exit": { name: "exitMs", defaultMs: 10_000 },
};

/** A timer that fires later than this means that the host was busy or suspended, and that lines may wait unread. */
const LATE_MS = 1000;

export function createWatchdog({ timeouts, clock, onStall }: WatchdogOptions): Watchdog {
  let detector = createStallDetector();
  let silentSince = 0;
  let hasRequest = false;
  let isUnread = false;
  let isOver = timeouts === false;
  let hasStalled = false;
  let timer: { readonly due: number; readonly cancel: Cancel } | undefined;

  /** Returns what is awaited now, and until when. */
  const findPendingStall = (): { readonly stallReason: StallReason; readonly deadline: number } | undefined => {
    if (isOver || hasStalled || isUnread || hasRequest) return undefined;
    const stallReason = detector.stallReason();
    if (stallReason === undefined) return undefined;
    const { name, defaultMs } = LIMITS[stallReason];
    const limitMs = (timeouts as Timeouts)[name] ?? defaultMs;
    if (!(limitMs > 0 && limitMs < Infinity)) return undefined;
    return { stallReason, deadline: silentSince + limitMs + detector.delayMs() };
  };

  const stop = (): void => {
    timer?.cancel();
    timer = undefined;
  };
  /** Sets the one timer, only if the deadline comes earlier: a line moves the deadline, not the timer. */
  const arm = (): void => {
    const due = findPendingStall()?.deadline;
    if (due === undefined || (timer !== undefined && timer.due <= due)) return;
    stop();
    timer = { due, cancel: clock.after(Math.max(0, due - clock.now()), look) };
  };
  const look = (): void => {
    const now = clock.now();
    if (timer !== undefined && now - timer.due > LATE_MS) silentSince = now;
    timer = undefined;
    const expected = findPendingStall();
    if (expected === undefined) return;
    if (now < expected.deadline) return arm();
    hasStalled = true;
    onStall(expected.stallReason, now - silentSince);
  };
  const begin = (): void => {
    silentSince = clock.now();
    hasStalled = false;
    arm();
  };
  const end = (): void => {
    isOver = true;
    stop();
  };

  return {
    started() {
      // A new process does not have to finish what the former one began.
      if (isOver) detector = createStallDetector();
      isOver = timeouts === false;
      hasRequest = false;
      detector.started();
      begin();
    },
    promptWritten() {
      // A prompt into a turn under way does not end its silence.
      if (detector.promptWritten()) begin();
    },
    linesCame() {
      silentSince = clock.now();
      if (!detector.lineCame() && !hasStalled) return;
      hasStalled = false;
      arm();
    },
    observe(event) {
      if (detector.observe(event)) arm();
    },
    requestPending(isPending) {
      if (isPending === hasRequest) return;
      hasRequest = isPending;
      if (!isPending) begin();
    },
    inputEnded() {
      detector.inputEnded();
      begin();
    },
    paused(isPaused) {
      if (isPaused === isUnread) return;
      isUnread = isPaused;
      if (!isPaused) begin();
    },
    exited: end,
    close: end,
  };
}
