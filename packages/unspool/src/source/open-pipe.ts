// A named pipe, or one of the shell's (`<(claude …)`). Linux can wait for it without a thread that nothing wakes up: as a
// file, a pipe without a writer held Node back for ever, even from `process.exit`.

import { constants, createReadStream, openSync } from "node:fs";
import { Socket } from "node:net";
import { platform } from "node:os";

/** A pipe that this process has been given: opened anew it would not tell that its writer has gone. */
const GIVEN = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/;

export async function* openPipe(path: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  if (platform() !== "linux") {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
    return;
  }
  const [, given] = GIVEN.exec(path) ?? [];
  const fd = given === undefined ? openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) : Number(given);
  const socket = new Socket({ fd, readable: true, writable: false });
  const stop = (): void => void socket.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    yield* socket as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    socket.destroy();
  }
}
