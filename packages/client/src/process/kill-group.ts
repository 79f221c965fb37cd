// A signal to a whole group: the program and everybody it started who has not left it. On Windows there are no groups and
// no signals: the tree is ended, by the system's own tool and not by one that the PATH names.

import { spawn, spawnSync } from "node:child_process";

export type KillSignal = "SIGINT" | "SIGTERM" | "SIGKILL";

/** False when nobody is left. Never throws. */
export function killGroup(
  group: number,
  signal: KillSignal,
  { platform = process.platform, isSync = false }: { readonly platform?: string; readonly isSync?: boolean } = {},
): boolean {
  // -0 is our own group, and -1 is everybody.
  if (!Number.isInteger(group) || group <= 1) return false;
  if (platform === "win32") return killTree(group, isSync);
  try {
    return process.kill(-group, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** `/F` always: a program without a window does not hear a polite taskkill. */
export function killTreeWords(
  pid: number,
  env: Readonly<Record<string, string | undefined>>,
): { readonly command: string; readonly args: readonly string[] } {
  const root = env["SystemRoot"] ?? env["SYSTEMROOT"] ?? "C:\\Windows";
  return { command: `${root}\\System32\\taskkill.exe`, args: ["/PID", String(pid), "/T", "/F"] };
}

function killTree(pid: number, isSync: boolean): boolean {
  const { command, args } = killTreeWords(pid, process.env);
  if (isSync) return spawnSync(command, args, { stdio: "ignore", windowsHide: true }).status === 0;
  spawn(command, args, { stdio: "ignore", windowsHide: true }).on("error", () => undefined);
  return true;
}
