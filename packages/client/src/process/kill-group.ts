// Sends a signal to a process group: the program and the processes that it started in the group. Windows has no groups and
// no signals; there the process tree is ended by the system's own taskkill, and not by one on the PATH.

import { spawn, spawnSync } from "node:child_process";

export type KillSignal = "SIGINT" | "SIGTERM" | "SIGKILL";

/** Returns false if no process of the group is left. Never throws. */
export function killGroup(
  group: number,
  signal: KillSignal,
  { platform = process.platform, isSync = false }: { readonly platform?: string; readonly isSync?: boolean } = {},
): boolean {
  // -0 is our own group, and -1 is every process.
  if (!Number.isInteger(group) || group <= 1) return false;
  if (platform === "win32") return killTree(group, isSync);
  try {
    return process.kill(-group, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Always with `/F`: a program without a window ignores taskkill without it. */
export function toTaskkillCommand(
  pid: number,
  env: Readonly<Record<string, string | undefined>>,
): { readonly command: string; readonly args: readonly string[] } {
  const root = env["SystemRoot"] ?? env["SYSTEMROOT"] ?? "C:\\Windows";
  return { command: `${root}\\System32\\taskkill.exe`, args: ["/PID", String(pid), "/T", "/F"] };
}

function killTree(pid: number, isSync: boolean): boolean {
  const { command, args } = toTaskkillCommand(pid, process.env);
  if (isSync) return spawnSync(command, args, { stdio: "ignore", windowsHide: true }).status === 0;
  spawn(command, args, { stdio: "ignore", windowsHide: true }).on("error", () => undefined);
  return true;
}
