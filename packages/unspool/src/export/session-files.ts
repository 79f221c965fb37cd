// The files of a session's agents: newer CLIs keep them in a folder of its own, 2.0.x beside it, those of all sessions
// together.

import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const AGENT_FILE = /^agent-[\w-]{1,128}\.jsonl$/;
/** The first line of an agent's file names its session. */
const LOOK_BYTES = 16 * 1024;

/** @param file of the session itself; anything but a transcript has none */
export function agentFilesOf(file: string): readonly string[] {
  if (!file.endsWith(".jsonl")) return [];
  const id = basename(file, ".jsonl");
  const inside = join(dirname(file), id, "subagents");
  return [...agentFilesIn(inside), ...agentFilesIn(dirname(file)).filter((path) => names(path, id))];
}

function agentFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => AGENT_FILE.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function names(path: string, sessionId: string): boolean {
  try {
    const handle = openSync(path, "r");
    const start = Buffer.alloc(LOOK_BYTES);
    try {
      return start.subarray(0, readSync(handle, start)).includes(`"sessionId":"${sessionId}"`);
    } finally {
      closeSync(handle);
    }
  } catch {
    return false;
  }
}
