// Pauses reading from the CLI while a reader or the recorder is too far behind. While a control request is pending, reading
// goes on for a while: its answer may stand behind the unread output, and the slow reader may be the one who waits for it.
// Past a limit the request is given up, so that no caller waits for ever.

import { ClaudeError } from "../errors.ts";
import type { Watchdog } from "../limits/watchdog.ts";
import type { Recorder } from "../record/types.ts";
import type { Connection } from "./connection.ts";
import type { SessionLifecycle } from "./lifecycle.ts";

/** Bytes of unread output while a request is pending. They take about 200 MB of memory as events. */
const MAX_BEHIND_WHILE_ASKING_BYTES = 32 * 1024 * 1024;

export interface FlowControl {
  /** Controls this connection from now on. */
  connect(connection: Connection, recorder: Recorder | undefined): void;
  /** A chunk was read, or a reader has caught up. */
  update(): void;
}

export interface FlowControlOptions {
  readonly readers: readonly { readonly isBehind: boolean; readonly lag: number }[];
  readonly lifecycle: Pick<SessionLifecycle, "phase" | "isOver">;
  readonly watchdog: Pick<Watchdog, "paused">;
}

export function createFlowControl({ readers, lifecycle, watchdog }: FlowControlOptions): FlowControl {
  let connection: Connection | undefined;
  let recorder: Recorder | undefined;

  const isTooFarBehind = (): boolean =>
    readers.some(({ lag }) => lag > MAX_BEHIND_WHILE_ASKING_BYTES) ||
    (recorder?.waitingBytes ?? 0) > MAX_BEHIND_WHILE_ASKING_BYTES;

  const update = (): void => {
    if (connection === undefined || connection.exit !== undefined) return;
    const isRecorderBusy = recorder?.isBusy === true;
    if (isRecorderBusy && !connection.isPaused) void recorder?.drained().then(update);
    const isBehind = isRecorderBusy || readers.some((reader) => reader.isBehind);
    if (isBehind && (connection.isAsking || lifecycle.isOver) && isTooFarBehind()) {
      connection.giveUpRequests(createReaderBehindError);
      // A closing session is read without a pause, so that the CLI can end. One that floods then is killed.
      if (lifecycle.isOver) connection.transport.kill("SIGKILL");
    }
    connection.isPaused = isBehind && !connection.isAsking && lifecycle.phase === "open";
    watchdog.paused(connection.isPaused);
  };

  return {
    connect(next, nextRecorder) {
      connection = next;
      recorder = nextRecorder;
    },
    update,
  };
}

function createReaderBehindError(subtype: string): ClaudeError {
  const message = `The answer to ${subtype} was not found within ${MAX_BEHIND_WHILE_ASKING_BYTES >> 20} MB of unread output: a reader of the session's events is too far behind. Read them faster, or ask when they are read.`;
  return new ClaudeError("reader-behind", message, { subtype });
}
