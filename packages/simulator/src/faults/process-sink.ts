// The sink of a real process: its stdout, its exit, its stdin, and a grandchild. Node's streams take
// 4 to 5 ms to load, so they are opened when they are needed, and the first line does not need them.

import { closeSync, writeSync } from "node:fs";
import type { OutputSink, SinkExit } from "./sink.ts";
import { sleep } from "./sleep.ts";

export function createProcessSink(process: NodeJS.Process): OutputSink {
  // Nobody reads any more: there is nobody left to misbehave for.
  const output = createLateStream(
    () => process.stdout,
    () => process.exit(1),
  );
  const complaints = createLateStream(
    () => process.stderr,
    () => {},
  );
  let isFirst = true;
  let drained: Promise<void> | undefined;

  return {
    write(bytes) {
      const written = isFirst && bytes.length <= MAX_AT_ONCE ? writeAtOnce(bytes) : 0;
      isFirst = false;
      if (written === bytes.length) return;
      const stdout = output.open();
      if (stdout.write(bytes.subarray(written))) return;
      drained ??= new Promise((resolve) => {
        stdout.once("drain", () => {
          drained = undefined;
          resolve();
        });
      });
      return drained;
    },
    complain: (bytes) => void complaints.open().write(bytes),
    exit(how) {
      if (how.undrained === true) leave(process, how);
      else output.drain(() => complaints.drain(() => leave(process, how)));
    },
    sleep: (ms) => (ms === 0 ? sleep(0) : sleepUntilInterrupted(process, ms)),
    closeInput() {
      // libuv leaves the descriptors 0 to 2 open when their streams are destroyed.
      process.stdin.once("close", () => closeDescriptor(0));
      process.stdin.destroy();
      process.stdin.emit("end");
    },
    async keepOpen(ms) {
      // Loaded by those who need it: starting children is a large part of Node.
      const { startGrandchild } = await import("./grandchild.ts");
      startGrandchild(process.execPath, ms);
    },
  };
}

/** A stall ends with SIGINT, so that what the CLI does then is seen. */
async function sleepUntilInterrupted(process: NodeJS.Process, ms: number): Promise<void> {
  const interrupted = new AbortController();
  const wake = (): void => interrupted.abort();
  process.once("SIGINT", wake);
  await sleep(ms, interrupted.signal);
  process.removeListener("SIGINT", wake);
}

interface LateStream {
  open(): NodeJS.WriteStream;
  /** Acts when everything has left. */
  drain(action: () => void): void;
}

function createLateStream(find: () => NodeJS.WriteStream, onError: () => void): LateStream {
  let stream: NodeJS.WriteStream | undefined;
  return {
    open() {
      stream ??= find().on("error", onError);
      return stream;
    },
    drain(action) {
      if (stream === undefined) action();
      else stream.write("", action);
    },
  };
}

/** A pipe that nobody has written to yet takes so much on every system, and the write does not wait. */
const MAX_AT_ONCE = 8 * 1024;

/** How much has left. What has gone wrong (a full pipe that does not wait, nobody who reads) the stream will find, too. */
function writeAtOnce(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes);
  } catch {
    return 0;
  }
}

function leave(process: NodeJS.Process, { code, signal }: SinkExit): void {
  if (signal === undefined) process.exit(code ?? 0);
  // Without listeners the signal does what the system does with it.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function closeDescriptor(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // It was closed already.
  }
}
