// Finds the files to read below the given paths, a session's own file before those of its agents. The arena drops repeats. Files are not
// opened here: for thousands of small ones that would cost as much as reading them.

import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename } from "node:path";
import { createStringArena, type StringList, type StringArena } from "../store/string-arena.ts";

/** Skipped: the results of a workflow's agents, whose usage is in files of their own. */
const JOURNAL = "journal.jsonl";
const ENDINGS = [".jsonl", ".ndjson"];

/** @throws the system's error if one of the paths does not exist; unreadable folders and broken links below one are left out */
export function findFiles(paths: readonly string[]): StringList {
  const found = createStringArena();
  const given = paths.map((path) => {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? `${real}/` : real;
  });
  for (const path of sortPaths(given)) {
    if (path.endsWith("/")) addFolder(path, found, new Set([path]));
    else found.add(path);
  }
  return found;
}

/**
 * @param folder a real path (links resolved) that ends with a slash
 * @param entered the given folder and the targets of links on the way: a link back to one of them would never end
 */
function addFolder(folder: string, found: StringArena, entered: ReadonlySet<string>): void {
  const items = readFolder(folder);
  const names = items.flatMap((item) => (item.isDirectory() ? `${item.name}/` : isWanted(item) ? item.name : []));
  const links = items.flatMap((item) => (item.isSymbolicLink() ? item.name : []));
  for (const name of sortPaths(names)) {
    if (name.endsWith("/")) addFolder(`${folder}${name}`, found, entered);
    else found.add(`${folder}${name}`);
  }
  for (const name of sortPaths(links)) addLink(`${folder}${name}`, found, entered);
}

function isWanted(item: Dirent): boolean {
  return item.isFile() && hasEnding(item.name) && item.name !== JOURNAL;
}

function hasEnding(path: string): boolean {
  return ENDINGS.some((ending) => path.endsWith(ending));
}

function addLink(path: string, found: StringArena, entered: ReadonlySet<string>): void {
  try {
    const real = realpathSync(path);
    const folder = `${real}/`;
    const stats = statSync(real);
    if (!stats.isDirectory()) {
      if (stats.isFile() && hasEnding(real)) found.add(real);
    } else if (!entered.has(folder) && !path.startsWith(folder)) {
      addFolder(folder, found, new Set([...entered, folder]));
    }
  } catch {
    // The link is broken.
  }
}

function readFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Sorts after names that begin with an ASCII letter or digit. No name contains NUL, so it can be removed again. */
const LAST = "~\0";

/**
 * Sorts paths, files of agents last: 2.0.76 writes them beside those of the sessions. Each sort key is created once. A
 * comparison function that creates keys allocates 50 MB.
 */
function sortPaths(paths: readonly string[]): readonly string[] {
  const keys = paths.map((path) => {
    const name = basename(path);
    const isAgentFile = name.startsWith("agent-") && !path.endsWith("/");
    return isAgentFile ? `${path.slice(0, -name.length)}${LAST}${name}` : path;
  });
  return keys.sort().map((key) => key.replace(LAST, ""));
}
