// The sink of a real process. Node's streams take 4 to 5 ms to load, so they are opened when needed, and the first line is
// written without them.

import { closeSync, writeSync } from "node:fs";
import type { OutputSink, SinkExit } from "./sink.ts";
import { sleep } from "../sleep.ts";

export function createProcessSink(process: NodeJS.Process): OutputSink {
  // Exits when the reader closes the pipe.
  const output = createLazyStream(
    () => process.stdout,
    () => process.exit(1),
  );
  const errors = createLazyStream(
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
    writeStderr: (bytes) => void errors.open().write(bytes),
    exit(how) {
      if (how.undrained === true) leave(process, how);
      else output.drain(() => errors.drain(() => leave(process, how)));
    },
    sleep: (ms) => (ms === 0 ? sleep(0) : sleepUntilInterrupted(process, ms)),
    closeInput() {
      // libuv leaves the descriptors 0 to 2 open when their streams are destroyed.
      process.stdin.once("close", () => closeDescriptor(0));
      process.stdin.destroy();
      process.stdin.emit("end");
    },
    async keepOpen(ms) {
      // Loaded on demand: node:child_process is large.
      const { startGrandchild } = await import("./grandchild.ts");
      startGrandchild(process.execPath, ms);
    },
  };
}

/** Sleeps, but no longer than until SIGINT, so that a test sees how the CLI reacts. */
async function sleepUntilInterrupted(process: NodeJS.Process, ms: number): Promise<void> {
  const interrupted = new AbortController();
  const wake = (): void => interrupted.abort();
  process.once("SIGINT", wake);
  await sleep(ms, interrupted.signal);
  process.removeListener("SIGINT", wake);
}

interface LazyStream {
  open(): NodeJS.WriteStream;
  /** Calls `action` when everything is written. */
  drain(action: () => void): void;
}

function createLazyStream(find: () => NodeJS.WriteStream, onError: () => void): LazyStream {
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

/** An empty pipe takes this much on every system without blocking. */
const MAX_AT_ONCE = 8 * 1024;

/** Returns the number of written bytes. Errors are ignored, since the stream meets them again. */
function writeAtOnce(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes);
  } catch {
    return 0;
  }
}

function leave(process: NodeJS.Process, { code, signal }: SinkExit): void {
  if (signal === undefined) process.exit(code ?? 0);
  // Without listeners the signal has its default action.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function closeDescriptor(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // Already closed.
  }
}
