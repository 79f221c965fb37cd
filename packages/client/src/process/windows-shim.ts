// npm's `.cmd` files name the real program in their last line. Node starts a `.cmd` only through a shell, which would read
// prompts and paths as commands; so the program itself is started.

import { readFileSync } from "node:fs";
import { win32 } from "node:path";

/** Shims have about 300 bytes; what is longer is somebody's own script. */
const LONGEST_SHIM = 4096;

/** The program a shim starts, or undefined if it is none that can be read. */
export function shimTarget(path: string): string | undefined {
  if (!/\.(cmd|bat)$/i.test(path)) return undefined;
  try {
    const text = readFileSync(path, "utf8");
    return text.length > LONGEST_SHIM ? undefined : targetIn(text, win32.dirname(path));
  } catch {
    return undefined;
  }
}

/**
 * `"%_prog%"  "%dp0%\node_modules\@anthropic-ai\claude-code\cli.js" %*` of npm, `"%~dp0\..\x.js" %*` of yarn and pnpm.
 * The last path before `%*` is the program: earlier ones are the node beside it.
 */
export function targetIn(text: string, folder: string): string | undefined {
  const line = text.split(/\r?\n/).findLast((one) => one.includes("%*"));
  const quoted = [...(line ?? "").matchAll(/"%(?:~dp0|dp0%)\\?([^"%]+)"/gi)].at(-1)?.[1];
  return quoted === undefined ? undefined : win32.join(folder, quoted);
}
