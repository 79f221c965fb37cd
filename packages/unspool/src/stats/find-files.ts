// What was given → the files to read, each once, a session's own file before those of its agents. Files are not looked at
// here: for thousands of small ones that would cost as much as reading them.

import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename } from "node:path";

const ENDINGS = [".jsonl", ".ndjson"];

/** @throws the system's error if one of the paths is not there; what vanishes below a folder is left out */
export function findFiles(paths: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const path of paths) {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) addFolder(real, found, new Set([real]));
    else found.add(real);
  }
  return [...found].sort((left, right) => compare(orderOf(left), orderOf(right)));
}

/** @param folder without links in it @param above the folders that links lead to on the way: one that leads back goes round for ever */
function addFolder(folder: string, found: Set<string>, above: ReadonlySet<string>): void {
  for (const item of entriesOf(folder)) {
    const path = `${folder}/${item.name}`;
    if (item.isDirectory()) addFolder(path, found, above);
    else if (item.isFile()) addFile(path, found);
    else if (item.isSymbolicLink()) addLink(path, found, above);
  }
}

function addFile(path: string, found: Set<string>): void {
  if (ENDINGS.some((ending) => path.endsWith(ending))) found.add(path);
}

function addLink(path: string, found: Set<string>, above: ReadonlySet<string>): void {
  try {
    const real = realpathSync(path);
    if (!statSync(real).isDirectory()) addFile(real, found);
    else if (!above.has(real) && !path.startsWith(`${real}/`)) addFolder(real, found, new Set([...above, real]));
  } catch {
    // It leads nowhere.
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** 2.0.76 puts its agents' files beside the sessions': they come after all of those. */
function orderOf(path: string): string {
  const name = basename(path);
  return name.startsWith("agent-") ? `${path.slice(0, -name.length)}~${name}` : path;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
