// How rules read paths: as .gitignore does. `//x` counts from the root, `~/x` from home, `/x`, `./x` and `a/b` from the
// session's folder, a single name anywhere below it. A link counts as where it is and as where it leads.

import { realpathSync } from "node:fs";
import { basename, dirname, join, posix, win32 } from "node:path";

export interface Places {
  /** The session's folder, absolute. */
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Where a path leads; the path itself if it leads nowhere. @default asks the file system */
  readonly realPath?: (path: string) => string;
}

export interface PathPattern {
  /** Both where it is and where it leads. */
  fitsSurely(path: string): boolean;
  /** Either of them. */
  fitsPerhaps(path: string): boolean;
}

export function pathPattern(pattern: string, places: Places): PathPattern {
  const { cwd, home, platform, realPath = findRealPath } = places;
  const [base, rest] = baseOf(pattern, cwd, home);
  const real = (path: string): string => toPosix(realPath(path), platform);
  const here = compile(toPosix(base, platform), rest, platform);
  const there = base === "/" ? here : compile(real(base), rest, platform);
  const waysOf = (path: string): readonly [boolean, boolean] => {
    const whole = absolute(path, places);
    return [here.test(toPosix(whole, platform)), there.test(real(whole))];
  };
  // Where the rule's own folders lead: `Read(link/**)` is about what the link leads to, by whatever path it is named.
  const [folders, below] = literalPart(rest);
  const target = (): RegExp => compile(real(join(base, folders)), below, platform);
  const fitsTarget = (path: string): boolean => folders !== "" && target().test(real(absolute(path, places)));
  return {
    fitsSurely: (path) => waysOf(path).every(Boolean),
    fitsPerhaps: (path) => [path, path.normalize("NFC")].some((one) => waysOf(one).some(Boolean) || fitsTarget(one)),
  };
}

/** What stands before the first wildcard, and the rest. */
function literalPart(pattern: string): readonly [string, string] {
  const segments = pattern.split("/");
  const end = segments.findIndex((segment) => /[*?]/.test(segment));
  const cut = end === -1 ? segments.length : end;
  return [segments.slice(0, cut).join("/"), segments.slice(cut).join("/")];
}

function baseOf(pattern: string, cwd: string, home: string): readonly [string, string] {
  if (pattern.startsWith("//")) return ["/", pattern.slice(2)];
  if (pattern.startsWith("~/")) return [home, pattern.slice(2)];
  if (pattern.startsWith("/")) return [cwd, pattern.slice(1)];
  if (pattern.startsWith("./")) return [cwd, pattern.slice(2)];
  return [cwd, /\/./.test(pattern) ? pattern : `**/${pattern}`];
}

/** Without `..` and blanks around it, and with the home folder for `~`, as the CLI's tools read it. */
function absolute(path: string, { cwd, home, platform }: Places): string {
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
  // What lies below a folder that fits does too. File systems of Windows and macOS do not tell case apart.
  const flags = platform === "win32" || platform === "darwin" ? "is" : "s";
  return new RegExp(`^${root.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}${body.join("")}(?:/.*)?$`, flags);
}

/** A file that is yet to be made leads where its folder leads. */
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
