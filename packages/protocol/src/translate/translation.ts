// What the translator knows: the line under way, and what must be remembered between lines. Everything here is bounded:
// a session of any length keeps the memory of its open messages only.

import type { Event, EventCommon, EventOf, EventType } from "./events.ts";
import { findToolCall, laneKey, type DeltaTemplate, type Lane } from "./lane.ts";
import { stampOriginal, type Original } from "./original.ts";
import { remember } from "./remember.ts";
import { NO_USAGE, type TokenUsage } from "./usage.ts";

/** How much of a bad line its event quotes. */
const MAX_MALFORMED_TEXT = 1000;

/** The beginning of a bad line, as a copy: a slice would keep all its megabytes in memory. */
export function quoteLine(raw: string): string {
  return JSON.parse(JSON.stringify(raw.slice(0, MAX_MALFORMED_TEXT))) as string;
}

/** Lines that need no event of their own, by reason. */
export type SilentReason =
  /** An empty line. */
  | "blank"
  /** The CLI shows that it is alive. */
  | "keep-alive"
  /** A finished block or message that had already come in pieces or in an earlier line. */
  | "already-seen"
  /** A step of a partial message that only carries bookkeeping. */
  | "bookkeeping";

export interface Translation {
  readonly onEvent: (event: Event) => void;
  readonly now: (() => number) | undefined;
  /** Agent id of a transcript → the tool use that started it, as far as the caller knows. */
  readonly agentCalls: ReadonlyMap<string, string> | undefined;

  /** The line under way. */
  line: number;
  agent: string | null;
  uuid: string | undefined;
  at: number | undefined;
  raw: string;
  original: Original | undefined;
  /** The line under way has been called malformed: once is enough. */
  isBroken: boolean;
  /** Events of the line under way. */
  emitted: number;

  sessionId: string | undefined;
  readonly lanes: Map<string, Lane>;
  /** The lane of the line before, which mostly is that of the next one too. */
  lastLane: Lane | undefined;
  readonly templates: DeltaTemplate[];
  readonly silent: Record<SilentReason, number>;
  /** Task or agent id → the tool use that started it. */
  readonly agentOfTask: Map<string, string>;
  /** Calls of a transcript that may have started an agent: their prompts, and those by prompt that none has claimed. */
  readonly promptOfCall: Map<string, string>;
  readonly callsOfPrompt: Map<string, Set<string>>;
  /** Entry of a 1.x transcript → its agent. */
  readonly agentOfEntry: Map<string, string>;
  /** Background task of a transcript → the notice of its end. */
  readonly endedTasks: Map<string, string>;
  /** Ids of control requests of the CLI that wait for an answer. */
  readonly openRequests: Map<string, true>;
  /** What finished lines have told, by agent and uuid: a line that comes again tells nothing. */
  readonly told: Map<string, true>;
  /** The session whose results end turns: that of the last init message; without one, that of the last main line. */
  ownSession: string | undefined;
  hasInit: boolean;
  /** Uuid of the last result, until anything of another turn comes. */
  lastResult: string | undefined;
  /** Last whole texts of the main agent since the last result: those of its last message that has any. */
  readonly lastTexts: string[];
  /** The message they are of. */
  lastTextOf: string | undefined;
  /** The CLI said that the person interrupted this turn. */
  isInterrupted: boolean;
  /** A version or envelope ids: signs of a real CLI, whose results are never doubly encoded. */
  isRealCli: boolean;
  /** The init message names a version of Qwen Code, which writes the same wire with habits of its own. */
  isQwenCode: boolean;
  /** What the process had cost at the last result. */
  totalCostUsd: number;
  /** What a process of Qwen Code had used at the last result. */
  totalUsage: TokenUsage;
}

