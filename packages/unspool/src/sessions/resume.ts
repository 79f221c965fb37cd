// A session goes on: `claude --resume` in the folder it was started in. At a terminal it is started, elsewhere the command
// line is printed.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { platform } from "node:os";
import type { TranscriptSummary } from "@unspool/client";
import { EXIT, UsageError, type Ending, type Io } from "../cli/io.ts";
import { sanitize } from "../terminal/sanitize.ts";

export async function resumeSession(session: TranscriptSummary, isPrinted: boolean, io: Io): Promise<Ending> {
  const { id, cwd } = session;
  const isAtTerminal = io.stdin.isTTY === true && io.stdout.isTTY === true;
  if (isPrinted || !isAtTerminal) {
    const go = cwd === undefined ? "" : `cd ${quoted(cwd)} && `;
    const line = `${go}claude --resume ${quoted(id)}\n`;
    io.stdout.write(io.stdout.isTTY === true ? sanitize(line) : line);
    return EXIT.ok;
  }
  if (cwd !== undefined && !existsSync(cwd)) {
    throw new UsageError(`The session was started in ${cwd}, which is gone: make that folder again to resume it.`);
  }
  const { locateClaude, inheritedEnvironment } = await import("@unspool/client");
  const { command, args } = locateClaude({ env: io.env });
  // The terminal is the child's until it ends, Ctrl-C included.
  io.takeOver?.(() => undefined);
  const child = spawn(command, [...args, "--resume", id], {
    cwd: cwd ?? io.cwd,
    env: inheritedEnvironment(io.env, platform()),
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(signal === null ? (code ?? EXIT.failed) : { signal }));
  });
}

/** For a POSIX shell. */
function quoted(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
