// The state of the session, folded from its events. Deltas of one block are folded together when the state is read, which
// gives the same state. Listeners, which are promised the state after each event, turn that off.

import { endSession, initialState, reduce, type Event, type SessionState } from "@unspool/protocol";
import { createDeltaRun } from "./delta-run.ts";
import { createKeptText } from "./kept-text.ts";

export interface LiveState {
  readonly current: SessionState;
  /** Holds a delta back. Returns false for other events, which `read` must fold. */
  hold(event: Event): boolean;
  /** Folds an event. Returns the states before and after it. */
  read(event: Event): { readonly before: SessionState; readonly after: SessionState };
  /** Counts the bytes of a chunk. Held deltas are folded before they keep too many chunks in memory. */
  chunkRead(bytes: number): void;
  /** The process is gone: what is open will not be finished. */
  end(): void;
  /** The process is gone, and another one resumes the session. */
  restart(): void;
  /** Whether earlier texts were removed from the state. */
  readonly isTrimmed: boolean;
}

/** Folding each delta by itself would be most of the cost of a stream that comes line by line. */
const MAX_HELD_BYTES = 256 * 1024;
/** About a hundred tokens where lines come one by one. */
const MAX_HELD_BYTES_ON_BUDGET = 16 * 1024;

/** About 16 million tokens of text, more than any conversation has. Bounds a flood of finished messages. */
const MAX_TRANSCRIPT_CHARACTERS = 64 * 1024 * 1024;

export interface LiveStateOptions {
  /** Keeps only what the result of a single turn needs. */
  readonly isOneShot: boolean;
  /** Folds sooner, because a budget counts the deltas. */
  readonly isLimited: boolean;
  /** Called with each folded event. Several deltas come as one. */
  readonly onFold: (event: Event, state: SessionState) => void;
}

export function createLiveState({ isOneShot, isLimited, onFold }: LiveStateOptions): LiveState {
  const deltas = createDeltaRun();
  const kept = createKeptText(isOneShot ? undefined : MAX_TRANSCRIPT_CHARACTERS);
  let state = initialState();
  const maxHeld = isLimited ? MAX_HELD_BYTES_ON_BUDGET : MAX_HELD_BYTES;
  let heldBytes = 0;
  const settle = (): void => {
    heldBytes = 0;
    const folded = deltas.fold(state);
    if (folded === undefined) return;
    state = folded.state;
    onFold(folded.event, state);
  };
  return {
    get current() {
      settle();
      return state;
    },
    hold: (event) => deltas.add(event),
    read(event) {
      settle();
      const before = state;
      const reduced = reduce(before, event);
      state = kept.trim(event, reduced);
      onFold(event, state);
      return { before, after: state };
    },
    chunkRead(bytes) {
      heldBytes += bytes;
      if (heldBytes >= maxHeld) settle();
    },
    end() {
      settle();
      state = endSession(state);
    },
    restart() {
      settle();
      const { activity } = initialState();
      state = { ...endSession(state), activity, status: "starting" };
    },
    get isTrimmed() {
      return kept.isTrimmed;
    },
  };
}
