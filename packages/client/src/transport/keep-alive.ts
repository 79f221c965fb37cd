// What a child process does by being one: Node lives until it ends. A port holds Node, and no timer: tests make those up.

import { MessageChannel } from "node:worker_threads";

export interface Hold {
  ref(): void;
  unref(): void;
  /** For good. */
  end(): void;
}

export function keepAlive(): Hold {
  const { port1: port } = new MessageChannel();
  port.ref();
  return { ref: () => port.ref(), unref: () => port.unref(), end: () => port.close() };
}
