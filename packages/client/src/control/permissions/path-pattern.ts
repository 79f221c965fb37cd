// Matches paths against rules, like .gitignore. `//x` starts at the root, `~/x` at home, `/x`, `./x` and `a/b` at the session's
// folder, and a single name matches anywhere below it. A symbolic link matches by its own path and by its target.

import { realpathSync } from "node:fs";
import { basename, dirname, join, posix, win32 } from "node:path";

export interface RuleFolders {
  /** The session's folder, absolute. */
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Resolves symbolic links, and returns a path without a target unchanged. @default asks the file system */
  readonly realPath?: (path: string) => string;
}

export interface PathPattern {
  /** Whether both the path and its target match. */
  definitelyMatches(path: string): boolean;
  /** Whether the path or its target matches. */
  possiblyMatches(path: string): boolean;
}

export function compilePathPattern(pattern: string, places: RuleFolders): PathPattern {
  const { cwd, home, platform, realPath = findRealPath } = places;
  const [base, rest] = splitBase(pattern, cwd, home);
  const resolveReal = (path: string): string => toPosix(realPath(path), platform);
  const here = compile(toPosix(base, platform), rest, platform);
  const there = base === "/" ? here : compile(resolveReal(base), rest, platform);
  const matchBothWays = (path: string): readonly [boolean, boolean] => {
    const whole = toAbsolute(path, places);
    return [here.test(toPosix(whole, platform)), there.test(resolveReal(whole))];
  };
  // The target of the rule's own folders: `Read(link/**)` applies to the target of the link, by any path.
  const [folders, below] = splitAtWildcard(rest);
  const compileTarget = (): RegExp => compile(resolveReal(join(base, folders)), below, platform);
  const fitsTarget = (path: string): boolean =>
    folders !== "" && compileTarget().test(resolveReal(toAbsolute(path, places)));
  return {
    definitelyMatches: (path) => matchBothWays(path).every(Boolean),
    possiblyMatches: (path) =>
      [path, path.normalize("NFC")].some((one) => matchBothWays(one).some(Boolean) || fitsTarget(one)),
  };
}

/** Splits a pattern before its first wildcard. */
function splitAtWildcard(pattern: string): readonly [string, string] {
  const segments = pattern.split("/");
  const end = segments.findIndex((segment) => /[*?]/.test(segment));
  const cut = end === -1 ? segments.length : end;
  return [segments.slice(0, cut).join("/"), segments.slice(cut).join("/")];
}

function splitBase(pattern: string, cwd: string, home: string): readonly [string, string] {
  if (pattern.startsWith("//")) return ["/", pattern.slice(2)];
  if (pattern.startsWith("~/")) return [home, pattern.slice(2)];
  if (pattern.startsWith("/")) return [cwd, pattern.slice(1)];
  if (pattern.startsWith("./")) return [cwd, pattern.slice(2)];
  return [cwd, /\/./.test(pattern) ? pattern : `**/${pattern}`];
}

/** Resolves `..`, surrounding spaces and `~`, as the CLI's tools do. */
function toAbsolute(path: string, { cwd, home, platform }: RuleFolders): string {
  const style = platform === "win32" ? win32 : posix;
  return style.resolve(
    cwd,
    path.trim().replace(/^~(?=$|[/\\])/, () => home),
  );
}

/** `C:\Users\a` is `/c/Users/a`, as in the CLI's own rules. */
function toPosix(path: string, platform: NodeJS.Platform): string {
  if (platform !== "win32") return path;
  return path.replaceAll("\\", "/").replace(/^([a-z]):/i, (_, drive: string) => `/${drive.toLowerCase()}`);
}

function compile(base: string, pattern: string, platform: NodeJS.Platform): RegExp {
  const root = base.replace(/\/$/, "");
  const segments = posix.normalize(`/${pattern}`).split("/").filter(Boolean);
  const body = segments.map((segment, index) => {
    if (segment !== "**")
      return `/${segment
        .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
        .replaceAll("*", "[^/]*")
        .replaceAll("?", "[^/]")}`;
    return index === segments.length - 1 ? "(?:/.*)?" : "(?:/[^/]+)*";
  });
  // Everything below a matching folder matches, too. File systems of Windows and macOS ignore case.
  const flags = platform === "win32" || platform === "darwin" ? "is" : "s";
  return new RegExp(`^${root.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}${body.join("")}(?:/.*)?$`, flags);
}

/** A file that does not exist yet is resolved by its folder. */
function findRealPath(path: string): string {
  const missing: string[] = [];
  let rest = path;
  for (;;) {
    try {
      return join(realpathSync(rest), ...missing);
    } catch {
      const parent = dirname(rest);
      if (parent === rest) return path;
      missing.unshift(basename(rest));
      rest = parent;
    }
  }
}
