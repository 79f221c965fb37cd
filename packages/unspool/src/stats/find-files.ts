// What was given → the files to read, each once, a session's own file before those of its agents. Files are not looked at
// here: for thousands of small ones that would cost as much as reading them.

import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename } from "node:path";
import { createTexts, type Paths, type Texts } from "./texts.ts";

/** What the agents of a workflow returned: what they used is in files of their own. */
const JOURNAL = "journal.jsonl";
const ENDINGS = [".jsonl", ".ndjson"];

/** @throws the system's error if one of the paths is not there; what vanishes below a folder is left out */
export function findFiles(paths: readonly string[]): Paths {
  const found = createTexts();
  const given = paths.map((path) => {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? `${real}/` : real;
  });
  for (const path of inOrder(given)) {
    if (path.endsWith("/")) addFolder(path, found, new Set([path]));
    else found.add(path);
  }
  return found;
}

/**
 * @param folder with a slash at its end, without links in it
 * @param above the folders that links lead to on the way: one that leads back goes round for ever
 */
function addFolder(folder: string, found: Texts, above: ReadonlySet<string>): void {
  const items = entriesOf(folder);
  const names = items.flatMap((item) => (item.isDirectory() ? `${item.name}/` : isWanted(item) ? item.name : []));
  const links = items.flatMap((item) => (item.isSymbolicLink() ? item.name : []));
  for (const name of inOrder(names)) {
    if (name.endsWith("/")) addFolder(`${folder}${name}`, found, above);
    else found.add(`${folder}${name}`);
  }
  for (const name of inOrder(links)) addLink(`${folder}${name}`, found, above);
}

function isWanted(item: Dirent): boolean {
  return item.isFile() && hasEnding(item.name) && item.name !== JOURNAL;
}

function hasEnding(path: string): boolean {
  return ENDINGS.some((ending) => path.endsWith(ending));
}

function addLink(path: string, found: Texts, above: ReadonlySet<string>): void {
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

/** No name has a NUL in it. */
const AFTER = "~\0";

/**
 * 2.0.76 puts its agents' files beside the sessions': they come after all of those. Keys are made once, and the order is the
 * engine's own: a function that makes them for each comparison leaves 50 MB behind.
 */
function inOrder(names: readonly string[]): readonly string[] {
  const keys = names.map((path) => {
    const name = basename(path);
    const isAgents = name.startsWith("agent-") && !path.endsWith("/");
    return isAgents ? `${path.slice(0, -name.length)}${AFTER}${name}` : path;
  });
  return keys.sort().map((key) => key.replace(AFTER, ""));
}
