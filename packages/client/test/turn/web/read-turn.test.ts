// The reader of pages against a real server of `node:http`, with Node's own `fetch`.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { finalText } from "@unspool/protocol";
import { createStore } from "@unspool/protocol/store";
import { readTurn } from "@unspool/protocol/web";
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { expect, it, onTestFinished } from "vitest";
import { createClaude, createPool, type Turn } from "../../../src/index.ts";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const words = Array.from({ length: 200 }, (_, index) => `${index} 漢\n`);
const plays = scenario("read").turn(say.text(words.join(""), words));

/** A server of one turn that closes the first connections after so many bytes. */
function closing(turn: Turn, bytes: readonly number[]): RequestListener {
  let connections = 0;
  return (_request, response) => {
    let left = bytes[connections++] ?? Number.POSITIVE_INFINITY;
    const write = response.write.bind(response) as (chunk: Uint8Array, onWritten?: () => void) => boolean;
    Object.assign(response, {
      write(chunk: Uint8Array) {
        const part = chunk.subarray(0, left);
        left -= part.length;
        return left > 0 ? write(part) : write(part, () => response.destroy()) && false;
      },
    });
    void turn.pipeToResponse(response, { mergeMs: 0 });
  };
}

it("reads a turn whose connections are closed by force", async () => {
  const turn = createClaude({ spawn: spawnSimulated({ scenario: plays }) }).ask("Hello");
  const store = createStore();
  const statuses: string[] = [];
  const url = await serve(closing(turn, [300, 2001, 1, 900]));
  const outcome = await readTurn(url, { store, minRetryMs: 1, onStatus: (status) => statuses.push(status) });
  expect(outcome).toMatchObject({ type: "result", data: { text: words.join("") } });
  expect(finalText(store.getSnapshot())).toBe(words.join(""));
  expect(statuses.filter((status) => status === "waiting")).toHaveLength(4);
});

it("resumes reading a pool's turn that still waits for a session", async () => {
  const pool = createPool({ size: 1, max: 1, spawn: spawnSimulated({ scenario: plays }) });
  onTestFinished(() => pool.close());
  void pool.ask("Hello");
  const second = pool.ask("Hello");
  expect(second.queuePosition).toBe(0);
  const store = createStore();
  const url = await serve(closing(second, [500, 1500]));
  expect(await readTurn(url, { store, minRetryMs: 1 })).toMatchObject({ type: "result" });
  expect(finalText(store.getSnapshot())).toBe(words.join(""));
});

it("receives the reason why a turn failed", async () => {
  const failing = scenario("fails").turn(say.error(400, { message: "too odd" }));
  const turn = createClaude({ spawn: spawnSimulated({ scenario: failing }) }).ask("Hello");
  const url = await serve((_request, response) => void turn.pipeToResponse(response));
  expect(await readTurn(url)).toMatchObject({ type: "error", data: { code: "turn-failed", outcome: "error" } });
});

it("starts over when the server has another turn under the same address", async () => {
  const claude = createClaude({ spawn: spawnSimulated({ scenario: plays }) });
  const turns = [claude.ask("Hello"), claude.ask("Hello")];
  let connections = 0;
  const listeners = turns.map((turn, index) => closing(turn, index === 0 ? [2000] : []));
  const store = createStore();
  let resets = 0;
  const url = await serve((request, response) => listeners[Math.min(1, connections++)]?.(request, response));
  const outcome = await readTurn(url, { store, minRetryMs: 1, onReset: () => (resets += 1) });
  expect(outcome).toMatchObject({ type: "result" });
  expect(resets).toBe(1);
  expect(finalText(store.getSnapshot())).toBe(words.join(""));
});
