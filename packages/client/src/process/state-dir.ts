// Where this package keeps what must outlive a process: the registry of started programs, the locks of sessions.
// One rule for all of them, and everything it depends on is passed in.

import { posix, win32 } from "node:path";

/**
 * `UNSPOOL_STATE_DIR` if it is an absolute path; else `unspool` in XDG_STATE_HOME, in the platform's usual place, or
 * below the home folder. Nothing is created.
 */
export function stateDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
  home: string,
): string {
  const path = platform === "win32" ? win32 : posix;
  /** Relative ones are no answer: every process would have a folder of its own. XDG says the same of its variables. */
  const absolute = (value: string | undefined): string | undefined =>
    value !== undefined && path.isAbsolute(value) ? path.normalize(value) : undefined;

  const own = absolute(env["UNSPOOL_STATE_DIR"]);
  if (own !== undefined) return own;
  const xdg = absolute(env["XDG_STATE_HOME"]);
  if (xdg !== undefined) return path.join(xdg, "unspool");
  if (platform === "win32") {
    return path.join(absolute(env["LOCALAPPDATA"]) ?? path.join(home, "AppData", "Local"), "unspool", "state");
  }
  if (platform === "darwin") return path.join(home, "Library", "Application Support", "unspool");
  return path.join(home, ".local", "state", "unspool");
}
