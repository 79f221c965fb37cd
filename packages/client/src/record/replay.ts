// A transport that replays a recording. It plays the CLI's lines, and waits for the host where the recording has a line of the
// host. Nothing is sent from within `write` or `resume`, so a session is never called back before its own call has returned.

import { MessageChannel } from "node:worker_threads";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import type { Transport, TransportExit, TransportFactory, TransportHandlers } from "../transport/types.ts";
import { createPlayer, type ReplayMismatch } from "./player.ts";
import { readRecording } from "./read-recording.ts";
import { toScripts, type Step } from "./script.ts";
import type { Recording } from "./types.ts";

export interface ReplayOptions {
  /** `none`: as fast as it is read. `original`: as recorded. A number: a multiple of the recorded speed. @default "none" */
  readonly timing?: "none" | "original" | number;
  /** Called when the host sends something else than recorded; the replay then continues. @default it ends with an error */
  readonly onMismatch?: (mismatch: ReplayMismatch) => void;
  readonly clock?: Clock;
}

/** A recording with several runs plays one per start. */
export function replayTransport(
  recording: Recording | string | URL | Uint8Array,
  options: ReplayOptions = {},
): TransportFactory {
  const speed = toSpeed(options.timing ?? "none");
  const isRead = typeof recording === "object" && "runs" in recording;
  const scripts = toScripts(isRead ? recording : readRecording(recording));
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

function toSpeed(timing: "none" | "original" | number): number {
  if (timing === "none") return Number.POSITIVE_INFINITY;
  if (timing === "original") return 1;
  if (typeof timing === "number" && timing > 0) return timing;
  throw new ClaudeError(
    "invalid-option",
    `timing is ${JSON.stringify(timing)}: give "none", "original", or a number above 0 for the speed.`,
  );
}

/** The most bytes to deliver at once. */
const BATCH_CHARACTERS = 64 * 1024;

function startReplay(
  script: readonly Step[],
  handlers: TransportHandlers,
  speed: number,
  { clock = SYSTEM_CLOCK, onMismatch }: ReplayOptions,
  endsWith?: TransportExit,
): Transport {
  const player = createPlayer(script, { speed, now: () => clock.now(), onMismatch });
  // Keeps Node alive, as a timer of the host, which does not, may be all that ends a turn.
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
      // Like real CLIs: 143 for SIGTERM, 0 for SIGINT.
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

interface Hold {
  ref(): void;
  unref(): void;
  /** Releases Node for good. */
  end(): void;
}

/** Keeps Node alive, as a child process does. It uses a port, as tests replace timers. */
function keepAlive(): Hold {
  const { port1: port } = new MessageChannel();
  port.ref();
  return { ref: () => port.ref(), unref: () => port.unref(), end: () => port.close() };
}
