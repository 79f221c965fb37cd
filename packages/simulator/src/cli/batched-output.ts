// Output without faults: the lines of one tick leave together, and whoever writes faster than the reader reads waits.

import type { FaultyOutput, OutputSink } from "../faults/sink.ts";

/** Enough to make a write worth its system call. */
const BATCH_LENGTH = 64 * 1024;

export function createBatchedOutput(sink: OutputSink): FaultyOutput {
  let batch = "";
  let isScheduled = false;
  // The first line leaves at once: others wait for it to know that the program is there.
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
