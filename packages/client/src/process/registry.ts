// The programs this host has started, one small file each, so that another process can end them if this one dies by
// SIGKILL. Written before the first byte is read, removed at the end. A disk that cannot be written costs the registry
// only, never the session.

import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { stateDirectory } from "./state-dir.ts";
import { makeFolder } from "./make-folder.ts";
import { factsOf, machineOf } from "./process-table.ts";

/** In the environment of each program, so that those it started can be told from strangers when it is gone itself. */
export const CHILD_VARIABLE = "UNSPOOL_CHILD";

/** A program that a host has started, as another process can find it again. */
export interface StartedProgram {
  /** Its mark: the value of the variable above. */
  readonly id: string;
  /** Also the number of its group. */
  readonly pid: number;
  readonly start: number | undefined;
  /** The variable `_` it was started with. Shells give another one to what they start. */
  readonly lastCommand?: string | undefined;
}

export interface RegistryEntry extends StartedProgram {
  readonly hostname: string;
  /** Boot and namespace: pids mean nothing beyond them. */
  readonly machine: string;
  readonly hostPid: number;
  readonly hostStart: number | undefined;
  readonly startedAt: number;
  /** Files with secrets that are to go with it. */
  readonly files: readonly string[];
}

export interface Registration {
  /** The program has ended. */
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

/** What cannot be read may be half written; after a minute it is rubbish. */
const HALF_WRITTEN_MS = 60_000;

/** Since when a program runs that was started just now. Elsewhere than on Linux `ps` would have to be run. */
export function startOf(pid: number, platform: string = process.platform): number | undefined {
  return platform === "linux" ? factsOf(pid, platform)?.start : Date.now();
}

export function newChildId(): string {
  return randomUUID();
}

export function openRegistry(
  folder: string = join(stateDirectory(process.env, process.platform, homedir()), "children"),
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
        machine: machine(platform),
        hostPid: process.pid,
        hostStart: hostStart(platform),
        pid,
        start: startOf(pid, platform),
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
    // Somebody else's now.
  }
}

let knownMachine: string | undefined;
let knownHostStart: number | undefined;

function machine(platform: string): string {
  // Empty: it could not be read, for want of a descriptor. The next time it may be.
  return (knownMachine ||= machineOf(platform));
}

function hostStart(platform: string): number | undefined {
  return (knownHostStart ??=
    platform === "linux" ? factsOf(process.pid, platform)?.start : Date.now() - process.uptime() * 1000);
}

function write(folder: string, file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return false;
  }
  try {
    makeFolder(folder);
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
      // Told by its age.
    }
    if (ageOf(file) > HALF_WRITTEN_MS) removeQuietly(file);
    return [];
  });
}

/** 0 where it cannot be told: a link to itself, a network disk that has lost the file. */
function ageOf(file: string): number {
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
