// What the translator knows: the line under way, and what must be remembered between lines. Everything here is bounded:
// a session of any length keeps the memory of its open messages only.

import type { Event, EventCommon, EventOf, EventType } from "./events.ts";
import type { DeltaTemplate, Lane } from "./lane.ts";
import { stampOriginal, type Original } from "./original.ts";

/** How much of a bad line its event quotes. */
export const MAX_MALFORMED_TEXT = 1000;

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

  /** The line under way. */
  line: number;
  agent: string | null;
  uuid: string | undefined;
  at: number | undefined;
  raw: string;
  original: Original | undefined;
  /** Events of the line under way. */
  emitted: number;

  sessionId: string | undefined;
  readonly lanes: Map<string, Lane>;
  readonly templates: DeltaTemplate[];
  readonly silent: Record<SilentReason, number>;
  /** Task or agent id → the tool use that started it. */
  readonly agentOfTask: Map<string, string>;
  /** Entry of a 1.x transcript → its agent. */
  readonly agentOfEntry: Map<string, string>;
  /** Control requests of the CLI that wait for an answer, by id; the value tells permissions from the rest. */
  readonly openRequests: Map<string, string>;
  /** Last whole text of the main agent since the last result. */
  lastText: string | undefined;
  /** The CLI said that the person interrupted this turn. */
  isInterrupted: boolean;
  /** A version or envelope ids: signs of a real CLI, whose results are never doubly encoded. */
  isRealCli: boolean;
  /** What the process had cost at the last result. */
  totalCostUsd: number;
}

/** A translation that has seen nothing yet. */
export function createTranslation(start: Pick<Translation, "onEvent" | "now" | "totalCostUsd">): Translation {
  return {
    ...start,
    line: 0,
    agent: null,
    uuid: undefined,
    at: undefined,
    raw: "",
    original: undefined,
    emitted: 0,
    sessionId: undefined,
    lanes: new Map(),
    templates: [],
    silent: { blank: 0, "keep-alive": 0, "already-seen": 0, bookkeeping: 0 },
    agentOfTask: new Map(),
    agentOfEntry: new Map(),
    openRequests: new Map(),
    lastText: undefined,
    isInterrupted: false,
    isRealCli: false,
  };
}

/** The fields of an event beside the common ones; `undefined` stands for an absent field. */
type Fields<Type extends EventType> = Loose<Omit<EventOf<Type>, "type" | keyof EventCommon>>;
type Loose<Shape> = {
  readonly [Key in keyof Shape]: Record<never, never> extends Pick<Shape, Key> ? Shape[Key] | undefined : Shape[Key];
};

/** Emits an event of the line under way. */
export function emit<Type extends EventType>(t: Translation, type: Type, fields: Fields<Type>): void {
  send(t, type, t.agent, t.uuid, fields);
}

/** Names what is wrong with the line under way; whatever can be saved of it is sent as well. */
export function reportBadShape(t: Translation, detail: string): void {
  emit(t, "malformed", { reason: "bad-shape", detail, text: t.raw.slice(0, MAX_MALFORMED_TEXT) });
}

/** Emits an event that another line brought about: it carries no uuid, since that line is not its own. */
export function emitLate<Type extends EventType>(
  t: Translation,
  agent: string | null,
  type: Type,
  fields: Fields<Type>,
): void {
  send(t, type, agent, undefined, fields);
}

function send(
  t: Translation,
  type: EventType,
  agent: string | null,
  uuid: string | undefined,
  fields: Readonly<Record<string, unknown>>,
): void {
  const event: Record<string, unknown> = { type, agent };
  if (t.sessionId !== undefined) event["sessionId"] = t.sessionId;
  event["line"] = t.line;
  if (uuid !== undefined) event["uuid"] = uuid;
  if (t.at !== undefined) event["at"] = t.at;
  for (const key in fields) {
    if (fields[key] !== undefined) event[key] = fields[key];
  }
  t.emitted += 1;
  const whole = event as unknown as Event;
  if (t.original !== undefined) stampOriginal(whole, t.original);
  t.onEvent(whole);
}
