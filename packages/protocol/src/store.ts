// The state of a session as a store: push chunks or events, subscribe views. With React:
// `useSyncExternalStore(store.subscribe, store.getSnapshot)`. Selectors return the same object for the same parts.

import { createDecoder, type DecoderOptions } from "./decoder.ts";
import { reduce } from "./session/reduce.ts";
import { initialState, type SessionState } from "./session/state.ts";
import { endSession } from "./session/turns.ts";
import type { Event } from "./translate/events.ts";

export { reviveState, serializeState, type SerializedState } from "./session/serialize.ts";

/** Options of a store. */
export interface StoreOptions extends Omit<DecoderOptions, "onEvent"> {
  /** The state to continue from, such as a revived one. @default `initialState()` */
  readonly state?: SessionState;
  /** Called for each event, before listeners are notified of the resulting state. */
  readonly onEvent?: (event: Event) => void;
}

/** A state that changes, and its listeners. The functions do not use `this`. */
export interface Store {
  /** Returns the current state: the same object until something changes. */
  readonly getSnapshot: () => SessionState;
  /**
   * Calls the listener after each change: once per chunk, however many events it contains. Returns the unsubscribe
   * function.
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** Decodes a part of a stream, cut anywhere. */
  readonly push: (chunk: Uint8Array | string) => void;
  /** Adds events that were decoded elsewhere. */
  readonly add: (...events: readonly Event[]) => void;
  /** Returns to a state, by default the initial one, and accepts another stream. */
  readonly reset: (state?: SessionState) => void;
  /** Ends the stream: everything open is aborted or stopped. */
  readonly end: () => void;
}

/** Creates a store from the decoder and the reducer. */
export function createStore({ state: first = initialState(), onEvent, ...options }: StoreOptions = {}): Store {
  let state = first;
  let notified = first;
  const listeners = new Set<() => void>();
  const take = (event: Event): void => {
    onEvent?.(event);
    state = reduce(state, event);
  };
  let decoder = createDecoder({ ...options, onEvent: take });
  const notify = (): void => {
    if (state === notified) return;
    notified = state;
    // A copy, because a listener may subscribe again while it is called.
    for (const listener of Array.from(listeners)) listener();
  };
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      // Each subscription is separate, even of the same function.
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    push(chunk) {
      decoder.push(chunk);
      notify();
    },
    add(...events) {
      for (const event of events) take(event);
      notify();
    },
    reset(next = first) {
      decoder = createDecoder({ ...options, onEvent: take });
      state = next;
      notify();
    },
    end() {
      decoder.end();
      state = endSession(state);
      notify();
    },
  };
}
