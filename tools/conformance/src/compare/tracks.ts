// Splits a run into tracks: one per agent, tool call and task, one for requests, one for the session. Order counts only within
// a track, because tools and agents race with the stream.

import { createDecoder, type Event } from "@unspool/protocol";
import { isRecord } from "@unspool/protocol/kit";
import { createNames, type Names } from "./names.ts";
import { scrub, type ScrubOptions } from "./scrub.ts";

export type Tracks = ReadonlyMap<string, readonly string[]>;

export interface TrackOptions extends ScrubOptions {
  /** Whether the CLI sent side requests. Its totals then include costs that the scenario does not know. */
  readonly hasSideCosts: boolean;
}

/** Returns the tracks of one process. */
export function createTracks(lines: readonly string[], options: TrackOptions): Tracks {
  const events = joinDeltas(decodeLines(lines));
  const names = createNames(events);
  const tracks = new Map<string, string[]>();
  const costs = createCostRace();
  for (const event of events) {
    const hasSideCosts = costs.isRacing(event) || options.hasSideCosts;
    const entry = describe(event, names, { ...options, hasSideCosts });
    if (entry === undefined) continue;
    const track = findTrack(event, names);
    tracks.set(track, [...(tracks.get(track) ?? []), entry]);
  }
  return tracks;
}

export function decodeLines(lines: readonly string[]): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(lines.map((line) => `${line}\n`).join(""));
  decoder.end();
  return events;
}

/** Joins consecutive deltas of a block, since their boundaries depend on the network. */
function joinDeltas(events: readonly Event[]): Event[] {
  const joined: Event[] = [];
  const last = new Map<string, number>();
  for (const event of events) {
    if (event.type !== "text-delta" && event.type !== "thinking-delta" && event.type !== "tool-call-delta") {
      if ("block" in event) last.delete(`${event.messageId} ${event.block}`);
      joined.push(event);
      continue;
    }
    const key = `${event.messageId} ${event.block}`;
    const place = last.get(key);
    const before = place === undefined ? undefined : joined[place];
    if (place === undefined || before === undefined) {
      last.set(key, joined.length);
      joined.push(event);
    } else if (event.type === "tool-call-delta" && before.type === "tool-call-delta") {
      joined[place] = { ...before, partialJson: before.partialJson + event.partialJson };
    } else if (event.type !== "tool-call-delta" && before.type === event.type) {
      joined[place] = { ...before, text: before.text + event.text };
    }
  }
  return joined;
}

/** While agents work in the background, their cost at the end of a turn depends on the machine's load. */
function createCostRace(): { isRacing(event: Event): boolean } {
  const running = new Set<string>();
  let wasRunning = false;
  return {
    isRacing(event) {
      if (event.type === "task-start") running.add(event.taskId);
      if (event.type === "task-end") running.delete(event.taskId);
      if (event.type !== "turn-end") return false;
      const isRacing = wasRunning || running.size > 0;
      wasRunning = running.size > 0;
      return isRacing;
    },
  };
}

function findTrack(event: Event, names: Names): string {
  switch (event.type) {
    case "tool-result":
      return `result of ${names.tool(event.toolUseId) ?? ""}`;
    case "task-start":
    case "task-progress":
    case "task-update":
    case "task-end":
      return names.task(event.taskId);
    case "tasks-changed":
      return "tasks";
    case "user-message":
      return `user lines of ${names.agent(event.agent)}`;
    case "permission-request":
    case "permission-cancel":
    case "permission-denied":
    case "control-request":
      return "questions";
    case "control-response":
      return "answers";
    case "hook-start":
    case "hook-progress":
    case "hook-end":
      return "hooks";
    default:
      return "messageId" in event ? names.agent(event.agent) : "session";
  }
}

/** Formats an event as one line. Undefined if the event depends only on timing. */
function describe(event: Event, names: Names, options: TrackOptions): string | undefined {
  if (event.type === "tool-progress") return undefined;
  const { type, agent, line: _line, sessionId: _session, uuid: _uuid, at: _at, ...fields } = event;
  const view: Record<string, unknown> = { ...fields };
  if ("messageId" in event && event.messageId !== undefined)
    view["messageId"] = names.message({ agent, messageId: event.messageId });
  if ("toolUseId" in event) view["toolUseId"] = names.tool(event.toolUseId);
  if ("taskId" in event && event.taskId !== undefined) view["taskId"] = names.task(event.taskId);
  if ("requestId" in event) view["requestId"] = names.request(event.requestId, "request");
  simplify(event, view, names, options);
  return `${type} ${agent === null ? "" : `(${names.agent(agent)}) `}${JSON.stringify(scrub(view, options))}`;
}

/** Removes what depends on the environment, the clock or the vendor's lists. */
function simplify(event: Event, view: Record<string, unknown>, names: Names, options: TrackOptions): void {
  switch (event.type) {
    case "session-init":
      for (const list of ["slashCommands", "agents", "skills", "plugins", "capabilities"]) {
        view[list] = (view[list] as readonly unknown[]).length > 0 ? "some" : "none";
      }
      break;
    case "compaction":
      // The size includes the vendor's text around the summary, and the length of paths.
      if (event.postTokens !== undefined) view["postTokens"] = "some";
      break;
    case "message-retracted":
      view["uuids"] = event.uuids.length;
      break;
    case "tasks-changed":
      view["tasks"] = event.tasks.map((task) => ({ ...task, taskId: names.task(task.taskId) }));
      break;
    case "task-start":
      if (event.parentTaskId !== undefined) view["parentTaskId"] = names.task(event.parentTaskId);
      break;
    case "task-progress":
    case "task-end":
      if (event.usage !== undefined) view["usage"] = { toolUses: event.usage.toolUses };
      break;
    case "control-response":
      view["payload"] = describeShape(event.payload);
      break;
    case "turn-end":
      view["denials"] = event.denials.map((denial) => ({ ...denial, toolUseId: names.tool(denial.toolUseId) }));
      if (options.hasSideCosts)
        for (const key of ["totalCostUsd", "costUsd", "modelUsage", "modelUsageAdded"]) delete view[key];
      break;
    case "notice":
      view["data"] = describeShape(event.data);
      break;
    case "hook-start":
    case "hook-end":
      delete view["hookId"];
      break;
    default:
  }
}

/** Returns the names of the fields without their values. */
function describeShape(value: unknown): unknown {
  return isRecord(value) ? Object.keys(value).sort() : typeof value;
}
