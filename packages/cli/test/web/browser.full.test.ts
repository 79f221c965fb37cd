// A page in a real browser reads a turn from a real server, with the compiled reader, over connections that break.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { initialState, reduce, type SessionState } from "@unspool/protocol";
import { serializeState } from "@unspool/protocol/store";
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { expect, it, onTestFinished } from "vitest";
import { createClaude, type Turn } from "../../src/index.ts";
import { useChromium, watchIncidents } from "../export/chromium.ts";

const browser = useChromium();
const DIST = join(import.meta.dirname, "../../../protocol/dist");

const PAGE = `<!doctype html><title>turn</title><link rel="icon" href="data:,"><p id="text"></p><script type="module">
  import { finalText } from "/protocol/index.js";
  import { createStore, serializeState } from "/protocol/store.js";
  import { readTurn } from "/protocol/web.js";
  const store = createStore();
  store.subscribe(() => { document.getElementById("text").textContent = finalText(store.getSnapshot()); });
  // Tells the server that something has arrived: what a page has not read yet is lost when its connection breaks.
  const telling = setInterval(() => { if (store.getSnapshot().counts.events > 0) void fetch("/arrived"); }, 20);
  const address = await (await fetch("/turns", { method: "POST", body: "Hello" })).text();
  const statuses = [];
  const outcome = await readTurn(address, { store, minRetryMs: 10, onStatus: (status) => statuses.push(status) });
  clearInterval(telling);
  window.seen = { outcome, statuses, state: serializeState(store.getSnapshot()).state };
</script>`;

interface Seen {
  readonly outcome: { readonly type: string; readonly data: { readonly text: string } };
  readonly statuses: readonly string[];
  readonly state: SessionState;
}

const words = Array.from({ length: 400 }, (_, index) => `word ${index} — 漢字 😀\n`);
const plays = scenario("page").turn(
  say.thinking("Let me look."),
  say.tool("Read", { file_path: "a.txt" }, "a\nb"),
  say.text(words.join(""), words),
);

/** As plain data, without the number of events: deltas come joined. */
function plain({ counts: { unknown, malformed }, ...rest }: SessionState): unknown {
  return JSON.parse(JSON.stringify({ ...rest, unknown, malformed })) as unknown;
}

it("a page reaches the state of the turn's own events, although three connections break", async () => {
  const claude = createClaude({ spawn: spawnSimulated({ scenario: plays }) });
  const turns: Turn[] = [];
  const ids: (string | undefined)[] = [];
  let folded: Promise<SessionState> | undefined;

  const fold = async (turn: Turn): Promise<SessionState> => {
    let state = initialState();
    for await (const event of turn) if (event.type !== "control-response") state = reduce(state, event);
    return state;
  };
  let breakConnection: (() => void) | undefined;
  /** Gives the client this much of the body, and closes the socket when the page has read some of it. */
  const breakAfter = (response: ServerResponse, bytes: number): void => {
    const write = response.write.bind(response) as (chunk: Uint8Array) => boolean;
    let left = bytes;
    Object.assign(response, {
      write(chunk: Uint8Array) {
        const part = chunk.subarray(0, left);
        left -= part.length;
        if (left > 0) return write(part);
        breakConnection = () => response.destroy();
        if (part.length > 0) write(part);
        return false;
      },
    });
  };
  const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = "/" } = request;
    if (url === "/") response.setHeader("Content-Type", "text/html").end(PAGE);
    else if (url.startsWith("/protocol/")) {
      response.setHeader("Content-Type", "text/javascript").end(readFileSync(join(DIST, url.slice(10))));
    } else if (url === "/arrived") {
      breakConnection?.();
      breakConnection = undefined;
      response.writeHead(204).end();
    } else if (request.method === "POST") {
      const turn = claude.ask("Hello");
      folded = fold(turn);
      response.end(`/turns/${turns.push(turn) - 1}`);
    } else {
      ids.push(request.headers["last-event-id"] as string | undefined);
      if (ids.length <= 3) breakAfter(response, [700, 4001, 1300][ids.length - 1] ?? 0);
      await turns[Number(url.slice(7))]?.pipeToResponse(response);
    }
  };
  const server = createServer((request, response) => void listen(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const page = await browser().newPage();
  onTestFinished(() => page.close());
  const incidents = watchIncidents(page, (url) => url.startsWith(origin) || url.startsWith("data:"));
  await page.goto(origin);
  await page.waitForFunction("window.seen !== undefined");
  const { outcome, statuses, state } = (await page.evaluate("window.seen")) as Seen;

  expect(outcome).toMatchObject({ type: "result", data: { text: words.join("") } });
  expect(ids).toHaveLength(4);
  expect(ids.slice(1).every((id) => id !== undefined)).toBe(true);
  expect(statuses.filter((status) => status === "waiting")).toHaveLength(3);
  const direct = serializeState((await folded) as SessionState).state as SessionState;
  expect(plain(state)).toEqual(plain(direct));
  expect(await page.textContent("#text")).toBe(words.join(""));
  // Chromium says of each connection that broke that it did.
  expect(incidents.filter((incident) => !incident.includes("ERR_"))).toEqual([]);
});
