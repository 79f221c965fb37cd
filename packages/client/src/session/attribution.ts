// Whose turn is it? A result belongs to the prompt it answers, never to "the next one": the CLI also begins turns by
// itself when a background task has ended. What the wire tells, in order of trust: uuids that a line names (2.1.325), the
// replay of the prompt's own line (all since 1.0.110), the origin of a result, and whether anything else could have begun a turn.

import { originalOf, type ControlRequestEvent, type Event, type TurnEndEvent } from "@unspool/protocol";

/** Whose event it is. `undecided`: the next ones will tell. */
export type Owner = "prompt" | "background" | "undecided" | "nobody";

export interface Attribution {
  /** A prompt was written. */
  written(id: string): void;
  /** A prompt is not waited for any more. */
  forget(id: string): void;
  /** The program is gone: nothing that it began will be ended. */
  restart(): void;
  /** Prompts that were written and have no result yet, oldest first. */
  readonly waiting: readonly string[];
  /** Those that the turn under way answers, if it answers any: the oldest, and those taken into it. */
  readonly joined: readonly string[];
  /** Whose everything is that says nothing about it. */
  readonly owner: Owner;
  /** What an event says about the owner, who is then told. */
  read(event: Event): Owner;
  /** The turn under way goes on with a deferred call of a resumed session. */
  readonly isResumed: boolean;
  /** Background tasks that have ended without a turn about it. */
  readonly untold: number;
  /** Which prompts a result answers. None: a turn that the CLI began by itself. */
  endedBy(event: TurnEndEvent): readonly string[];
}

/** @param isBackground whether the task of this id lives on its own, beside its tool call */
export function createAttribution(isBackground: (taskId: string) => boolean): Attribution {
  let waiting: readonly string[] = [];
  /** Asked for at every event, so it is made when it changes. */
  let joined: readonly string[] = [];
  const seen = new Set<string>();
  let owner: Owner = "nobody";
  let untold = 0;
  /** The program has neither begun nor ended a turn yet. */
  let isFresh = true;
  let isResumed = false;
  let namesPrompts = false;
  let replays = false;

  const join = (): void => {
    joined = waiting.filter((id, place) => place === 0 || seen.has(id));
  };
  const see = (ids: readonly string[]): boolean => {
    const known = ids.filter((id) => waiting.includes(id));
    for (const id of known) seen.add(id);
    if (known.length > 0) join();
    return known.length > 0;
  };
  const forget = (id: string): void => {
    waiting = waiting.filter((other) => other !== id);
    seen.delete(id);
    join();
  };
  /** At the first line of a turn. */
  const decide = (named: readonly string[]): Owner => {
    if (see(named) || waiting.some((id) => seen.has(id))) return "prompt";
    if (waiting.length === 0 || named.length > 0) return "background";
    if (untold === 0) return "prompt";
    return namesPrompts ? "background" : "undecided";
  };
  const tell = (): void => {
    untold = Math.max(0, untold - 1);
  };
  const give = (to: Owner): void => {
    if (to === "background" && owner !== "background") tell();
    owner = to;
  };
  const open = (named: readonly string[]): void => give(decide(named));
  /** A turn of every prompt begins with an init line. One that goes on with a deferred call begins with that call. */
  const resume = (): void => {
    if (!isFresh || owner !== "nobody") return;
    isResumed = true;
    give("background");
  };

  return {
    written(id) {
      waiting = [...waiting, id];
      join();
    },
    forget,
    restart() {
      waiting = [];
      joined = [];
      seen.clear();
      owner = "nobody";
      untold = 0;
      isFresh = true;
      isResumed = false;
    },
    get waiting() {
      return waiting;
    },
    get joined() {
      return joined;
    },
    get owner() {
      return owner;
    },
    get isResumed() {
      return isResumed;
    },
    get untold() {
      return untold;
    },
    read(event) {
      switch (event.type) {
        case "session-init": {
          const named = namesOf(event);
          if (named.length > 0) namesPrompts = true;
          // 2.1.74 keeps the result back while tasks live, and tells of them in the same turn.
          if (owner === "prompt" || owner === "background") tell();
          else open(named);
          isFresh = false;
          break;
        }
        case "notice":
          if (event.subtype === "command_lifecycle" && event.data["state"] === "started") {
            namesPrompts = true;
            const id = event.data["command_uuid"];
            if (typeof id !== "string") break;
            if (!see([id])) resume();
            else if (owner === "nobody") give("prompt");
          }
          break;
        case "user-message":
          if (event.uuid !== undefined && see([event.uuid])) {
            replays = true;
            if (owner !== "background") give("prompt");
          }
          break;
        case "permission-request":
        case "tool-result":
          if (event.agent === null) resume();
          break;
        case "control-request":
          if (event.agent === null && isToolHook(event)) resume();
          break;
        case "message-start":
          if (event.agent !== null) break;
          if (owner === "nobody") open([]);
          // A prompt's own line comes before the first message; one that runs a command has no message at all.
          if (owner === "undecided") give(replays ? "background" : "prompt");
          break;
        case "task-end":
          if (isBackground(event.taskId)) untold += 1;
          break;
        case "turn-end":
          if (owner === "undecided" || owner === "nobody") give(isOwnEnd(event, waiting) ? "prompt" : "background");
          break;
        default:
      }
      return owner;
    },
    endedBy(event) {
      const named = namesOf(event);
      const answered = owner === "prompt" ? joined : [];
      const ended = named.length > 0 ? waiting.filter((id) => named.includes(id)) : answered;
      owner = "nobody";
      isFresh = false;
      isResumed = false;
      for (const id of ended) forget(id);
      return ended;
    },
  };
}

function isToolHook({ subtype, payload }: ControlRequestEvent): boolean {
  const { input } = payload;
  const isHook = subtype === "hook_callback" && typeof input === "object" && input !== null;
  return isHook && "hook_event_name" in input && input["hook_event_name"] === "PreToolUse";
}

function isOwnEnd(event: TurnEndEvent, waiting: readonly string[]): boolean {
  const named = namesOf(event);
  if (named.length > 0) return named.some((id) => waiting.includes(id));
  const origin = originalOf(event)?.["origin"];
  const isTold =
    typeof origin === "object" && origin !== null && "kind" in origin && origin["kind"] === "task-notification";
  return waiting.length > 0 && !isTold;
}

/** The prompts that a line names. */
function namesOf(event: Event): readonly string[] {
  const original = originalOf(event);
  const several = original?.["user_message_uuids"];
  if (Array.isArray(several)) return several.filter((id): id is string => typeof id === "string");
  const one = original?.["user_message_uuid"];
  return typeof one === "string" ? [one] : [];
}
