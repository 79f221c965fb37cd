// Reads one transcript file into the handlers of its entries and cost-states.

import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { parseObject } from "@unspool/protocol/kit";
import { createEntryScanner, decodeString } from "../scan/entry-scanner.ts";
import type { Entry } from "../scan/entry.ts";
import type { LineHandlers, LineReader } from "./line-reader.ts";
import { type ModelUsage, parseModelUsage, toCount } from "./model-usage.ts";
import { detectSourceKind, type SourceKind } from "../../source/source-kind.ts";

/** A file that is being read. */
export interface TranscriptFile {
  /** Its index in the order of reading. */
  readonly index: number;
  /** The time of its first line that has one; NaN before that line. */
  firstTime: number;
  /** For lines that name no session. */
  readonly sessionId: string;
  /** For sessions that name no folder. */
  readonly project: string;
  /** Whether this is a session's own file, which holds its cost-states. */
  readonly isMain: boolean;
  /** Returns the kind of agent in an agent's file, for lines that do not name it. */
  agentKind(): string;
}

/** The costs of a session up to a point of its file, as the CLI reports them. */
export interface CostState {
  /** The time of the line before it: a cost-state has no time of its own. */
  readonly time: number;
  /** When counting started. Forks share it with the session that they come from. */
  readonly startTime: number;
  readonly models: ReadonlyMap<string, ModelUsage>;
}

export interface TranscriptHandlers {
  readonly onEntry: (entry: Entry, bytes: Buffer, file: TranscriptFile) => void;
  readonly onCostState: (state: CostState, sessionId: string) => void;
}

export interface TranscriptReader {
  /**
   * Returns the number of bytes read, or the kind of source if it is not a transcript.
   * @param index in the order of reading
   * @throws the system's error if the file cannot be read
   */
  read(path: string, index: number): number | Exclude<SourceKind, "transcript">;
}

const AGENT_FILE = /^agent-.+\.jsonl$/;

export function createTranscriptReader(
  lines: LineReader,
  { onEntry, onCostState }: TranscriptHandlers,
): TranscriptReader {
  const scanner = createEntryScanner();
  const { entry } = scanner;
  return {
    read(path, index) {
      const detected: { kind: SourceKind } = { kind: "empty" };
      const file = describeFile(path, index);
      let lastTime = Number.NaN;
      const onLine: LineHandlers["onLine"] = (bytes, from, end, isWhole) => {
        const wantsTime = Number.isNaN(file.firstTime);
        const isCounted = scanner.scan(bytes, from, end, wantsTime, isWhole);
        if (wantsTime) file.firstTime = entry.time;
        if (!isCounted) return;
        if (!Number.isNaN(entry.time)) lastTime = entry.time;
        if (entry.type !== "cost-state") {
          onEntry(entry, bytes, file);
          return;
        }
        const state = parseCostState(bytes.toString("utf8", from, end), lastTime);
        const { session } = entry;
        const sessionId = session.from < 0 ? file.sessionId : decodeString(bytes, session.from, session.to);
        if (state !== undefined) onCostState(state, sessionId);
      };
      const onStart = (start: Buffer): boolean => (detected.kind = detectSourceKind(start)) === "transcript";
      const bytes = lines.read(path, { onStart, onLine });
      return detected.kind === "transcript" ? bytes : detected.kind;
    },
  };
}

function describeFile(path: string, index: number): TranscriptFile {
  const isAgents = AGENT_FILE.test(basename(path));
  const folder = findAgentsFolder(path);
  const isBelowSession = isAgents && basename(folder) === "subagents";
  let kind: string | undefined;
  return {
    index,
    firstTime: Number.NaN,
    sessionId: isBelowSession ? basename(dirname(folder)) : basename(path, ".jsonl"),
    project: basename(isBelowSession ? dirname(dirname(folder)) : dirname(path)),
    isMain: !isAgents,
    agentKind: () => (kind ??= (isAgents ? readAgentKind(path) : undefined) ?? "agent"),
  };
}

/** The agents of a workflow have one folder per run, in `subagents/workflows/`. */
function findAgentsFolder(path: string): string {
  const folder = dirname(path);
  const above = dirname(folder);
  return basename(above) === "workflows" ? dirname(above) : folder;
}

/** 2.1.74 writes the kind of an agent only to a file beside the agent's. */
function readAgentKind(path: string): string | undefined {
  try {
    const kind = parseObject(readFileSync(path.replace(/\.jsonl$/, ".meta.json"), "utf8"))?.["agentType"];
    return typeof kind === "string" && kind !== "" ? kind : undefined;
  } catch {
    return undefined;
  }
}

function parseCostState(line: string, time: number): CostState | undefined {
  const state = parseObject(line);
  if (state === undefined) return undefined;
  return { time, startTime: toCount(state["startTime"]), models: parseModelUsage(state["modelUsage"]) };
}
