// A recording in the live view, with the times it was recorded with. What the host said is shown too: prompts, and answers
// to questions.

import type { RecordedLine } from "@unspool/client";
import { createDecoder, type Event } from "@unspool/protocol";
import type { Io } from "../cli/io.ts";
import { sleep, SYSTEM_CLOCK } from "../terminal/clock.ts";
import type { ViewChoices } from "../view/flags.ts";
import { createShow, type Show } from "../view/show.ts";
import { hostWords } from "./host-words.ts";
import { openRecording } from "./open-recording.ts";
import { createPace } from "./pace.ts";

export interface ReplayOnScreenOptions extends ViewChoices {
  /** 0: at once. */
  readonly speed: number;
}

/** @throws {UsageError} if there is no such file @throws {ClaudeError} `replay-mismatch` if it is no recording */
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
    const show = createShow(io, {
      ...choices,
      isUnderWay: speed > 0,
      // Of the recording, not of this machine: a tool that took a minute took a minute at any speed.
      now: hasTimes ? () => recordedMs : undefined,
      hint: () => "replay, Ctrl-C ends",
    });
    // With this flag the CLI repeats what it was told.
    const showsPrompts = !args.includes("--replay-user-messages");
    const step = createStep(show, io, hasTimes ? 0 : speed, showsPrompts);
    for (const line of lines) {
      const dueMs = line.timeMs ?? recordedMs;
      if (speed > 0 && dueMs > recordedMs) await pass(dueMs - recordedMs);
      recordedMs = Math.max(recordedMs, dueMs);
      if (io.signal.aborted) break;
      await step.play(line);
    }
    step.end();
    show.end();
    await show.drained();

    /** In small steps, so that what counts seconds on the screen goes on. */
    async function pass(ms: number): Promise<void> {
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

interface Step {
  play(line: RecordedLine): Promise<void>;
  end(): void;
}

/** @param pacedSpeed 0: the lines have times of their own */
function createStep(show: Show, io: Io, pacedSpeed: number, showsPrompts: boolean): Step {
  const pace = createPace();
  let events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  const showEvents = async (): Promise<void> => {
    const taken = events;
    events = [];
    for (const event of taken) {
      show.push(event);
      if (pacedSpeed > 0) await sleep(SYSTEM_CLOCK, pace(event) / pacedSpeed, io.signal);
      if (io.signal.aborted) return;
    }
  };
  return {
    async play(line) {
      if (line.kind === "out") decoder.push(line.isCut === true ? line.text : `${line.text}\n`);
      else if (line.kind === "in") {
        const said = hostWords(line.text);
        if (said?.prompt !== undefined && showsPrompts) show.prompt(said.prompt);
        else if (said?.note !== undefined) show.note(said.note);
      } else if (line.kind === "err") show.note(`stderr: ${line.text}`);
      await showEvents();
      await show.drained();
    },
    end() {
      decoder.end();
      for (const event of events) show.push(event);
    },
  };
}
