// Reads the files of a session and of its agents as events, in the order of their times.

import { basename } from "node:path";
import {
  createDecoder,
  decode,
  endSession,
  type Event,
  initialState,
  reduce,
  type SessionState,
} from "@unspool/protocol";
import { parseObject } from "@unspool/protocol/kit";
import { ClaudeError } from "../errors.ts";
import { findAgents, type AgentFile } from "./agent-files.ts";
import { readFileRegions } from "./file-lines.ts";
import { createCursor, mergeLines, type FileCursor } from "./merge.ts";

const MAX_LINE_BYTES = 16 << 20;
/** How often a followed file is polled. Network folders and containers do not report changes. */
const LOOK_MS = 250;

export async function* readEvents(file: string): AsyncGenerator<Event, void, undefined> {
  const agents = await findAgents(file);
  const agentCalls = await mapAgentsToCalls(file, agents);
  const cursors = [createCursor(file, Number.NEGATIVE_INFINITY), ...agents.map(toCursor)];
  yield* decode(mergeLines(cursors, true, createMissingHandler(file)), { agentCalls });
}

/** Yields the current events, and then new ones, also of agents that start later. Ends when the signal is aborted. */
export async function* followEvents(file: string, signal: AbortSignal): AsyncGenerator<Event, void, undefined> {
  let events: Event[] = [];
  const agentCalls = new Map<string, string>();
  const decoder = createDecoder({ agentCalls, onEvent: (event) => events.push(event) });
  const cursors = new Map([[file, createCursor(file, Number.NEGATIVE_INFINITY)]]);
  while (!signal.aborted) {
    const agents = await findAgents(file, cursors);
    for (const [agentId, call] of await mapAgentsToCalls(cursors.size === 1 ? file : undefined, agents))
      agentCalls.set(agentId, call);
    for (const agent of agents) cursors.set(agent.path, toCursor(agent));
    for await (const piece of mergeLines([...cursors.values()], false, createMissingHandler(file))) {
      decoder.push(piece);
      const given = events;
      events = [];
      yield* given;
      if (signal.aborted) break;
    }
    await pause(LOOK_MS, signal);
  }
  decoder.end();
  yield* events;
}

export async function readState(file: string): Promise<SessionState> {
  let state = initialState();
  for await (const event of readEvents(file)) state = reduce(state, event);
  return endSession(state);
}

/** The file of an agent may disappear while it is read. The session's own file must exist. */
function createMissingHandler(file: string): (cursor: FileCursor, error: unknown) => void {
  return ({ path }, cause) => {
    if (path === file)
      throw new ClaudeError("file-failed", `${file} could not be read: ${String(cause)}`, { file }, { cause });
  };
}

function toCursor({ path, startedAt }: AgentFile): FileCursor {
  return createCursor(path, startedAt);
}

/** Maps agent ids to the tool uses that started them. @param file is searched for agents whose tool use is unknown */
async function mapAgentsToCalls(file: string | undefined, agents: readonly AgentFile[]): Promise<Map<string, string>> {
  const calls = new Map<string, string>();
  for (const { path, toolUseId } of agents) if (toolUseId !== undefined) calls.set(parseAgentId(path), toolUseId);
  if (file === undefined || calls.size === agents.length) return calls;
  for await (const { bytes } of readFileRegions(file, MAX_LINE_BYTES, () => undefined)) {
    if (!bytes.includes('"agentId":"')) continue;
    for (const line of bytes.toString("utf8").split("\n")) {
      if (!line.includes('"agentId":"') || !line.includes('"toolUseResult":')) continue;
      const { toolUseResult, message } = (parseObject(line) ?? {}) as Readonly<Record<string, Fields>>;
      const [block, ...more] = Array.isArray(message?.["content"]) ? (message["content"] as Fields[]) : [];
      const [agentId, call] = [toolUseResult?.["agentId"], block?.["tool_use_id"]];
      if (typeof agentId === "string" && typeof call === "string" && more.length === 0) calls.set(agentId, call);
    }
  }
  return calls;
}

type Fields = Readonly<Record<string, unknown>> | undefined;

function parseAgentId(path: string): string {
  return basename(path, ".jsonl").slice("agent-".length);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish, { once: true });
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    }
    if (signal.aborted) finish();
  });
}
