// The registry of the programs that this host has started: one small file each, so that another process can end them if this
// one dies by SIGKILL. A file is written before the first byte is read, and removed at the end. If the disk cannot be
// written, the session still works.

import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { findStateDirectory } from "./state-directory.ts";
import { createFolder } from "./create-folder.ts";
import { getProcessInfo, getPidScope } from "./process-table.ts";

/** A variable in the environment of each program. It identifies the processes of a program that is gone. */
export const CHILD_VARIABLE = "UNSPOOL_CHILD";

/** A started program, with what another process needs to find it. */
export interface StartedProgram {
  /** The value of `CHILD_VARIABLE`. */
  readonly id: string;
  /** Also the id of its process group. */
  readonly pid: number;
  readonly start: number | undefined;
  /** The variable `_` it was started with. Shells set another value for what they start. */
  readonly lastCommand?: string | undefined;
}

export interface RegistryEntry extends StartedProgram {
  readonly hostname: string;
  /** The boot and the pid namespace: pids are unique only within them. */
  readonly machine: string;
  readonly hostPid: number;
  readonly hostStart: number | undefined;
  readonly startedAt: number;
  /** Private files, which are removed with the program. */
  readonly files: readonly string[];
}

export interface Registration {
  /** Removes the entry. Call it when the program has ended. */
  remove(): void;
}

export interface NewChild extends Omit<StartedProgram, "start"> {
  readonly files?: readonly string[];
}

export interface Registry {
  readonly folder: string;
  add(child: NewChild): Registration;
  entries(): readonly { readonly file: string; readonly entry: RegistryEntry }[];
}

/** An entry that cannot be read may be half written. After a minute it is removed. */
const HALF_WRITTEN_MS = 60_000;

/** Returns the start time of a program that was started just now. On other systems than Linux this avoids running `ps`. */
export function getStartTime(pid: number, platform: string = process.platform): number | undefined {
  return platform === "linux" ? getProcessInfo(pid, platform)?.start : Date.now();
}

export function createChildId(): string {
  return randomUUID();
}

export function openRegistry(
  folder: string = join(findStateDirectory(process.env, process.platform, homedir()), "children"),
  platform: string = process.platform,
): Registry {
  return {
    folder,
    add({ id, pid, lastCommand, files = [] }) {
      const file = join(folder, `${id}.json`);
      const startedAt = Date.now();
      const entry: RegistryEntry = {
        id,
        hostname: hostname(),
        machine: getKnownMachineId(platform),
        hostPid: process.pid,
        hostStart: getHostStart(platform),
        pid,
        start: getStartTime(pid, platform),
        lastCommand,
        startedAt,
        files,
      };
      const isWritten = write(folder, file, JSON.stringify(entry));
      return { remove: () => (isWritten ? removeQuietly(file) : undefined) };
    },
    entries: () => read(folder),
  };
}

export function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It belongs to another user, or is in use.
  }
}

let knownMachine: string | undefined;
let knownHostStart: number | undefined;

function getKnownMachineId(platform: string): string {
  // Empty if no file descriptor was free to read it; then the next call tries again.
  return (knownMachine ||= getPidScope(platform));
}

function getHostStart(platform: string): number | undefined {
  return (knownHostStart ??=
    platform === "linux" ? getProcessInfo(process.pid, platform)?.start : Date.now() - process.uptime() * 1000);
}

function write(folder: string, file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return false;
  }
  try {
    createFolder(folder);
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

function read(folder: string): readonly { readonly file: string; readonly entry: RegistryEntry }[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const file = join(folder, name);
    try {
      const entry = JSON.parse(readFileSync(file, "utf8")) as RegistryEntry;
      if (isEntry(entry)) return [{ file, entry }];
    } catch {
      // Its age decides below.
    }
    if (getAgeMs(file) > HALF_WRITTEN_MS) removeQuietly(file);
    return [];
  });
}

/** Returns 0 if the age is unknown: a link to itself, a network disk that has lost the file. */
function getAgeMs(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

function isEntry(value: Partial<RegistryEntry> | null): boolean {
  return (
    value !== null &&
    typeof value === "object" &&
    [value.pid, value.hostPid].every((pid) => Number.isInteger(pid) && (pid as number) > 1) &&
    typeof value.id === "string" &&
    Array.isArray(value.files) &&
    value.files.every((file: unknown) => typeof file === "string")
  );
}
