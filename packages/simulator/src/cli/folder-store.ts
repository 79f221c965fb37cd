// The store in a folder. A file holds one kept session; an empty one keeps the place of a session that has just begun.

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
import { isSessionId } from "./session-id.ts";
import { refuseStore, type KeptSession, type SessionStore } from "./store.ts";

const MAX_SESSIONS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;
const SEED_FILE = "next-seed";

/** Under the system's temporary directory, one for each user. */
export function defaultStoreFolder(): string {
  return join(tmpdir(), `unspool-simulator-${process.getuid?.() ?? "user"}`);
}

/**
 * Makes the folder if it is not there.
 * @throws {Error} if it cannot be made, or if it is a link or somebody else's
 */
export function createFolderStore(folder: string): SessionStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseForeign(folder);
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const fileOf = (id: string): string | undefined =>
    isSessionId(id) ? join(folder, `${id.toLowerCase()}.json`) : undefined;

  return {
    load(id) {
      const file = fileOf(id);
      return file === undefined ? undefined : withoutTime(readSaved(file));
    },
    latest(cwd) {
      let latest: SavedSession | undefined;
      for (const file of orRefuse(() => filesByAge(folder))) {
        const kept = readSaved(file);
        if (kept?.cwd === cwd && kept.savedAt > (latest?.savedAt ?? 0)) latest = kept;
      }
      return withoutTime(latest);
    },
    claimSeed: (idOf) =>
      orRefuse(() => {
        let seed = Number(readSmall(join(folder, SEED_FILE))) || 1;
        while (!isCreated(fileOf(idOf(seed)))) seed += 1;
        writeFileSync(join(folder, SEED_FILE), String(seed + 1));
        if (seed % 100 === 0) removeOldest(folder);
        return seed;
      }),
    save(kept) {
      const file = fileOf(kept.session.id);
      if (file === undefined) return;
      const saved: SavedSession = { ...kept, savedAt: performance.timeOrigin + performance.now() };
      const draft = `${file}.${process.pid}.draft`;
      orRefuse(() => {
        writeFileSync(draft, JSON.stringify(saved), { mode: 0o600 });
        renameSync(draft, file);
      });
    },
  };
}

/** A folder that was fine when it was opened may be full by now, or no longer ours. */
function orRefuse<Value>(action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    return refuseStore(error);
  }
}

/** In a directory that everybody may write to, somebody else may have been first. */
function refuseForeign(folder: string): void {
  const found = lstatSync(folder);
  const owner = process.getuid?.();
  if (folder !== defaultStoreFolder()) return;
  if (found.isDirectory() && (owner === undefined || found.uid === owner)) return;
  throw new Error(`${folder} is a link or belongs to another user`);
}

function isCreated(file: string | undefined): boolean {
  if (file === undefined) return false;
  try {
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** The dates of files are too coarse: several sessions of one clock tick are nothing unusual for a simulator. */
interface SavedSession extends KeptSession {
  /** Milliseconds since 1970, with fractions. */
  readonly savedAt: number;
}

function withoutTime(saved: SavedSession | undefined): KeptSession | undefined {
  if (saved === undefined) return undefined;
  const { savedAt: _, ...kept } = saved;
  return kept;
}

function readSaved(file: string): SavedSession | undefined {
  const text = readSmall(file);
  return text === undefined ? undefined : parseKept(text);
}

function readSmall(file: string): string | undefined {
  try {
    return statSync(file).size > MAX_BYTES ? undefined : readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function parseKept(text: string): SavedSession | undefined {
  try {
    const kept = JSON.parse(text) as Partial<SavedSession> | null;
    return typeof kept?.session?.id === "string" ? (kept as SavedSession) : undefined;
  } catch {
    return undefined;
  }
}

/** The newest first. */
function filesByAge(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({ file: join(folder, name), age: ageOf(join(folder, name)) }))
    .sort((first, second) => (first.age > second.age ? -1 : 1))
    .map(({ file }) => file);
}

function ageOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function removeOldest(folder: string): void {
  for (const file of filesByAge(folder).slice(MAX_SESSIONS)) rmSync(file, { force: true });
}
