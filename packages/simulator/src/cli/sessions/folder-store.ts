// The session store in a folder of the user: one JSON file per session, named by its uuid, replaced as a whole, bounded in
// size and number. An empty file reserves a session that has just begun.

import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSessionId } from "../arguments/session-id.ts";
import { refuseStore, type SavedSession, type SessionStore } from "./session-store.ts";

const MAX_SESSIONS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;
const SEED_FILE = "next-seed";

/** Returns the user's folder below the system's temporary directory. */
export function getDefaultStoreFolder(): string {
  return join(tmpdir(), `unspool-simulator-${process.getuid?.() ?? "user"}`);
}

/**
 * Opens a store and creates its folder if necessary.
 * @throws {Error} if that fails, or if the folder is a link or belongs to another user
 */
export function createFolderStore(folder: string): SessionStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseForeign(folder);
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const toFile = (id: string): string | undefined =>
    isSessionId(id) ? join(folder, `${id.toLowerCase()}.json`) : undefined;

  return {
    load(id) {
      const file = toFile(id);
      return file === undefined ? undefined : dropSavedAt(readSaved(file));
    },
    latest(cwd) {
      let latest: SessionFile | undefined;
      for (const file of runOrRefuse(() => listFilesByAge(folder))) {
        const kept = readSaved(file);
        if (kept?.cwd === cwd && kept.savedAt > (latest?.savedAt ?? 0)) latest = kept;
      }
      return dropSavedAt(latest);
    },
    reserveSeed: (idOf) =>
      runOrRefuse(() => {
        let seed = Number(readIfSmall(join(folder, SEED_FILE))) || 1;
        while (!tryCreate(toFile(idOf(seed)))) seed += 1;
        writeFileSync(join(folder, SEED_FILE), String(seed + 1));
        if (seed % 100 === 0) removeOldest(folder);
        return seed;
      }),
    save(kept) {
      const file = toFile(kept.session.id);
      if (file === undefined) return;
      const saved: SessionFile = { ...kept, savedAt: performance.timeOrigin + performance.now() };
      const draft = `${file}.${process.pid}.draft`;
      runOrRefuse(() => {
        writeFileSync(draft, JSON.stringify(saved), { mode: 0o600 });
        renameSync(draft, file);
      });
    },
  };
}

/** Runs an action and refuses the store if it fails. The folder may have become full or unwritable since it was opened. */
function runOrRefuse<Value>(action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    return refuseStore(error);
  }
}

/** Refuses a default folder that is a link or belongs to another user, who may have created it first in a shared directory. */
function refuseForeign(folder: string): void {
  const found = lstatSync(folder);
  const owner = process.getuid?.();
  if (folder !== getDefaultStoreFolder()) return;
  if (found.isDirectory() && (owner === undefined || found.uid === owner)) return;
  throw new Error(`${folder} is a link or belongs to another user`);
}

function tryCreate(file: string | undefined): boolean {
  if (file === undefined) return false;
  try {
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** File times are too coarse: a simulator often saves several sessions within one clock tick. */
interface SessionFile extends SavedSession {
  /** Milliseconds since 1970, with fractions. */
  readonly savedAt: number;
}

function dropSavedAt(saved: SessionFile | undefined): SavedSession | undefined {
  if (saved === undefined) return undefined;
  const { savedAt: _, ...kept } = saved;
  return kept;
}

function readSaved(file: string): SessionFile | undefined {
  const text = readIfSmall(file);
  return text === undefined ? undefined : parseSessionFile(text);
}

function readIfSmall(file: string): string | undefined {
  try {
    return statSync(file).size > MAX_BYTES ? undefined : readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function parseSessionFile(text: string): SessionFile | undefined {
  try {
    const kept = JSON.parse(text) as Partial<SessionFile> | null;
    return typeof kept?.session?.id === "string" ? (kept as SessionFile) : undefined;
  } catch {
    return undefined;
  }
}

/** Lists files, newest first. */
function listFilesByAge(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({ file: join(folder, name), modifiedMs: getModifiedMs(join(folder, name)) }))
    .sort((first, second) => (first.modifiedMs > second.modifiedMs ? -1 : 1))
    .map(({ file }) => file);
}

function getModifiedMs(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function removeOldest(folder: string): void {
  for (const file of listFilesByAge(folder).slice(MAX_SESSIONS)) rmSync(file, { force: true });
}
