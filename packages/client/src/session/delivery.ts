// Who gets an event: the turns of the prompts that it answers, or one that the CLI has begun by itself, which is made here.
// What cannot be told yet is held back until it can.

import type { Event, SessionState, TurnEndEvent } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import type { ActiveTurn } from "../turn/active-turn.ts";
import type { TurnFailure } from "../turn/failure.ts";
import { createAttribution, type Attribution, type Owner } from "./attribution.ts";

export interface DeliveryOptions<Data> {
  readonly state: () => SessionState;
  /** The turn whose prompt was written with this uuid. */
  readonly turnOf: (uuid: string) => ActiveTurn<Data> | undefined;
  /** A turn that the CLI has begun by itself. */
  readonly createBackground: (cause: "background" | "resume") => ActiveTurn<Data>;
  readonly onBackground: (turn: ActiveTurn<Data>) => void;
  /** More is held back than can be kept. */
  readonly onOverflow: (error: ClaudeError) => void;
}

/** From a turn's first line to the one that tells whose it is, real CLIs write a few kilobytes. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

interface Held {
  readonly event: Event;
  readonly before: SessionState;
}

export class Delivery<Data> {
  readonly #options: DeliveryOptions<Data>;
  readonly #attribution: Attribution;
  #background: ActiveTurn<Data> | undefined;
  #held: Held[] = [];
  /** Of the stream, since the first that is held. */
  #heldBytes = 0;
  readonly #stopping = new Set<string>();

  constructor(options: DeliveryOptions<Data>) {
    this.#options = options;
    this.#attribution = createAttribution(
      (taskId) => isBackground(options.state(), taskId) && !this.#isStoppedCommand(taskId),
    );
  }

  /** The host asks the CLI to stop this task. */
  stopping(taskId: string): void {
    this.#stopping.add(taskId);
  }

  /** The turn that the CLI has begun by itself, while it runs. */
  get background(): ActiveTurn<Data> | undefined {
    return this.#background;
  }

  /** Background tasks whose end the model has not been told yet. */
  get untold(): number {
    return this.#attribution.untold;
  }

  /** A prompt is about to be written. */
  expect(uuid: string): void {
    this.#attribution.written(uuid);
  }

  /** It was not. */
  forget(uuid: string): void {
    this.#attribution.forget(uuid);
  }

  hand(event: Event, before: SessionState): void {
    const owner = this.#attribution.read(event);
    if (owner === "undecided") {
      this.#held.push({ event, before });
      return;
    }
    if (this.#held.length > 0) {
      const held = this.#held;
      this.#held = [];
      for (const item of held) this.#deliver(item.event, owner, item.before);
    }
    this.#deliver(event, owner, before);
  }

  /** One that says nothing about whose turn it is. */
  handPiece(event: Event): void {
    const { owner } = this.#attribution;
    if (owner === "undecided") this.#held.push({ event, before: this.#options.state() });
    else this.#deliver(event, owner, undefined);
  }

  /** So many bytes of the stream have been read. */
  chunkRead(bytes: number): void {
    if (this.#held.length === 0) {
      this.#heldBytes = 0;
      return;
    }
    this.#heldBytes += bytes;
    if (this.#heldBytes <= MAX_HELD_BYTES) return;
    this.#held = [];
    const message = `Claude wrote more than ${MAX_HELD_BYTES >> 20} MB of a turn without telling which prompt it answers, which no known version does. The session was ended; start another one.`;
    this.#options.onOverflow(new ClaudeError("protocol-violation", message, { heldBytes: this.#heldBytes }));
  }

  /** Ends the turn that the CLI began by itself, if it was that one. @returns the uuids of the prompts that it answers */
  end(event: TurnEndEvent, after: SessionState): readonly string[] {
    const uuids = this.#attribution.endedBy(event);
    if (uuids.length === 0) {
      this.#background?.end(event, after);
      this.#background = undefined;
    }
    return uuids;
  }

  /** The program is gone. */
  fail(failure: TurnFailure, state: SessionState): void {
    this.#attribution.restart();
    this.#background?.fail(failure, state);
    this.#background = undefined;
    this.#held = [];
  }

  #deliver(event: Event, owner: Owner, before: SessionState | undefined): void {
    if (owner === "background") {
      const turn = this.#background ?? this.#begin(before ?? this.#options.state());
      turn.add(event);
      return;
    }
    const { joined, waiting } = this.#attribution;
    // Before its turn has begun, what comes is the first one's, but for the last words about turns before it.
    const uuids = owner === "prompt" ? joined : isTrailing(event) ? [] : waiting.slice(0, 1);
    for (const uuid of uuids) this.#options.turnOf(uuid)?.add(event);
  }

  /**
   * The model is not told of a command that the host has stopped: no CLI from 2.1.120 to 2.1.325 begins a turn about it. It
   * is told of an agent (2.1.200, 2.1.325).
   */
  #isStoppedCommand(taskId: string): boolean {
    const { status, taskType } = this.#options.state().tasks.get(taskId) ?? {};
    return this.#stopping.has(taskId) && taskType === "local_bash" && (status === "stopped" || status === "killed");
  }

  #begin(before: SessionState): ActiveTurn<Data> {
    const turn = this.#options.createBackground(this.#attribution.isResumed ? "resume" : "background");
    turn.begin(before);
    this.#background = turn;
    this.#options.onBackground(turn);
    return turn;
  }
}

/** The last words about a turn that has its result. */
function isTrailing(event: Event): boolean {
  if (event.type === "session-state") return event.state === "idle";
  return event.type === "notice" && event.subtype === "command_lifecycle" && event.data["state"] === "completed";
}

/** A task whose call has been answered already lives on its own. */
function isBackground(state: SessionState, taskId: string): boolean {
  const toolUseId = state.tasks.get(taskId)?.toolUseId;
  return toolUseId === undefined || !state.openToolIds.includes(toolUseId);
}
