// The paths where installers put `claude`, for a PATH without its folder: a host that was started by a desktop, a service or
// an IDE often has a shorter PATH than the user's shell.

import { posix, win32 } from "node:path";

/** In order of preference: the CLI's own installers first, then the package managers. */
export function listInstallLocations(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
  home: string,
): readonly string[] {
  return platform === "win32" ? listWindowsLocations(env, home) : listUnixLocations(env, home);
}

function listUnixLocations(env: Readonly<Record<string, string | undefined>>, home: string): readonly string[] {
  const prefix = env["npm_config_prefix"];
  return [
    // The native installer's link, and the older local one.
    posix.join(home, ".local/bin/claude"),
    posix.join(home, ".claude/local/claude"),
    posix.join(home, ".claude/local/node_modules/.bin/claude"),
    ...(prefix === undefined || !posix.isAbsolute(prefix) ? [] : [posix.join(prefix, "bin/claude")]),
    posix.join(home, ".npm-global/bin/claude"),
    "/opt/homebrew/bin/claude",
    "/usr/local/bin/claude",
    "/home/linuxbrew/.linuxbrew/bin/claude",
    posix.join(home, ".bun/bin/claude"),
    posix.join(home, ".volta/bin/claude"),
    posix.join(home, ".yarn/bin/claude"),
    posix.join(home, ".local/share/pnpm/claude"),
    posix.join(home, "Library/pnpm/claude"),
    posix.join(home, "node_modules/.bin/claude"),
    "/usr/bin/claude",
  ];
}

function listWindowsLocations(env: Readonly<Record<string, string | undefined>>, home: string): readonly string[] {
  const appData = env["APPDATA"] ?? win32.join(home, "AppData", "Roaming");
  const localAppData = env["LOCALAPPDATA"] ?? win32.join(home, "AppData", "Local");
  return [
    win32.join(home, ".local", "bin", "claude.exe"),
    win32.join(home, ".claude", "local", "claude.exe"),
    win32.join(home, ".claude", "local", "node_modules", ".bin", "claude.cmd"),
    // npm's prefix.
    win32.join(appData, "npm", "claude.cmd"),
    win32.join(home, ".bun", "bin", "claude.exe"),
    win32.join(localAppData, "Volta", "bin", "claude.exe"),
    win32.join(localAppData, "pnpm", "claude.cmd"),
    win32.join(home, "scoop", "shims", "claude.exe"),
  ];
}
