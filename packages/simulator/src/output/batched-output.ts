// Output without faults. The lines of one tick are written together, with backpressure.

import type { FaultyOutput, OutputSink } from "./sink.ts";

/** Large enough to make up for the cost of a system call. */
const BATCH_LENGTH = 64 * 1024;

export function createBatchedOutput(sink: OutputSink): FaultyOutput {
  let batch = "";
  let isScheduled = false;
  // The first line is written at once: callers wait for it to know that the program runs.
  let isFirst = true;
  let room: Promise<void> | void;

  const flush = (): void => {
    if (batch === "") return;
    const bytes = Buffer.from(batch);
    batch = "";
    room = sink.write(bytes);
  };
  const onTick = (): void => {
    isScheduled = false;
    flush();
  };

  return {
    write(line) {
      batch += line;
      if (batch.length >= BATCH_LENGTH || isFirst) {
        isFirst = false;
        flush();
        return room;
      }
      if (!isScheduled) {
        isScheduled = true;
        setImmediate(onTick);
      }
    },
    ignoresSigterm: false,
    neverExits: false,
    async end() {
      flush();
      await room;
    },
  };
}
