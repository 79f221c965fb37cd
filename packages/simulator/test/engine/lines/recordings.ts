// The recordings of the real CLIs, line by line.

import { listVersions, loadRuns } from "../../../../../fixtures/load.ts";
import type { JsonObject } from "../../../src/json.ts";

/** Whole sessions, and single lines of sessions that were recorded for their shapes alone. */
const FOLDERS = ["recordings", "excerpts"] as const;

export const VERSIONS: readonly string[] = [...new Set(FOLDERS.flatMap(listVersions))].filter((name) =>
  /^\d/.test(name),
);

export interface Recording {
  readonly version: string;
  readonly name: string;
  readonly lines: readonly JsonObject[];
}

const read = new Map<string, readonly Recording[]>();

export function loadRecordings(version: string): readonly Recording[] {
  const recordings = read.get(version) ?? readRecordings(version);
  read.set(version, recordings);
  return recordings;
}

function readRecordings(version: string): readonly Recording[] {
  return FOLDERS.flatMap((folder) =>
    loadRuns(folder, version).map(({ name, lines }) => ({ version, name, lines: lines.flatMap(parseLine) })),
  );
}

/** Parses a line. Some scenarios make a CLI write lines that are not JSON; these are left out. */
function parseLine(line: string): readonly JsonObject[] {
  try {
    return line === "" ? [] : [JSON.parse(line) as JsonObject];
  } catch {
    return [];
  }
}
