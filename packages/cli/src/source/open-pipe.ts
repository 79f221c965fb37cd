// Opens a named pipe, or one of the shell (`<(claude …)`). On Linux it is opened as a socket: opened as a file, a pipe without
// a writer blocks a thread of Node for ever, even in `process.exit`.

import { constants, createReadStream, openSync } from "node:fs";
import { Socket } from "node:net";
import { platform } from "node:os";

/** An inherited pipe. Opened again it would not report that its writer has gone. */
const INHERITED = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/;

export async function* openPipe(path: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  if (platform() !== "linux") {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
    return;
  }
  const [, inherited] = INHERITED.exec(path) ?? [];
  const fd = inherited === undefined ? openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) : Number(inherited);
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
