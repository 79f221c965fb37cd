// Who gets an event: the turns of the prompts that it answers, or one that the CLI has begun by itself, which is made here.
// What cannot be told yet is held back until it can.

import type { Event, SessionState, TurnEndEvent } from "@unspool/protocol";
import type { ActiveTurn } from "../turn/active-turn.ts";
import type { TurnFailure } from "../turn/failure.ts";
import { createAttribution, type Attribution, type Owner } from "./attribution.ts";

export interface DeliveryOptions<Data> {
  readonly state: () => SessionState;
  /** The turn whose prompt was written with this uuid. */
  readonly turnOf: (uuid: string) => ActiveTurn<Data> | undefined;
  /** A turn that the CLI has begun by itself. */
  readonly createBackground: () => ActiveTurn<Data>;
  readonly onBackground: (turn: ActiveTurn<Data>) => void;
}

interface Held {
  readonly event: Event;
  readonly before: SessionState;
}

export class Delivery<Data> {
  readonly #options: DeliveryOptions<Data>;
  readonly #attribution: Attribution;
  #background: ActiveTurn<Data> | undefined;
  #held: Held[] = [];

  constructor(options: DeliveryOptions<Data>) {
    this.#options = options;
    this.#attribution = createAttribution((taskId) => isBackground(options.state(), taskId));
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

  #begin(before: SessionState): ActiveTurn<Data> {
    const turn = this.#options.createBackground();
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
