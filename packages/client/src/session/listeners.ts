// A set of listeners. What a listener throws surfaces as an uncaught error, and the session goes on.

export interface Listeners<Payload extends readonly unknown[]> {
  readonly size: number;
  /** Adds a listener. @returns a function that removes it */
  add(listener: (...payload: Payload) => void): () => void;
  emit(...payload: Payload): void;
}

export function createListeners<Payload extends readonly unknown[]>(): Listeners<Payload> {
  const listeners = new Set<(...payload: Payload) => void>();
  return {
    get size() {
      return listeners.size;
    },
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(...payload) {
      for (const listener of listeners) {
        try {
          listener(...payload);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
