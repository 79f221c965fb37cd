// One transcript file into the tally.

import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { createEntryReader } from "./read-entry.ts";
import { textAt } from "./json-bytes.ts";
import type { LineHandlers, LineReader } from "./file-lines.ts";
import { listCost } from "./prices.ts";
import { fieldsOf, figureOf, readModels } from "./reported.ts";
import type { CostState } from "./cost-states.ts";
import { kindOf, type SourceKind } from "./source-kind.ts";
import type { Tally, TallyFile } from "./tally.ts";

export interface TranscriptReader {
  /**
   * @param place in the order of reading
   * @returns how many bytes it had, or what else it is
   * @throws the system's error if the file cannot be read
   */
  read(path: string, place: number): number | Exclude<SourceKind, "transcript">;
}

const AGENT_FILE = /^agent-.+\.jsonl$/;

export function createTranscriptReader(lines: LineReader, tally: Tally): TranscriptReader {
  const reader = createEntryReader();
  return {
    read(path, place) {
      const about: { kind: SourceKind } = { kind: "empty" };
      const file = describe(path, place);
      let lastTime = Number.NaN;
      const onLine: LineHandlers["onLine"] = (bytes, from, end, isWhole) => {
        const wantsTime = Number.isNaN(file.firstTime);
        const isCounted = reader.read(bytes, from, end, wantsTime, isWhole);
        const { entry } = reader;
        if (wantsTime) file.firstTime = entry.time;
        if (!isCounted) return;
        if (!Number.isNaN(entry.time)) lastTime = entry.time;
        if (entry.type !== "cost-state") {
          tally.count(entry, bytes, file);
          return;
        }
        const state = readCostState(bytes.toString("utf8", from, end), lastTime);
        const { session } = entry;
        const sessionId = session.from < 0 ? file.sessionId : textAt(bytes, session.from, session.to);
        if (state !== undefined) tally.addCostState(state, sessionId);
      };
      const onStart = (start: Buffer): boolean => (about.kind = kindOf(start)) === "transcript";
      const bytes = lines.read(path, { onStart, onLine });
      return about.kind === "transcript" ? bytes : about.kind;
    },
  };
}

function describe(path: string, place: number): TallyFile {
  const isAgents = AGENT_FILE.test(basename(path));
  const folder = folderOfAgents(path);
  const isApart = isAgents && basename(folder) === "subagents";
  let kind: string | undefined;
  return {
    place,
    firstTime: Number.NaN,
    sessionId: isApart ? basename(dirname(folder)) : basename(path, ".jsonl"),
    project: basename(isApart ? dirname(dirname(folder)) : dirname(path)),
    isMain: !isAgents,
    agentKind: () => (kind ??= (isAgents ? readKind(path) : undefined) ?? "agent"),
  };
}

/** Agents of a workflow have a folder for each run, in `subagents/workflows/`. */
function folderOfAgents(path: string): string {
  const folder = dirname(path);
  const above = dirname(folder);
  return basename(above) === "workflows" ? dirname(above) : folder;
}

/** 2.1.74 tells the kind beside the file only. */
function readKind(path: string): string | undefined {
  try {
    const meta: unknown = JSON.parse(readFileSync(path.replace(/\.jsonl$/, ".meta.json"), "utf8"));
    const kind = (meta as { readonly agentType?: unknown } | null)?.agentType;
    return typeof kind === "string" && kind !== "" ? kind : undefined;
  } catch {
    return undefined;
  }
}

function readCostState(line: string, time: number): CostState | undefined {
  try {
    const { startTime, modelUsage } = fieldsOf(JSON.parse(line));
    const models = Array.from(readModels(modelUsage), ([model, { costUsd, figures }]) => ({
      model,
      costUsd,
      listUsd: listCost(model, figures) ?? 0,
    }));
    return { time, startTime: figureOf(startTime), models };
  } catch {
    return undefined;
  }
}
