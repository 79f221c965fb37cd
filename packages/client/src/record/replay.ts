// A transport whose program is a recording. It plays what the CLI said, and where the recording has something of the host it
// waits until the host has said it too. Nothing is sent from within `write` or `resume`: a session is never called back
// before its own call has returned.

import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { keepAlive } from "../transport/keep-alive.ts";
import type { Transport, TransportExit, TransportFactory, TransportHandlers } from "../transport/types.ts";
import { createPlayer, type ReplayMismatch } from "./player.ts";
import { readRecording } from "./read-recording.ts";
import { scriptsOf, type Step } from "./script.ts";
import type { Recording } from "./types.ts";

export interface ReplayOptions {
  /** `none` as fast as it is read, `original` as it was, or so many times as fast. @default "none" */
  readonly timing?: "none" | "original" | number;
  /** Told when the host says something else than the recording; the replay then goes on. @default it ends with an error */
  readonly onMismatch?: (mismatch: ReplayMismatch) => void;
  readonly clock?: Clock;
}

/** A recording with several runs plays one per start. */
export function replayTransport(
  recording: Recording | string | URL | Uint8Array,
  options: ReplayOptions = {},
): TransportFactory {
  const speed = speedOf(options.timing ?? "none");
  const isRead = typeof recording === "object" && "runs" in recording;
  const scripts = scriptsOf(isRead ? recording : readRecording(recording));
  let starts = 0;
  return (_launch, handlers) => {
    const script = scripts[starts++];
    if (script !== undefined) return startReplay(script, handlers, speed, options);
    const error = new ClaudeError(
      "replay-mismatch",
      `The recording has ${scripts.length === 1 ? "one start" : `${scripts.length} starts`} of the CLI, and this is number ${starts}: record a session that is started as often.`,
    );
    return startReplay([], handlers, speed, options, { code: null, signal: null, error });
  };
}

function speedOf(timing: "none" | "original" | number): number {
  if (timing === "none") return Number.POSITIVE_INFINITY;
  if (timing === "original") return 1;
  if (typeof timing === "number" && timing > 0) return timing;
  throw new ClaudeError(
    "invalid-option",
    `timing is ${JSON.stringify(timing)}: give "none", "original", or a number above 0 for the speed.`,
  );
}

/** So much is handed over at once. */
const BATCH_CHARACTERS = 64 * 1024;

function startReplay(
  script: readonly Step[],
  handlers: TransportHandlers,
  speed: number,
  { clock = SYSTEM_CLOCK, onMismatch }: ReplayOptions,
  endsWith?: TransportExit,
): Transport {
  const player = createPlayer(script, { speed, now: () => clock.now(), onMismatch });
  // A limit of the host's may be all that ends a turn, and its timers do not keep Node alive.
  const hold = keepAlive();
  let isPaused = false;
  let isReferenced = true;
  let hasEnded = false;
  let isScheduled = false;
  let cancelTimer: (() => void) | undefined;
  let killedWith: TransportExit | undefined = endsWith;

  function schedule(): void {
    if (isScheduled || hasEnded) return;
    isScheduled = true;
    cancelTimer?.();
    cancelTimer = undefined;
    const immediate = setImmediate(play);
    if (!isReferenced) immediate.unref();
  }

  function end(exit: TransportExit): void {
    hasEnded = true;
    hold.end();
    handlers.onExit(exit);
  }

  function play(): void {
    isScheduled = false;
    if (hasEnded) return;
    if (killedWith !== undefined) return end(killedWith);
    if (isPaused) return;
    let batch = "";
    for (;;) {
      const next = player.next();
      if (next.type === "out") batch += next.text;
      const isFull = batch.length >= BATCH_CHARACTERS;
      if (batch !== "" && (next.type !== "out" || isFull)) {
        handlers.onData(new TextEncoder().encode(batch));
        batch = "";
      }
      if (next.type === "err") handlers.onStderr(new TextEncoder().encode(next.text));
      else if (next.type === "exit") return end(next.exit);
      else if (next.type === "later") {
        cancelTimer = clock.after(next.afterMs, schedule, { keepsAlive: isReferenced });
        return;
      } else if (next.type === "blocked") return;
      if (isFull || isPaused) return schedule();
    }
  }

  schedule();
  return {
    pid: undefined,
    write(lines) {
      if (hasEnded) return;
      for (const line of lines.split("\n")) if (line.trim() !== "") player.say(line);
      schedule();
    },
    endInput() {
      player.endInput();
      schedule();
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      schedule();
    },
    kill(signal) {
      if (hasEnded) return false;
      // As real CLIs end: 143 for SIGTERM, 0 for SIGINT.
      killedWith ??=
        signal === "SIGKILL" ? { code: null, signal } : { code: signal === "SIGTERM" ? 143 : 0, signal: null };
      schedule();
      return true;
    },
    unref() {
      isReferenced = false;
      hold.unref();
    },
    ref() {
      isReferenced = true;
      hold.ref();
    },
  };
}
