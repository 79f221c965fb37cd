// A transport that may be the host's own, as one that keeps the contract: none of its methods throws. What cannot be said to
// the program shows in how it ends, and a session whose transport fails in its last step still comes to its end.

import { ClaudeError } from "../errors.ts";
import type { Transport, TransportFactory } from "./types.ts";

/** @throws {ClaudeError} `start-failed` if the factory gives no transport */
export function guarded(factory: TransportFactory): TransportFactory {
  return (launch, handlers) => {
    const transport = factory(launch, handlers) as Transport | undefined;
    if (typeof transport !== "object" || transport === null) {
      throw new ClaudeError("start-failed", `The transport's factory gave no transport, but ${String(transport)}.`);
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
