// A session's state as a store: chunks or events go in, views subscribe. For React that is
// `useSyncExternalStore(store.subscribe, store.getSnapshot)`; the selectors give equal objects for equal parts.

import { createDecoder, type DecoderOptions } from "./decoder.ts";
import { reduce } from "./session/reduce.ts";
import { initialState, type SessionState } from "./session/state.ts";
import { endSession } from "./session/turns.ts";
import type { Event } from "./translate/events.ts";

export { reviveState, serializeState, type SerializedState } from "./session/serialize.ts";

/** Options of a store. */
export interface StoreOptions extends Omit<DecoderOptions, "onEvent"> {
  /** The state to go on from, such as a revived one. @default `initialState()` */
  readonly state?: SessionState;
  /** Called for each event, before the state that follows from it is told. */
  readonly onEvent?: (event: Event) => void;
}

/** A state that changes, and those who watch it. Its functions need no `this`. */
export interface Store {
  /** The state now. The same object until something changes. */
  readonly getSnapshot: () => SessionState;
  /** Calls the listener after each change: once per chunk, however many events it holds. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes a piece of a stream, cut anywhere. */
  readonly push: (chunk: Uint8Array | string) => void;
  /** Takes events that somebody else has decoded. */
  readonly add: (...events: readonly Event[]) => void;
  /** Goes back to a state, by default the one it began with, and takes another stream. */
  readonly reset: (state?: SessionState) => void;
  /** The stream is over: what is open is aborted or stopped. */
  readonly end: () => void;
}

/** Makes a store over the decoder and the reducer. */
export function createStore({ state: first = initialState(), onEvent, ...options }: StoreOptions = {}): Store {
  let state = first;
  let told = first;
  const listeners = new Set<() => void>();
  const take = (event: Event): void => {
    onEvent?.(event);
    state = reduce(state, event);
  };
  let decoder = createDecoder({ ...options, onEvent: take });
  const tell = (): void => {
    if (state === told) return;
    told = state;
    // A copy: a listener may subscribe again while it is told.
    for (const listener of Array.from(listeners)) listener();
  };
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      // Each subscription is its own, also of the same function.
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    push(chunk) {
      decoder.push(chunk);
      tell();
    },
    add(...events) {
      for (const event of events) take(event);
      tell();
    },
    reset(next = first) {
      decoder = createDecoder({ ...options, onEvent: take });
      state = next;
      tell();
    },
    end() {
      decoder.end();
      state = endSession(state);
      tell();
    },
  };
}
