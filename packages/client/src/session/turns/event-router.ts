// Delivers each event to its turns: those whose prompts it answers, or the turn that the CLI has begun by itself. Events
// whose owner is not known yet are held until a later event decides.

import type { Event, SessionState, TurnEndEvent } from "@unspool/protocol";
import { ClaudeError } from "../../errors.ts";
import type { TurnFailure } from "../../turn/failure.ts";
import type { SessionTurn } from "../../turn/session-turn.ts";
import type { LiveState } from "../state/live-state.ts";
import { createAttribution, type Attribution, type Owner } from "./attribution.ts";

export interface EventRouterOptions<Data> {
  readonly live: Pick<LiveState, "current">;
  /** The turns whose prompts have been written, by the uuid of the prompt. The scheduler keeps it. */
  readonly written: ReadonlyMap<string, { readonly turn: SessionTurn<Data> }>;
  readonly createTurn: (cause: "background" | "resume") => SessionTurn<Data>;
}

/** Real CLIs write a few kilobytes between a turn's first line and the line that tells which prompt it answers. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

interface HeldEvent {
  readonly event: Event;
  readonly before: SessionState;
}

export class EventRouter<Data> {
  readonly #options: EventRouterOptions<Data>;
  readonly #attribution: Attribution;
  #background: SessionTurn<Data> | undefined;
  #held: HeldEvent[] = [];
  /** Bytes of the stream since the first held event. */
  #heldBytes = 0;
  readonly #stoppedTaskIds = new Set<string>();

  constructor(options: EventRouterOptions<Data>) {
    this.#options = options;
    this.#attribution = createAttribution((taskId) => this.#isReportedLater(taskId));
  }

  /** The turn that the CLI has begun by itself, while it runs. */
  get background(): SessionTurn<Data> | undefined {
    return this.#background;
  }

  /** Number of background tasks that have ended without the model having been told. */
  get unreportedTasks(): number {
    return this.#attribution.unreportedTasks;
  }

  /** The host has asked the CLI to stop this task. */
  taskStopped(taskId: string): void {
    this.#stoppedTaskIds.add(taskId);
  }

  /** A prompt is about to be written. */
  expect(uuid: string): void {
    this.#attribution.written(uuid);
  }

  /** The expected prompt was not written after all. */
  forget(uuid: string): void {
    this.#attribution.forget(uuid);
  }

  /** Delivers an event. Returns the turn that the CLI has begun with it by itself, if any. */
  route(event: Event, before: SessionState): SessionTurn<Data> | undefined {
    const owner = this.#attribution.read(event);
    if (owner === "undecided") {
      this.#held.push({ event, before });
      return undefined;
    }
    let begun: SessionTurn<Data> | undefined;
    if (this.#held.length > 0) {
      const held = this.#held;
      this.#held = [];
      for (const item of held) begun = this.#deliver(item.event, owner, item.before) ?? begun;
    }
    return this.#deliver(event, owner, before) ?? begun;
  }

  /** Delivers a delta, which never decides whose turn it is. */
  routeDelta(event: Event): SessionTurn<Data> | undefined {
    const { owner } = this.#attribution;
    if (owner !== "undecided") return this.#deliver(event, owner, undefined);
    this.#held.push({ event, before: this.#options.live.current });
    return undefined;
  }

  /** Counts the bytes of a chunk and flushes the background turn. Returns an error if too much is held. */
  chunkRead(bytes: number): ClaudeError | undefined {
    this.#background?.flush(bytes);
    if (this.#held.length === 0) {
      this.#heldBytes = 0;
      return undefined;
    }
    this.#heldBytes += bytes;
    if (this.#heldBytes <= MAX_HELD_BYTES) return undefined;
    this.#held = [];
    const message = `Claude wrote more than ${MAX_HELD_BYTES >> 20} MB of a turn without telling which prompt it answers, which no known version does. The session was ended; start another one.`;
    return new ClaudeError("protocol-violation", message, { heldBytes: this.#heldBytes });
  }

  /** Returns the uuids of the prompts that a result answers. A result that answers none ends the background turn. */
  end(event: TurnEndEvent, after: SessionState): readonly string[] {
    const uuids = this.#attribution.endedBy(event);
    if (uuids.length === 0) {
      this.#background?.end(event, after);
      this.#background = undefined;
    }
    return uuids;
  }

  /** The process is gone. */
  fail(failure: TurnFailure, state: SessionState): void {
    this.#attribution.restart();
    this.#background?.fail(failure, state);
    this.#background = undefined;
    this.#held = [];
  }

  #deliver(event: Event, owner: Owner, before: SessionState | undefined): SessionTurn<Data> | undefined {
    if (owner === "background") {
      const begun = this.#background === undefined ? this.#beginBackground(before) : undefined;
      this.#background?.add(event);
      return begun;
    }
    const { joined, waiting } = this.#attribution;
    // Before a turn has begun, events belong to the oldest prompt, except the last ones about the turn before it.
    const uuids = owner === "prompt" ? joined : isTrailing(event) ? [] : waiting.slice(0, 1);
    for (const uuid of uuids) this.#options.written.get(uuid)?.turn.add(event);
    return undefined;
  }

  #beginBackground(before: SessionState = this.#options.live.current): SessionTurn<Data> {
    const turn = this.#options.createTurn(this.#attribution.isResumed ? "resume" : "background");
    turn.begin(before);
    this.#background = turn;
    return turn;
  }

  /**
   * Whether the CLI tells the model about the end of this task in a turn of its own. It does so if the task's tool call was
   * answered before. It does not for a command that the host has stopped (2.1.120 to 2.1.325), but does for a stopped agent
   * (2.1.200, 2.1.325).
   */
  #isReportedLater(taskId: string): boolean {
    const { tasks, openToolIds } = this.#options.live.current;
    const { toolUseId, status, taskType } = tasks.get(taskId) ?? {};
    if (toolUseId !== undefined && openToolIds.includes(toolUseId)) return false;
    const isStopped = this.#stoppedTaskIds.has(taskId) && (status === "stopped" || status === "killed");
    return !(isStopped && taskType === "local_bash");
  }
}

/** Whether the event is one that the CLI writes about a turn after its result. */
function isTrailing(event: Event): boolean {
  if (event.type === "session-state") return event.state === "idle";
  return event.type === "notice" && event.subtype === "command_lifecycle" && event.data["state"] === "completed";
}
