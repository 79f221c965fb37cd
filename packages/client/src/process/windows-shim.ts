// Finds the program behind a `.cmd` file of npm, which names it in its last line. Node starts a `.cmd` only through a shell,
// which would read prompts and paths as commands.

import { readFileSync } from "node:fs";
import { win32 } from "node:path";

/** Shims have about 300 bytes. A longer file is another script. */
const LONGEST_SHIM = 4096;

/** Returns the program that a shim starts, or `undefined` if the file is not a known shim. */
export function resolveShim(path: string): string | undefined {
  if (!/\.(cmd|bat)$/i.test(path)) return undefined;
  try {
    const text = readFileSync(path, "utf8");
    return text.length > LONGEST_SHIM ? undefined : parseShim(text, win32.dirname(path));
  } catch {
    return undefined;
  }
}

/**
 * Parses `"%_prog%"  "%dp0%\node_modules\@anthropic-ai\claude-code\cli.js" %*` of npm, and `"%~dp0\..\x.js" %*` of yarn and
 * pnpm. The last path before `%*` is the program; an earlier one is Node.
 */
export function parseShim(text: string, folder: string): string | undefined {
  const line = text.split(/\r?\n/).findLast((one) => one.includes("%*"));
  const quoted = [...(line ?? "").matchAll(/"%(?:~dp0|dp0%)\\?([^"%]+)"/gi)].at(-1)?.[1];
  return quoted === undefined ? undefined : win32.join(folder, quoted);
}