/** A translation that has seen nothing yet. */
export function createTranslation(
  start: Pick<Translation, "onEvent" | "now" | "totalCostUsd" | "agentCalls">,
): Translation {
  return {
    onEvent: start.onEvent,
    now: start.now,
    agentCalls: start.agentCalls,
    totalCostUsd: start.totalCostUsd,
    line: 0,
    agent: null,
    uuid: undefined,
    at: undefined,
    raw: "",
    original: undefined,
    isBroken: false,
    emitted: 0,
    sessionId: undefined,
    lanes: new Map(),
    lastLane: undefined,
    templates: [],
    silent: { blank: 0, "keep-alive": 0, "already-seen": 0, bookkeeping: 0 },
    agentOfTask: new Map(),
    promptOfCall: new Map(),
    callsOfPrompt: new Map(),
    agentOfEntry: new Map(),
    endedTasks: new Map(),
    openRequests: new Map(),
    told: new Map(),
    ownSession: undefined,
    hasInit: false,
    lastResult: undefined,
    lastTexts: [],
    lastTextOf: undefined,
    isInterrupted: false,
    isRealCli: false,
    isQwenCode: false,
    totalUsage: NO_USAGE,
  };
}

/** An event whose fields are still being set. */
export type Draft<Type extends EventType> = Mutable<EventOf<Type>>;
type Mutable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

/** The fields of an event beside the common ones; `undefined` stands for an absent field. */
type Fields<Type extends EventType> = Loose<Omit<EventOf<Type>, "type" | keyof EventCommon>>;
type Loose<Shape> = {
  readonly [Key in keyof Shape]: Record<never, never> extends Pick<Shape, Key> ? Shape[Key] | undefined : Shape[Key];
};

/** Emits an event of the line under way. For events that come by the thousand there are `openEvent` and `sendEvent`. */
export function emit<Type extends EventType>(t: Translation, type: Type, fields: Fields<Type>): void {
  const event = openEvent(t, type, undefined) as unknown as Record<string, unknown>;
  const given = fields as Readonly<Record<string, unknown>>;
  for (const key in given) {
    if (given[key] !== undefined) event[key] = given[key];
  }
  sendEvent(t, event as unknown as Event);
}

/** Names what is wrong with the line under way; whatever can be saved of it is sent as well. */
export function reportBadShape(t: Translation, detail: string): void {
  if (t.isBroken) return;
  t.isBroken = true;
  emit(t, "malformed", { reason: "bad-shape", detail, text: quoteLine(t.raw) });
}

/** Whether an agent's line holds the call that started this agent, or an answer to it: only a fork has seen either. */
export function isForkCall(t: Translation, id: unknown): boolean {
  const { agent } = t;
  if (agent === null || id !== agent) return false;
  if (t.promptOfCall.has(agent)) return true;
  const call = findToolCall(t.lanes.values(), (message) => message.tools?.get(agent));
  return call !== undefined && call.lane.agent !== agent;
}

/** Whether a line with the uuid of this one has told the same agent the same before. */
export function isRepeated(t: Translation, what: string): boolean {
  if (t.uuid === undefined) return false;
  const key = `${laneKey(t.sessionId, t.agent)} ${t.uuid} ${what}`;
  const isKnown = t.told.has(key);
  remember(t.told, key, true);
  return isKnown;
}

/**
 * Begins an event with the fields all have. Given a lane, it is a late event: another line brought it about, so it
 * carries no uuid. Literals and named fields are 20 times faster than spreads and computed ones on Node 20.
 */
export function openEvent<Type extends EventType>(t: Translation, type: Type, lane: Lane | undefined): Draft<Type> {
  const isOwn = lane === undefined;
  const agent = isOwn ? t.agent : lane.agent;
  const sessionId = isOwn ? t.sessionId : lane.sessionId;
  const uuid = isOwn ? t.uuid : undefined;
  const { line, at } = t;
  const event: Record<string, unknown> =
    sessionId === undefined
      ? { type, agent, line }
      : uuid === undefined
        ? { type, agent, sessionId, line }
        : { type, agent, sessionId, line, uuid };
  if (sessionId === undefined && uuid !== undefined) event["uuid"] = uuid;
  if (at !== undefined) event["at"] = at;
  return event as unknown as Draft<Type>;
}

/** Hands an event on. */
export function sendEvent(t: Translation, event: Event): void {
  t.emitted += 1;
  if (t.original !== undefined) stampOriginal(event, t.original);
  t.onEvent(event);
}
