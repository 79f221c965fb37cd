// A server of turns that can be read again, and a reader that comes back when its connection is lost.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { claude } from "@unspool/client";
import { finalText } from "@unspool/protocol";
import { createStore } from "@unspool/protocol/store";
import { readTurn } from "@unspool/protocol/web";

/** @type {Map<string, import("@unspool/client").Turn>} */
const turns = new Map();
const server = createServer((request, response) => void handle(request, response));

/** @type {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => Promise<void>} */
async function handle(request, response) {
  if (request.method === "POST") {
    const turn = claude.ask(await text(request));
    turns.set(turn.id, turn); // Until nobody will ask for it any more.
    response.end(`/turns/${turn.id}`);
    return;
  }
  const turn = turns.get(request.url?.replace("/turns/", "") ?? "");
  if (turn === undefined) response.writeHead(404).end();
  else await turn.pipeToResponse(response);
}

await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));

// In the page. A GET can be made again without running the turn again.
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
const origin = `http://127.0.0.1:${port}`;
const started = await fetch(`${origin}/turns`, { method: "POST", body: "Say hello" });
const store = createStore(); // React: useSyncExternalStore(store.subscribe, store.getSnapshot)
const outcome = await readTurn(origin + (await started.text()), { store });
console.log(outcome.type, finalText(store.getSnapshot()));
server.closeAllConnections();
server.close();
