// Wraps a transport, which may be the host's own, so that none of its methods throws. A failure to write shows in how the
// program ends, and a session whose transport fails while closing still ends.

import { ClaudeError } from "../errors.ts";
import type { Transport, TransportFactory } from "./types.ts";

/** @throws {ClaudeError} `start-failed` if the factory returns no transport */
export function guardTransport(factory: TransportFactory): TransportFactory {
  return (launch, handlers) => {
    const transport = factory(launch, handlers) as Transport | undefined;
    if (typeof transport !== "object" || transport === null) {
      throw new ClaudeError(
        "start-failed",
        `The transport's factory returned ${String(transport)} instead of a transport.`,
      );
    }
    return {
      get pid() {
        return transport.pid;
      },
      write: (lines) => attempt(() => transport.write(lines), undefined),
      waitingBytes: () => attempt(() => transport.waitingBytes?.() ?? 0, 0),
      endInput: () => attempt(() => transport.endInput(), undefined),
      pause: () => attempt(() => transport.pause(), undefined),
      resume: () => attempt(() => transport.resume(), undefined),
      kill: (signal) => attempt(() => transport.kill(signal), false),
      unref: () => attempt(() => transport.unref(), undefined),
      ref: () => attempt(() => transport.ref(), undefined),
    };
  };
}

function attempt<Value>(action: () => Value, otherwise: Value): Value {
  try {
    return action();
  } catch {
    return otherwise;
  }
}
