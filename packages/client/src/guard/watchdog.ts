// Patience with a CLI that falls silent: five verdicts, each with its own limit. Silence counts only where the CLI owes the
// next word: not while a tool runs or the host is asked, during a retry's delay or a compaction, nor when nobody reads.

import type { Event } from "@unspool/protocol";
import type { Cancel, Clock } from "../clock.ts";
import type { Patience, WatchdogVerdict } from "./types.ts";
import { createWaiting } from "./waiting.ts";

export interface Watchdog {
  /** The program runs, and has been written something that it answers. After `exited`: another one does. */
  started(): void;
  /** A prompt is written: a line is due. Called again if a result came and another prompt still waits in the CLI. */
  promptWritten(): void;
  /** Lines came, understood or not: once per piece of stdout, right before or after the events of it. */
  linesCame(): void;
  observe(event: Event): void;
  /** The host is answering a permission, a hook, a tool or a dialog. */
  requestPending(isPending: boolean): void;
  inputEnded(): void;
  /** We have stopped reading: the silence is ours. */
  paused(isPaused: boolean): void;
  exited(): void;
  close(): void;
}

export interface WatchdogOptions {
  readonly patience: Patience | false;
  readonly clock: Clock;
  /** Once for each silence. */
  readonly onVerdict: (verdict: WatchdogVerdict, silentMs: number) => void;
}

const LIMITS: { readonly [Verdict in WatchdogVerdict]: { readonly name: keyof Patience; readonly defaultMs: number } } =
  {
    "no-first-line": { name: "firstLineMs", defaultMs: 60_000 },
    "silent-stream": { name: "silentMs", defaultMs: 300_000 },
    "silent-after-tool-result": { name: "afterToolResultMs", defaultMs: 300_000 },
    "silent-after-end-of-turn": { name: "afterEndOfTurnMs", defaultMs: 60_000 },
    "no-exit": { name: "exitMs", defaultMs: 10_000 },
  };

/** A timer that is so late tells of our own sleep: the host was busy or suspended, and lines may wait unread. */
const LATE_MS = 1000;

export function createWatchdog({ patience, clock, onVerdict }: WatchdogOptions): Watchdog {
  let waiting = createWaiting();
  let silentSince = 0;
  let hasRequest = false;
  let isUnread = false;
  let isOver = patience === false;
  let hasJudged = false;
  let timer: { readonly due: number; readonly cancel: Cancel } | undefined;

  /** What is waited for now, and until when. */
  const current = (): { readonly verdict: WatchdogVerdict; readonly deadline: number } | undefined => {
    if (isOver || hasJudged || isUnread || hasRequest) return undefined;
    const verdict = waiting.verdict();
    if (verdict === undefined) return undefined;
    const { name, defaultMs } = LIMITS[verdict];
    const limitMs = (patience as Patience)[name] ?? defaultMs;
    if (!(limitMs > 0 && limitMs < Infinity)) return undefined;
    return { verdict, deadline: silentSince + limitMs + waiting.delayMs() };
  };

  const stop = (): void => {
    timer?.cancel();
    timer = undefined;
  };
  /** One timer for all, set anew only where the end comes earlier: a line moves the deadline, not the timer. */
  const arm = (): void => {
    const due = current()?.deadline;
    if (due === undefined || (timer !== undefined && timer.due <= due)) return;
    stop();
    timer = { due, cancel: clock.after(Math.max(0, due - clock.now()), look) };
  };
  const look = (): void => {
    const now = clock.now();
    if (timer !== undefined && now - timer.due > LATE_MS) silentSince = now;
    timer = undefined;
    const expected = current();
    if (expected === undefined) return;
    if (now < expected.deadline) return arm();
    hasJudged = true;
    onVerdict(expected.verdict, now - silentSince);
  };
  const begin = (): void => {
    silentSince = clock.now();
    hasJudged = false;
    arm();
  };
  const end = (): void => {
    isOver = true;
    stop();
  };

  return {
    started() {
      // Again, if another program goes on: it owes nothing of what the first one did.
      if (isOver) waiting = createWaiting();
      isOver = patience === false;
      hasRequest = false;
      waiting.started();
      begin();
    },
    promptWritten() {
      // Words into a turn under way do not make it any less silent.
      if (waiting.promptWritten()) begin();
    },
    linesCame() {
      silentSince = clock.now();
      if (!waiting.lineCame() && !hasJudged) return;
      hasJudged = false;
      arm();
    },
    observe(event) {
      if (waiting.observe(event)) arm();
    },
    requestPending(isPending) {
      if (isPending === hasRequest) return;
      hasRequest = isPending;
      if (!isPending) begin();
    },
    inputEnded() {
      waiting.inputEnded();
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
