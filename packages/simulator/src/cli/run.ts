// The executable: this process's arguments, streams and signals, given to the program.

import { fstatSync, statSync } from "node:fs";
import { devNull } from "node:os";
import { createProcessSink } from "../faults/process-sink.ts";
import { openLogFile } from "../testing/log.ts";
import { createFolderStore, defaultStoreFolder } from "./folder-store.ts";
import { startProgram, type Program } from "./program.ts";
import { createMemoryStore, type SessionStore } from "./store.ts";

export function runProcess(): void {
  const isNothing = isNullDevice(0);
  const hasInput = isNothing || !process.stdin.isTTY;
  const sink = createProcessSink(process);
  const program: Program = startProgram({
    words: process.argv.slice(2),
    environment: process.env,
    cwd: process.cwd(),
    userId: process.getuid?.(),
    sink,
    hasInput,
    log: openLogFile(process),
    openStore: (folder) => (folder === undefined ? openDefaultStore() : createFolderStore(folder)),
  });
  process.on("SIGINT", () => program.signal("SIGINT"));
  process.on("SIGTERM", () => program.signal("SIGTERM"));
  // A turn that hangs, or a fault that stalls, must not end the process for want of anything to do.
  setImmediate(() => setInterval(() => {}, 2 ** 30));
  if (isNothing) program.endInput();
  else if (hasInput) connectInput(process.stdin, program);
}

function connectInput(stdin: NodeJS.ReadStream, program: Program): void {
  stdin.on("data", (bytes: Buffer) => program.input(bytes));
  stdin.on("end", () => program.endInput());
  // The other side has gone in the middle of a line: as good as an end.
  stdin.on("error", () => program.endInput());
}

/** Programs that give the prompt as an argument start it so, and Node's stream for it takes 3 ms. */
function isNullDevice(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isCharacterDevice() && found.rdev === statSync(devNull).rdev;
  } catch {
    return false;
  }
}

/** Where no folder can be written, everything works but --resume. */
function openDefaultStore(): SessionStore {
  try {
    return createFolderStore(defaultStoreFolder());
  } catch {
    return createMemoryStore();
  }
}
