// Those who want to be told. A listener's own mistake is its own: it surfaces as an uncaught error, and the session goes on.

export interface Listeners<Told extends readonly unknown[]> {
  readonly size: number;
  /** @returns how to stop */
  add(listener: (...told: Told) => void): () => void;
  tell(...told: Told): void;
}

export function createListeners<Told extends readonly unknown[]>(): Listeners<Told> {
  const listeners = new Set<(...told: Told) => void>();
  return {
    get size() {
      return listeners.size;
    },
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(...told) {
      for (const listener of listeners) {
        try {
          listener(...told);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
