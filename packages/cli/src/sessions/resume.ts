// Resumes a session: runs `claude --resume` in the session's folder at a terminal, and prints the command line elsewhere.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { platform } from "node:os";
import type { TranscriptSummary } from "@unspool/client";
import { EXIT, UsageError, type ExitStatus, type Io } from "../cli/io.ts";
import { sanitize } from "../terminal/sanitize.ts";

export async function resumeSession(session: TranscriptSummary, printsOnly: boolean, io: Io): Promise<ExitStatus> {
  const { id, cwd } = session;
  const isAtTerminal = io.stdin.isTTY === true && io.stdout.isTTY === true;
  if (printsOnly || !isAtTerminal) {
    const changeFolder = cwd === undefined ? "" : `cd ${quote(cwd)} && `;
    const line = `${changeFolder}claude --resume ${quote(id)}\n`;
    io.stdout.write(io.stdout.isTTY === true ? sanitize(line) : line);
    return EXIT.ok;
  }
  if (cwd !== undefined && !existsSync(cwd)) {
    throw new UsageError(`The session was started in ${cwd}, which no longer exists: create that folder to resume it.`);
  }
  const { locateClaude, inheritedEnvironment } = await import("@unspool/client");
  const { command, args } = locateClaude({ env: io.env });
  // The child owns the terminal until it ends, including Ctrl-C.
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

/** Quotes for a POSIX shell. */
function quote(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
