// A host program of its own, for tests in which the host itself dies: it starts children over raw transports, says who
// they are, and then does what its last argument tells it.

import { createChildTransport } from "../../src/transport/child-transport.ts";
import { openRegistry, type Registry } from "../../src/process/registry.ts";
import { script } from "../transport/launch.ts";

const [folder = "", count = "1", deed = "wait", child = ""] = process.argv.slice(2);
const registry = openRegistry(folder);
const transport = createChildTransport({ registry: deed === "late-signal" ? signalledAtTheEnd(registry) : registry });
let ready = 0;

// Before there is a child, as programs do that set up their signals first.
if (deed === "once-listener") process.once("SIGINT", () => process.stdout.write("own\n"));

for (let n = 0; n < Number(count); n += 1) {
  const started = transport(script(child), {
    onData() {
      ready += 1;
      if (deed === "unref") started.unref();
      process.stdout.write(`child ${started.pid}\n`);
      if (ready === Number(count)) act();
    },
    onStderr: () => undefined,
    onExit: () => undefined,
  });
}

function act(): void {
  if (deed === "exit") process.exit(5);
  if (deed === "throw") {
    setTimeout(() => {
      throw new Error("the host fails");
    }, 0);
  }
  if (deed === "own-listener") process.on("SIGINT", () => process.stdout.write("own\n"));
  if (deed === "polite") listenPolitely();
  process.stdout.write("ready\n");
}

/** Acts as the package signal-exit: ends the process only if there is no other listener. */
function listenPolitely(): void {
  (globalThis as Record<symbol, unknown>)[Symbol.for("signal-exit emitter")] = { count: 1 };
  const listener = (): void => {
    if (process.listenerCount("SIGINT") > 1) return;
    process.off("SIGINT", listener);
    process.kill(process.pid, "SIGINT");
  };
  process.on("SIGINT", listener);
}

/** A signal that comes while the last child is being put away: it is caught, and told only in a later round of the loop. */
function signalledAtTheEnd(inner: Registry): Registry {
  setInterval(() => undefined, 1e6);
  return {
    ...inner,
    add: (entry) => {
      const registration = inner.add(entry);
      return {
        ...registration,
        remove: () => {
          registration.remove();
          process.kill(process.pid, "SIGTERM");
        },
      };
    },
  };
}
