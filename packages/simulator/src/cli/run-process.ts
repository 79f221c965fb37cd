// The executable: connects the program to this process's arguments, streams and signals.

import { fstatSync, statSync } from "node:fs";
import { devNull } from "node:os";
import { createProcessSink } from "../output/process-sink.ts";
import { openLogFile } from "./run-log.ts";
import { createFolderStore, getDefaultStoreFolder } from "./sessions/folder-store.ts";
import { startProgram, type Program } from "./program.ts";
import { createMemoryStore, type SessionStore } from "./sessions/session-store.ts";

export function runProcess(): void {
  const isNull = isNullDevice(0);
  const hasInput = isNull || !process.stdin.isTTY;
  const sink = createProcessSink(process);
  const program: Program = startProgram({
    args: process.argv.slice(2),
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
  // Keeps the process alive while a turn hangs or a fault stalls.
  setImmediate(() => setInterval(() => {}, 2 ** 30));
  if (isNull) program.endInput();
  else if (hasInput) connectInput(process.stdin, program);
}

function connectInput(stdin: NodeJS.ReadStream, program: Program): void {
  stdin.on("data", (bytes: Buffer) => program.input(bytes));
  stdin.on("end", () => program.endInput());
  // The writer has gone in the middle of a line, which counts as the end.
  stdin.on("error", () => program.endInput());
}

/** Programs that pass the prompt as an argument use the null device, and Node's stream for it takes 3 ms to load. */
function isNullDevice(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isCharacterDevice() && found.rdev === statSync(devNull).rdev;
  } catch {
    return false;
  }
}

/** If no folder is writable, everything works except --resume. */
function openDefaultStore(): SessionStore {
  try {
    return createFolderStore(getDefaultStoreFolder());
  } catch {
    return createMemoryStore();
  }
}
