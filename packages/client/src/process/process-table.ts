// Reads the system's table of processes: their start time, so that a reused pid is not taken for the old process, and the
// members of process groups. From /proc on Linux, PowerShell on Windows, otherwise `ps`.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

export interface ProcessInfo {
  /** The start time: clock ticks since boot on Linux, otherwise milliseconds since 1970. */
  readonly start: number;
  /** On Windows, the pid. */
  readonly group: number;
  /** The id of the process session, known on Linux only. */
  readonly session?: number;
  readonly isZombie: boolean;
}

export interface ListedProcess extends ProcessInfo {
  readonly pid: number;
  readonly parent: number;
}

/** Returns `undefined` if there is no such process. */
export function getProcessInfo(pid: number, platform: string = process.platform): ProcessInfo | undefined {
  if (platform === "linux") return readFromProc(pid);
  return platform === "win32" ? readFromPowerShell(pid) : readFromPs(pid);
}

/** `ps` reports whole seconds, and a `Date.now()` taken at spawn differs a little. */
const SLACK_MS = 3000;

export function isSameStart(
  a: number | undefined,
  b: number | undefined,
  platform: string = process.platform,
): boolean {
  if (a === undefined || b === undefined) return false;
  return platform === "linux" ? a === b : Math.abs(a - b) <= SLACK_MS;
}

/** Whether the process started at `start` and is not a zombie. */
export function isRunningSince(
  start: number | undefined,
  info: ProcessInfo | undefined,
  platform: string = process.platform,
): boolean {
  return info !== undefined && !info.isZombie && isSameStart(info.start, start, platform);
}

/** Identifies the boot and the pid namespace, within which pids are unique. Empty if unknown or not on Linux. */
export function getPidScope(platform: string = process.platform): string {
  if (platform !== "linux") return "";
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return "";
  }
}

/** Whether a process, also a zombie, has this pid. Needs no file descriptor. */
export function isPidInUse(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether a member of the group runs (on Windows, its leader). On Linux zombies do not count: without an init they may stay. */
export function isGroupAlive(group: number, platform: string = process.platform): boolean {
  try {
    process.kill(platform === "win32" ? group : -group, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return platform !== "linux" || listGroupMembers(group)?.length !== 0;
}

/** Returns the members of a group that still run, or `undefined` if no file descriptor was free. Linux only. */
export function listGroupMembers(group: number): readonly number[] | undefined {
  return listFromProc()
    ?.filter((one) => one.group === group && !one.isZombie)
    .map(({ pid }) => pid);
}

/** Lists all processes; none on Windows. On Linux it reads a small file for each: 100 took 7 ms on a busy machine. */
export function listProcesses(platform: string = process.platform): readonly ListedProcess[] {
  if (platform === "win32") return [];
  return (platform === "linux" ? listFromProc() : listFromPs()) ?? [];
}

function listFromProc(): readonly ListedProcess[] | undefined {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.flatMap((pid) => readFromProc(Number(pid)) ?? []);
  } catch {
    return undefined;
  }
}

function listFromPs(): readonly ListedProcess[] {
  const lines = runPs(["-axo", "pid=,ppid=,pgid=,stat=,lstart="]).split("\n");
  return lines.flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
    if (found === null) return [];
    const [, pid, parent, group, state = "", since = ""] = found;
    const isZombie = state.startsWith("Z");
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), isZombie, start: Date.parse(since) }];
  });
}

function runPs(args: readonly string[]): string {
  const env = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C", ...getTimeZoneVariable() };
  return spawnSync("ps", args, { encoding: "utf8", env, maxBuffer: 64 * 1024 * 1024 }).stdout ?? "";
}

/** Returns the value of a variable in the environment that a process was started with. Linux only. */
export function readInitialVariable(pid: number, name: string): string | undefined {
  try {
    const found = readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .find((entry) => entry.startsWith(`${name}=`));
    return found?.slice(name.length + 1);
  } catch {
    return undefined;
  }
}

function readFromProc(pid: number): ListedProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name is in brackets and may contain brackets and spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, parent, group, session] = fields;
    return {
      pid,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      isZombie: state === "Z" || state === "X",
      start: Number(fields[19]),
    };
  } catch {
    return undefined;
  }
}

function readFromPs(pid: number): ProcessInfo | undefined {
  const found = /^\s*(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(runPs(["-o", "pgid=,stat=,lstart=", "-p", String(pid)]));
  const start = Date.parse(found?.[3] ?? "");
  return found === null || Number.isNaN(start)
    ? undefined
    : { start, group: Number(found[1]), isZombie: found[2]?.startsWith("Z") === true };
}

/** Slow, and used for orphans only. The pid is a number, so nothing else can get into the command. */
function readFromPowerShell(pid: number): ProcessInfo | undefined {
  const root = process.env["SystemRoot"] ?? "C:\\Windows";
  const { stdout } = spawnSync(
    `${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`,
    [
      "-NoProfile",
      "-NonInteractive",
      "-Command",
      `([DateTimeOffset](Get-Process -Id ${Math.trunc(pid)}).StartTime).ToUnixTimeMilliseconds()`,
    ],
    { encoding: "utf8", windowsHide: true },
  );
  const start = Number.parseInt(stdout ?? "", 10);
  return Number.isNaN(start) ? undefined : { start, group: pid, isZombie: false };
}

/** `ps` must write times in the zone in which `Date.parse` reads them. */
function getTimeZoneVariable(): Record<string, string> {
  const { TZ } = process.env;
  return TZ === undefined ? {} : { TZ };
}
