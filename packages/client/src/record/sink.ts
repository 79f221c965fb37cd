// Where a recording goes: a file that is only ever appended to, once it is open, or a stream of the caller's. What cannot be written is told
// in `problem` and never thrown; from then on everything is dropped.

import { closeSync, createWriteStream, fstatSync, openSync, readSync } from "node:fs";
import type { Writable } from "node:stream";
import type { Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import type { RecordTarget } from "./types.ts";
import { messageOf } from "../message-of.ts";

export interface Sink {
  write(text: string): void;
  readonly isBusy: boolean;
  /** What was handed over and is not written yet. */
  readonly waitingBytes: number;
  drained(): Promise<void>;
  close(): Promise<void>;
  readonly problem: Error | undefined;
}

/** A disk that takes longer than this at the end is given up. */
const CLOSE_MS = 5000;
/** Reading pauses long before, but for stderr and for the answer to a request: only a stream that takes nothing gets here. */
const MAX_WAITING_BYTES = 64 << 20;

export function createSink(target: RecordTarget, clock: Clock): Sink {
  let problem: Error | undefined;
  let isBusy = false;
  let isClosed = false;
  let closing: Promise<void> | undefined;
  let waiters: (() => void)[] = [];
  let stream: Writable | undefined;
  const { writable, file, overwrite = false } = placeOf(target);
  const name = file ?? "the recording's stream";

  function wake(): void {
    isBusy = false;
    const woken = waiters;
    waiters = [];
    for (const waiter of woken) waiter();
  }
  function fail(cause: unknown): void {
    const reason = messageOf(cause);
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
    // Errors of the stream come at any time, also when nobody writes.
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
    // The caller's stream lives on without us. One that has failed or hangs may have more to tell, and is still heard.
    if (writable !== undefined && problem === undefined) stream?.off("error", fail);
  }
}

function placeOf(target: RecordTarget): {
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

/** Only its owner reads it: it is a conversation. A line that a crash has cut is closed before anything follows it. */
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

/** Until all of it is written, or the stream has failed, or patience ends. */
async function finish(stream: Writable, isOurs: boolean, clock: Clock, fail: (cause: unknown) => void): Promise<void> {
  let cancel: (() => void) | undefined;
  const late = new Promise<void>((resolve) => {
    const giveUp = (): void => {
      fail(new Error(`it took longer than ${CLOSE_MS} ms`));
      resolve();
    };
    // Who awaits the end is told of it, though nothing else may keep Node alive.
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
