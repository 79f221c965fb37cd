// Finds the files to read below the given paths, each once, a session's own file before those of its agents. Files are not
// opened here: for thousands of small ones that would cost as much as reading them.

import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename } from "node:path";
import { createStringArena, type StringList, type StringArena } from "../store/string-arena.ts";

/** The results of a workflow's agents. Their usage is in files of their own. */
const JOURNAL = "journal.jsonl";
const ENDINGS = [".jsonl", ".ndjson"];

/** @throws the system's error if one of the paths does not exist; a file that vanishes below a folder is left out */
export function findFiles(paths: readonly string[]): StringList {
  const found = createStringArena();
  const given = paths.map((path) => {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? `${real}/` : real;
  });
  for (const path of sortNames(given)) {
    if (path.endsWith("/")) addFolder(path, found, new Set([path]));
    else found.add(path);
  }
  return found;
}

/**
 * @param folder ends with a slash and contains no links
 * @param above the targets of the links on the way: following a link back to one of them would never end
 */
function addFolder(folder: string, found: StringArena, above: ReadonlySet<string>): void {
  const items = readFolder(folder);
  const names = items.flatMap((item) => (item.isDirectory() ? `${item.name}/` : isWanted(item) ? item.name : []));
  const links = items.flatMap((item) => (item.isSymbolicLink() ? item.name : []));
  for (const name of sortNames(names)) {
    if (name.endsWith("/")) addFolder(`${folder}${name}`, found, above);
    else found.add(`${folder}${name}`);
  }
  for (const name of sortNames(links)) addLink(`${folder}${name}`, found, above);
}

function isWanted(item: Dirent): boolean {
  return item.isFile() && hasEnding(item.name) && item.name !== JOURNAL;
}

function hasEnding(path: string): boolean {
  return ENDINGS.some((ending) => path.endsWith(ending));
}

function addLink(path: string, found: StringArena, above: ReadonlySet<string>): void {
  try {
    const real = realpathSync(path);
    const folder = `${real}/`;
    const stats = statSync(real);
    if (!stats.isDirectory()) {
      if (stats.isFile() && hasEnding(real)) found.add(real);
    } else if (!above.has(folder) && !path.startsWith(folder)) {
      addFolder(folder, found, new Set([...above, folder]));
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

/** Sorts after every file name: names contain no NUL. */
const LAST = "~\0";

/**
 * Sorts names. 2.0.76 writes agents' files beside those of the sessions; they come last. Sort keys are created once, and
 * without a comparison function: one that creates them for each comparison allocates 50 MB.
 */
function sortNames(names: readonly string[]): readonly string[] {
  const keys = names.map((path) => {
    const name = basename(path);
    const isAgents = name.startsWith("agent-") && !path.endsWith("/");
    return isAgents ? `${path.slice(0, -name.length)}${LAST}${name}` : path;
  });
  return keys.sort().map((key) => key.replace(LAST, ""));
}
