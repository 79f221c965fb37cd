// Finds the agents of a session by their files.

import { basename, dirname } from "node:path";
import type { JsonObject } from "@unspool/protocol";
import { parseObject } from "@unspool/protocol/kit";
import { readTime } from "./entry.ts";
import { openRegularFile, readHeadAndTail } from "./file-lines.ts";
import { listAgentFiles } from "./session-files.ts";

const FIRST_LINES_BYTES = 64 * 1024;

export interface AgentFile {
  readonly path: string;
  readonly startedAt: number;
  readonly depth: number;
  /** The tool use that started it. Since 2.1.200 the CLI writes it beside the file. */
  readonly toolUseId: string | undefined;
}

/** Returns the files of agents that are not known yet. Outer agents come first, as their files contain the calls of inner ones. */
export async function findAgents(file: string, known?: ReadonlyMap<string, unknown>): Promise<readonly AgentFile[]> {
  const { own, beside } = await listAgentFiles(file);
  const id = basename(file, ".jsonl");
  const found: AgentFile[] = [];
  for (const path of [...own, ...beside]) {
    if (known?.has(path) === true) continue;
    const first = await readFirstEntry(path);
    if (first === undefined || isWarmUp(first)) continue;
    if (dirname(path) === dirname(file) && first["sessionId"] !== id) continue;
    const { spawnDepth, toolUseId } = await readMeta(path);
    found.push({
      path,
      startedAt: readTime(first) ?? Number.NEGATIVE_INFINITY,
      depth: typeof spawnDepth === "number" ? spawnDepth : 0,
      toolUseId: typeof toolUseId === "string" ? toolUseId : undefined,
    });
  }
  return found.sort((one, other) => one.depth - other.depth || one.startedAt - other.startedAt);
}

async function readFirstEntry(path: string): Promise<JsonObject | undefined> {
  try {
    const { head } = await readHeadAndTail(path, FIRST_LINES_BYTES, FIRST_LINES_BYTES, 0);
    return head.map(parseObject).find((entry) => entry !== undefined);
  } catch {
    return undefined;
  }
}

/** 2.0.x starts two agents in each session by itself. */
function isWarmUp(entry: JsonObject): boolean {
  const message = entry["message"] as { readonly content?: unknown } | undefined;
  return message?.content === "Warmup";
}

async function readMeta(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const handle = await openRegularFile(path.replace(/\.jsonl$/, ".meta.json"));
    try {
      return parseObject(await handle.readFile("utf8")) ?? {};
    } finally {
      await handle.close();
    }
  } catch {
    return {};
  }
}
