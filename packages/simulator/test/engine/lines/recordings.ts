// The recordings of the real CLIs, line by line.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../../../src/json.ts";

/** Whole sessions, and beside them single lines of sessions that were played for the shapes alone. */
const ROOTS = ["../../../../protocol/test/recordings/", "./recordings/"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

export const VERSIONS: readonly string[] = [...new Set(ROOTS.flatMap((root) => readdirSync(root)))].filter((name) =>
  /^\d/.test(name),
);

export interface Recording {
  readonly version: string;
  readonly name: string;
  readonly lines: readonly JsonObject[];
}

const read = new Map<string, readonly Recording[]>();

export function recordingsOf(version: string): readonly Recording[] {
  const recordings = read.get(version) ?? readRecordings(version);
  read.set(version, recordings);
  return recordings;
}

function readRecordings(version: string): readonly Recording[] {
  return ROOTS.flatMap((root) => {
    if (!existsSync(`${root}${version}`)) return [];
    const files = readdirSync(`${root}${version}`).filter((file) => /^[\w-]+\.ndjson$/.test(file));
    return files.map((file) => {
      const name = file.slice(0, -".ndjson".length);
      return { version, name, lines: objectsOf(`${root}${version}/${file}`) };
    });
  });
}

function objectsOf(path: string): readonly JsonObject[] {
  const objects: JsonObject[] = [];
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line === "") continue;
    try {
      objects.push(JSON.parse(line) as JsonObject);
    } catch {
      // A scenario of the recordings sends lines that are no JSON.
    }
  }
  return objects;
}
