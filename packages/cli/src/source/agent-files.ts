// Lists the files of a session's agents. Newer CLIs keep them in a folder per session. 2.0.x keeps those of all sessions
// together, beside the sessions' own files.

import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

const AGENT_FILE = /^agent-[\w-]{1,128}\.jsonl$/;
/** The first line of an agent's file names its session. */
const LOOK_BYTES = 16 * 1024;

/** @param file of the session itself; anything but a transcript has none */
export function listAgentFiles(file: string): readonly string[] {
  if (!file.endsWith(".jsonl")) return [];
  const id = basename(file, ".jsonl");
  const inside = join(dirname(file), id, "subagents");
  const beside = listAgentFilesIn(dirname(file), dirname(file)).filter((path) => namesSession(path, id));
  return [...listAgentFilesIn(inside, dirname(file)), ...beside];
}

/** @param within the folder that must contain their real paths: a link may lead anywhere, and reading a named pipe may block for ever */
function listAgentFilesIn(folder: string, within: string): readonly string[] {
  try {
    const root = `${realpathSync(within)}${sep}`;
    return readdirSync(folder)
      .filter((name) => AGENT_FILE.test(name))
      .map((name) => join(folder, name))
      .filter((path) => isFileBelow(root, path));
  } catch {
    return [];
  }
}

function isFileBelow(root: string, path: string): boolean {
  try {
    return statSync(path).isFile() && realpathSync(path).startsWith(root);
  } catch {
    return false;
  }
}

function namesSession(path: string, sessionId: string): boolean {
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
