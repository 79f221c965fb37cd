// The folder for files that must outlive a process: the registry of started programs, and the locks of sessions.

import { posix, win32 } from "node:path";

/**
 * Returns `UNSPOOL_STATE_DIR` if it is an absolute path, otherwise `unspool` in XDG_STATE_HOME, in the platform's usual
 * folder, or below the home folder. Nothing is created.
 */
export function findStateDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
  home: string,
): string {
  const path = platform === "win32" ? win32 : posix;
  /** Relative paths are ignored: every process would have another folder. XDG says the same of its variables. */
  const toAbsolute = (value: string | undefined): string | undefined =>
    value !== undefined && path.isAbsolute(value) ? path.normalize(value) : undefined;

  const own = toAbsolute(env["UNSPOOL_STATE_DIR"]);
  if (own !== undefined) return own;
  const xdg = toAbsolute(env["XDG_STATE_HOME"]);
  if (xdg !== undefined) return path.join(xdg, "unspool");
  if (platform === "win32") {
    return path.join(toAbsolute(env["LOCALAPPDATA"]) ?? path.join(home, "AppData", "Local"), "unspool", "state");
  }
  if (platform === "darwin") return path.join(home, "Library", "Application Support", "unspool");
  return path.join(home, ".local", "state", "unspool");
}
