// Decides which prompts a turn of the CLI answers. A result does not simply belong to the next prompt, because the CLI also
// begins turns by itself when a background task has ended. The evidence, most reliable first: uuids that a line names
// (2.1.325), the replay of the prompt's line (all since 1.0.110), the origin of a result, and whether anything else could
// have begun a turn.

import { originalOf, type ControlRequestEvent, type Event, type TurnEndEvent } from "@unspool/protocol";

/** The owner of an event. `undecided` until a later event decides. */
export type Owner = "prompt" | "background" | "undecided" | "nobody";

export interface Attribution {
  /** A prompt was written. */
  written(id: string): void;
  /** A prompt is not expected any more. */
  forget(id: string): void;
  /** The process is gone: the turns that it began will not end. */
  restart(): void;
  /** Prompts that were written and have no result yet, oldest first. */
  readonly waiting: readonly string[];
  /** Prompts that the turn under way answers, if it answers any: the oldest one, and those merged into it. */
  readonly joined: readonly string[];
  /** The owner of events that are no evidence. */
  readonly owner: Owner;
  /** Reads the evidence in an event and returns its owner. */
  read(event: Event): Owner;
  /** Whether the turn under way continues a deferred call of a resumed session. */
  readonly isResumed: boolean;
  /** Number of background tasks that have ended without a turn that tells the model. */
  readonly unreportedTasks: number;
  /** Returns the prompts that a result answers. None for a turn that the CLI began by itself. */
  endedBy(event: TurnEndEvent): readonly string[];
}

/** @param isReportedLater whether the CLI tells the model about the end of this task in a turn of its own */
export function createAttribution(isReportedLater: (taskId: string) => boolean): Attribution {
  let waiting: readonly string[] = [];
  /** Read for every event, so it is computed only when it changes. */
  let joined: readonly string[] = [];
  const seen = new Set<string>();
  let owner: Owner = "nobody";
  let unreportedTasks = 0;
  /** Whether the process has neither begun nor ended a turn yet. */
  let isFresh = true;
  let isResumed = false;
  let namesPrompts = false;
  let replays = false;

  const join = (): void => {
    joined = waiting.filter((id, index) => index === 0 || seen.has(id));
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
  /** Decides at the first line of a turn. */
  const decide = (named: readonly string[]): Owner => {
    if (see(named) || waiting.some((id) => seen.has(id))) return "prompt";
    if (waiting.length === 0 || named.length > 0) return "background";
    if (unreportedTasks === 0) return "prompt";
    return namesPrompts ? "background" : "undecided";
  };
  const taskReported = (): void => {
    unreportedTasks = Math.max(0, unreportedTasks - 1);
  };
  const setOwner = (to: Owner): void => {
    if (to === "background" && owner !== "background") taskReported();
    owner = to;
  };
  const open = (named: readonly string[]): void => setOwner(decide(named));
  /** A turn that continues a deferred call begins with that call. Turns of prompts begin with an init line. */
  const resume = (): void => {
    if (!isFresh || owner !== "nobody") return;
    isResumed = true;
    setOwner("background");
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
      unreportedTasks = 0;
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
    get unreportedTasks() {
      return unreportedTasks;
    },
    read(event) {
      switch (event.type) {
        case "session-init": {
          const named = readPromptIds(event);
          if (named.length > 0) namesPrompts = true;
          // 2.1.74 holds the result back while tasks run, and tells the model about them in the same turn.
          if (owner === "prompt" || owner === "background") taskReported();
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
            else if (owner === "nobody") setOwner("prompt");
          }
          break;
        case "user-message":
          if (event.uuid !== undefined && see([event.uuid])) {
            replays = true;
            if (owner !== "background") setOwner("prompt");
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
          // The replayed prompt comes before the first message. A prompt that runs a command has no message at all.
          if (owner === "undecided") setOwner(replays ? "background" : "prompt");
          break;
        case "task-end":
          if (isReportedLater(event.taskId)) unreportedTasks += 1;
          break;
        case "turn-end":
          if (owner === "undecided" || owner === "nobody")
            setOwner(endsPrompt(event, waiting) ? "prompt" : "background");
          break;
        default:
      }
      return owner;
    },
    endedBy(event) {
      const named = readPromptIds(event);
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

function endsPrompt(event: TurnEndEvent, waiting: readonly string[]): boolean {
  const named = readPromptIds(event);
  if (named.length > 0) return named.some((id) => waiting.includes(id));
  const origin = originalOf(event)?.["origin"];
  const isAboutTask =
    typeof origin === "object" && origin !== null && "kind" in origin && origin["kind"] === "task-notification";
  return waiting.length > 0 && !isAboutTask;
}

/** Returns the uuids of the prompts that a line names. */
function readPromptIds(event: Event): readonly string[] {
  const original = originalOf(event);
  const several = original?.["user_message_uuids"];
  if (Array.isArray(several)) return several.filter((id): id is string => typeof id === "string");
  const one = original?.["user_message_uuid"];
  return typeof one === "string" ? [one] : [];
}
