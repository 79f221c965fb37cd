// Finds the files of sessions below `projects/`: `FOLDER/SESSION.jsonl`, and those of its agents, which newer CLIs keep in
// `FOLDER/SESSION/subagents/` and 2.0.x beside it. No file outside is opened, whatever an id or a link says.

import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { ClaudeError } from "../errors.ts";
import type { TranscriptWarning } from "./types.ts";

export interface SessionFile {
  readonly id: string;
  readonly file: string;
  readonly sizeBytes: number;
  readonly modifiedAt: number;
  readonly createdAt: number;
}

type OnWarning = ((warning: TranscriptWarning) => void) | undefined;

const SESSION_FILE = /^(?!agent-)([\w-]{1,128})\.jsonl$/;
const AGENT_FILE = /^agent-[\w-]{1,128}\.jsonl$/;
const SESSION_ID = /^(?!agent-)[\w-]{1,128}$/;
/** Number of files whose age is read at the same time. */
const BATCH = 64;

/** Lists all sessions, newest first. A missing folder means no sessions. */
export async function listSessionFiles(projects: string, onWarning: OnWarning): Promise<readonly SessionFile[]> {
  const paths: string[] = [];
  const root = await findRealRoot(projects);
  for (const folder of await listFolders(projects, onWarning)) {
    const names = await listNames(folder, onWarning);
    paths.push(...names.filter((name) => SESSION_FILE.test(name)).map((name) => join(folder, name)));
  }
  const found: SessionFile[] = [];
  for (let start = 0; start < paths.length; start += BATCH) {
    const some = await Promise.all(
      paths.slice(start, start + BATCH).map((path) => readSessionFile(root, path, onWarning)),
    );
    found.push(...some.filter((file) => file !== undefined));
  }
  return found.sort((one, other) => other.modifiedAt - one.modifiedAt);
}

/** Finds the newest file of a session in any folder. */
export async function findSession(projects: string, session: string): Promise<string> {
  if (SESSION_ID.test(session)) {
    const root = await findRealRoot(projects);
    const paths = (await listFolders(projects, undefined)).map((folder) => join(folder, `${session}.jsonl`));
    const found = await Promise.all(paths.map((path) => readSessionFile(root, path, undefined)));
    const newest = found
      .filter((file) => file !== undefined)
      .sort((one, other) => other.modifiedAt - one.modifiedAt)
      .at(0);
    if (newest !== undefined) return newest.file;
  } else if (
    isAbsolute(session) &&
    session.endsWith(".jsonl") &&
    (await isWithin(await findRealRoot(projects), session))
  ) {
    return session;
  }
  throw new ClaudeError(
    "file-failed",
    `There is no session ${JSON.stringify(session.slice(0, 200))} in ${projects}. Use list() to see those that exist.`,
    { session },
  );
}

/** Lists files of agents, in any order. Those beside the session may belong to other sessions. */
export async function listAgentFiles(
  file: string,
): Promise<{ readonly own: readonly string[]; readonly beside: readonly string[] }> {
  const folder = dirname(file);
  const inside = join(folder, basename(file, ".jsonl"), "subagents");
  const [own, beside] = await Promise.all([listAgentsIn(inside, folder), listAgentsIn(folder, folder)]);
  return { own, beside };
}

/** @param within the folder that must contain the real paths, as a link may lead anywhere */
async function listAgentsIn(folder: string, within: string): Promise<readonly string[]> {
  const root = await findRealRoot(within);
  const paths = (await listNames(folder, undefined)).filter((name) => AGENT_FILE.test(name));
  const found: string[] = [];
  for (const path of paths.map((name) => join(folder, name))) if (await isWithin(root, path)) found.push(path);
  return found;
}

async function listFolders(projects: string, onWarning: OnWarning): Promise<readonly string[]> {
  return (await listNames(projects, onWarning)).map((name) => join(projects, name));
}

async function listNames(folder: string, onWarning: OnWarning): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") onWarning?.({ file: folder, message: String(error) });
    return [];
  }
}

/** @param root the real path of `projects` */
async function readSessionFile(
  root: string | undefined,
  file: string,
  onWarning: OnWarning,
): Promise<SessionFile | undefined> {
  try {
    const stats = await stat(file);
    if (!stats.isFile() || !(await isWithin(root, file))) return undefined;
    return {
      id: basename(file, ".jsonl"),
      file,
      sizeBytes: stats.size,
      modifiedAt: stats.mtimeMs,
      createdAt: stats.birthtimeMs || stats.mtimeMs,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") onWarning?.({ file, message: String(error) });
    return undefined;
  }
}

/** Returns the real path of a folder, or `undefined` if it does not exist. */
async function findRealRoot(folder: string): Promise<string | undefined> {
  return realpath(folder).catch(() => undefined);
}

/** Compares real paths, so that a link does not lead out. */
async function isWithin(root: string | undefined, file: string): Promise<boolean> {
  if (root === undefined) return false;
  try {
    const path = relative(root, await realpath(file));
    return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  } catch {
    return false;
  }
}
