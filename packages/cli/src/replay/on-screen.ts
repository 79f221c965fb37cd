// Plays a recording in the live view with its recorded times, including the prompts and answers of the host.

import type { RecordedLine } from "@unspool/client";
import { createDecoder, type Event } from "@unspool/protocol";
import type { Io } from "../cli/io.ts";
import { sleep, SYSTEM_CLOCK } from "../terminal/clock.ts";
import type { ViewFlagValues } from "../view/flags.ts";
import { createLiveRenderer, type LiveRenderer } from "../view/live-renderer.ts";
import { describeHostLine } from "./describe-host-line.ts";
import { openRecording } from "./open-recording.ts";
import { createPace } from "./pace.ts";

export interface ReplayOnScreenOptions extends ViewFlagValues {
  /** 0 plays without waiting. */
  readonly speed: number;
}

/** @throws {UsageError} if the file cannot be read @throws {ClaudeError} `replay-mismatch` if it is not a recording */
export async function replayOnScreen(
  file: string,
  io: Io,
  { speed, ...choices }: ReplayOnScreenOptions,
): Promise<void> {
  const { runs } = await openRecording(file, io);
  for (const { lines, args = [] } of runs) {
    if (io.signal.aborted) return;
    const hasTimes = lines.some(({ timeMs }) => timeMs !== undefined);
    let recordedMs = 0;
    const renderer = createLiveRenderer(io, {
      ...choices,
      isRunning: speed > 0,
      // The clock of the recording: a tool that took a minute shows a minute at any speed.
      now: hasTimes ? () => recordedMs : undefined,
      hint: () => "replay, Ctrl-C ends",
    });
    // With this flag the CLI repeats the prompts.
    const showsPrompts = !args.includes("--replay-user-messages");
    const player = createPlayer(renderer, io, hasTimes ? 0 : speed, showsPrompts);
    for (const line of lines) {
      const dueMs = line.timeMs ?? recordedMs;
      if (speed > 0 && dueMs > recordedMs) await wait(dueMs - recordedMs);
      recordedMs = Math.max(recordedMs, dueMs);
      if (io.signal.aborted) break;
      await player.play(line);
    }
    player.end();
    renderer.end();
    await renderer.drained();

    /** Waits in small steps, so that counters on the screen keep running. */
    async function wait(ms: number): Promise<void> {
      const startMs = recordedMs;
      const endMs = recordedMs + ms;
      const begunAt = SYSTEM_CLOCK.now();
      while (recordedMs < endMs && !io.signal.aborted) {
        await sleep(SYSTEM_CLOCK, Math.min(50, (endMs - recordedMs) / speed), io.signal);
        recordedMs = Math.min(endMs, startMs + (SYSTEM_CLOCK.now() - begunAt) * speed);
      }
    }
  }
}

interface Player {
  play(line: RecordedLine): Promise<void>;
  end(): void;
}

/** @param pacedSpeed the speed of a recording without times; 0 if its lines have times */
function createPlayer(renderer: LiveRenderer, io: Io, pacedSpeed: number, showsPrompts: boolean): Player {
  const pace = createPace();
  let events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  const showEvents = async (): Promise<void> => {
    const taken = events;
    events = [];
    for (const event of taken) {
      renderer.push(event);
      if (pacedSpeed > 0) await sleep(SYSTEM_CLOCK, pace(event) / pacedSpeed, io.signal);
      if (io.signal.aborted) return;
    }
  };
  return {
    async play(line) {
      if (line.kind === "out") decoder.push(line.isCut === true ? line.text : `${line.text}\n`);
      else if (line.kind === "in") {
        const described = describeHostLine(line.text);
        if (described?.prompt !== undefined && showsPrompts) renderer.prompt(described.prompt);
        else if (described?.note !== undefined) renderer.note(described.note);
      } else if (line.kind === "err") renderer.note(`stderr: ${line.text}`);
      await showEvents();
      await renderer.drained();
    },
    end() {
      decoder.end();
      for (const event of events) renderer.push(event);
    },
  };
}
