// A host program of its own, for tests in which the host itself dies: it starts children over raw transports, says who
// they are, and then does what its last argument tells it.

import { createChildTransport } from "../../src/transport/child-transport.ts";
import { openRegistry } from "../../src/process/registry.ts";
import { script } from "../transport/launch.ts";

const [folder = "", count = "1", deed = "wait", child = ""] = process.argv.slice(2);
const transport = createChildTransport({ registry: openRegistry(folder) });
let ready = 0;

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

/** As the package signal-exit does: it ends the process only if nobody else listens. */
function listenPolitely(): void {
  (globalThis as Record<symbol, unknown>)[Symbol.for("signal-exit emitter")] = { count: 1 };
  const listener = (): void => {
    if (process.listenerCount("SIGINT") > 1) return;
    process.off("SIGINT", listener);
    process.kill(process.pid, "SIGINT");
  };
  process.on("SIGINT", listener);
}
