// The session's state, folded as events come. Pieces of one block are folded together when somebody looks, which nobody can
// tell apart; whoever is promised the state after each event turns that off.

import { endSession, initialState, reduce, type Event, type SessionState } from "@unspool/protocol";
import { createDeltaRun } from "./delta-run.ts";
import { createKeptText } from "./kept-text.ts";

export interface LiveState {
  readonly current: SessionState;
  /** @returns whether it is a piece that can wait: then nothing but its text is new */
  hold(event: Event): boolean;
  /** @returns the states before and after it */
  read(event: Event): { readonly before: SessionState; readonly after: SessionState };
  /** So many bytes have been read: what waits is folded before it keeps too many of them in memory. */
  chunkRead(bytes: number): void;
  /** Nothing that is open will be finished. */
  end(): void;
  /** Nor here, but another program goes on with the session. */
  restart(): void;
  /** Earlier texts are not in it any more. */
  readonly isTrimmed: boolean;
}

/** In a stream that comes line by line, folding each piece by itself would be most of the way to the reader. */
const MAX_HELD_BYTES = 256 * 1024;
/** A hundred tokens or so where lines come one by one. */
const MAX_HELD_BYTES_ON_BUDGET = 16 * 1024;

/** Some 16 million tokens of text: no conversation has them, and who floods with finished messages gets no further. */
const MAX_TRANSCRIPT_CHARACTERS = 64 * 1024 * 1024;

export interface LiveStateOptions {
  /** Only what a single turn's result needs is kept. */
  readonly isOneShot: boolean;
  /** There is a budget: what comes is counted soon. */
  readonly isLimited: boolean;
  /** Each event that was folded, several pieces as one. */
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
