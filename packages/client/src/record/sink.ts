// Writes a recording to a file, which is only appended to once it is open, or to a stream of the caller. A write error is kept
// in `problem` and never thrown; from then on everything is dropped.

import { closeSync, createWriteStream, fstatSync, openSync, readSync } from "node:fs";
import type { Writable } from "node:stream";
import { getErrorMessage } from "@unspool/protocol/kit";
import type { Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import type { RecordTarget } from "./types.ts";

export interface Sink {
  write(text: string): void;
  readonly isBusy: boolean;
  /** Number of bytes that are not written yet. */
  readonly waitingBytes: number;
  drained(): Promise<void>;
  close(): Promise<void>;
  readonly problem: Error | undefined;
}

/** How long closing may take before it gives up. */
const CLOSE_MS = 5000;
/** Only a stream that accepts nothing reaches this: the session stops reading much earlier, except for stderr and answers. */
const MAX_WAITING_BYTES = 64 << 20;

export function createSink(target: RecordTarget, clock: Clock): Sink {
  let problem: Error | undefined;
  let isBusy = false;
  let isClosed = false;
  let closing: Promise<void> | undefined;
  let waiters: (() => void)[] = [];
  let stream: Writable | undefined;
  const { writable, file, overwrite = false } = openTarget(target);
  const name = file ?? "the recording's stream";

  function wake(): void {
    isBusy = false;
    const woken = waiters;
    waiters = [];
    for (const waiter of woken) waiter();
  }
  function fail(cause: unknown): void {
    const reason = getErrorMessage(cause);
    problem ??= new ClaudeError(
      "file-failed",
      `${name} could not be written: ${reason}. The session goes on, and nothing more is recorded.`,
      file === undefined ? {} : { file },
      { cause },
    );
    wake();
  }
  const onClose = (): void => {
    if (!isClosed) fail(new Error("it was closed"));
  };

  try {
    stream = writable ?? openFile(file ?? "", overwrite);
    // The stream may fail at any time, even without a write.
    stream.on("error", fail);
    stream.on("drain", wake);
    stream.on("close", onClose);
  } catch (cause) {
    fail(cause);
  }

  return {
    write(text) {
      if (problem !== undefined || stream === undefined || isClosed) return;
      try {
        if (!stream.write(text)) isBusy = true;
        if (stream.writableLength > MAX_WAITING_BYTES) {
          fail(new Error(`more than ${MAX_WAITING_BYTES >> 20} MB wait to be written`));
        }
      } catch (cause) {
        fail(cause);
      }
    },
    get isBusy() {
      return isBusy;
    },
    get waitingBytes() {
      return problem === undefined ? (stream?.writableLength ?? 0) : 0;
    },
    drained() {
      return isBusy ? new Promise((resolve) => waiters.push(resolve)) : Promise.resolve();
    },
    close() {
      closing ??= close();
      return closing;
    },
    get problem() {
      return problem;
    },
  };

  async function close(): Promise<void> {
    isClosed = true;
    if (problem === undefined && stream !== undefined) await finish(stream, writable === undefined, clock, fail);
    wake();
    stream?.off("drain", wake);
    stream?.off("close", onClose);
    // The caller's stream stays open. If it has failed or hangs, it may emit more errors, so the listener stays.
    if (writable !== undefined && problem === undefined) stream?.off("error", fail);
  }
}

function openTarget(target: RecordTarget): {
  readonly writable?: Writable | undefined;
  readonly file?: string | undefined;
  readonly overwrite?: boolean | undefined;
} {
  if (typeof target === "string") return { file: target };
  if ("write" in target) return { writable: target };
  if (target.file === undefined && target.writable === undefined) {
    throw new ClaudeError("invalid-option", "record has neither a file nor a writable: give one of them.");
  }
  if (target.file === undefined && target.overwrite === true) {
    throw new ClaudeError(
      "invalid-option",
      "record.overwrite is about a file, and there is only a writable: drop one.",
    );
  }
  return target;
}

/** Only the owner can read the file, as it is a conversation. A line that a crash has cut is ended first. */
function openFile(file: string, overwrite: boolean): Writable {
  const fd = openSync(file, overwrite ? "w+" : "a+", 0o600);
  try {
    const { size } = fstatSync(fd);
    const last = Buffer.alloc(1);
    const isCut = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
    const stream = createWriteStream(file, { fd });
    if (isCut) stream.write("\n");
    return stream;
  } catch (cause) {
    closeSync(fd);
    throw cause;
  }
}

/** Waits until everything is written, the stream has failed, or the timeout. */
async function finish(stream: Writable, isOurs: boolean, clock: Clock, fail: (cause: unknown) => void): Promise<void> {
  let cancel: (() => void) | undefined;
  const late = new Promise<void>((resolve) => {
    const giveUp = (): void => {
      fail(new Error(`it took longer than ${CLOSE_MS} ms`));
      resolve();
    };
    // Keeps Node alive for the caller that awaits the end.
    cancel = clock.after(CLOSE_MS, giveUp, { keepsAlive: true });
  });
  const written = new Promise<void>((resolve) => {
    const settle = (cause?: Error | null): void => {
      if (cause instanceof Error) fail(cause);
      stream.off("error", settle);
      stream.off("close", settle);
      resolve();
    };
    stream.on("error", settle);
    stream.on("close", settle);
    if (isOurs) stream.end(() => undefined);
    else stream.write("", settle);
  });
  await Promise.race([written, late]);
  cancel?.();
}
